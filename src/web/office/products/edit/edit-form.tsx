import { useState } from "react";
import { PostForm } from "../../kit/post-form.tsx";
import type { FieldErrors, ProductFields } from "../product-fields.ts";
import { ProductForm, type FormChoices, type FormShop } from "../product-form.tsx";

interface SaveResult {
  failure?: string;
  typed?: ProductFields;
  errors?: FieldErrors;
  /** The stored version, if the product changed after the form was shown. */
  version?: number;
  differences?: string[];
}

/** The form with the product version that it shows, so that it does not silently overwrite a concurrent change. */
export function EditForm({
  storedFields,
  version,
  saveResult,
  choices,
  shops,
  isDigital,
}: {
  storedFields: ProductFields;
  version: number;
  saveResult: SaveResult | undefined;
  choices: FormChoices;
  shops: readonly FormShop[];
  isDigital: boolean;
}) {
  const [openedVersion] = useState(version);
  const { failure, typed, errors = {}, differences = [] } = saveResult ?? {};
  const isConflict = saveResult?.version !== undefined;
  return (
    <PostForm
      failure={failure}
      submitLabel={isConflict ? "Guardar lo mío de todos modos" : "Guardar cambios"}
      noValidate
    >
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={saveResult?.version ?? openedVersion} />
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
      <ProductForm
        fields={typed ?? storedFields}
        errors={errors}
        choices={choices}
        shops={shops}
        isDigital={isDigital}
      />
    </PostForm>
  );
}
