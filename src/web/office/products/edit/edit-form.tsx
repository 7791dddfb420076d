import { useState } from "react";
import { PostForm } from "../../kit/post-form.tsx";
import type { FieldErrors, ProductFields } from "../product-fields.ts";
import { ProductForm, type FormChoices, type FormShop } from "../product-form.tsx";

interface Answer {
  failure?: string;
  typed?: ProductFields;
  errors?: FieldErrors;
  /** The version that stands now, where somebody else made it. */
  version?: number;
  differences?: string[];
}

/** The form with the version it was opened at: somebody else's change does not slip in under what is typed here. */
export function EditForm({
  stored,
  version,
  answer,
  choices,
  shops,
  isDigital,
}: {
  stored: ProductFields;
  version: number;
  answer: Answer | undefined;
  choices: FormChoices;
  shops: readonly FormShop[];
  isDigital: boolean;
}) {
  const [opened] = useState(version);
  const { failure, typed, errors = {}, differences = [] } = answer ?? {};
  const isSecond = answer?.version !== undefined;
  return (
    <PostForm failure={failure} submit={isSecond ? "Guardar lo mío de todos modos" : "Guardar cambios"} noValidate>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={answer?.version ?? opened} />
      {differences.length > 0 && (
        <div className="text-sm">
          <p className="font-semibold">Así quedó guardado lo que difiere de lo tuyo:</p>
          <ul className="list-disc pl-5">
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </div>
      )}
      <ProductForm fields={typed ?? stored} errors={errors} choices={choices} shops={shops} isDigital={isDigital} />
    </PostForm>
  );
}
