import { TextField } from "../../../ui/field.tsx";
import { Badge } from "../../kit/badge.tsx";
import { PostForm } from "../../kit/post-form.tsx";

/** The customer's tags, and the form that replaces them. */
export function TagsForm({
  tags,
  mayChange,
  typedTags,
  failure,
}: {
  tags: readonly string[];
  mayChange: boolean;
  typedTags?: string;
  failure?: string;
}) {
  return (
    <>
      {tags.length === 0 ? (
        <p className="text-sm text-soft">Sin etiquetas.</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <PostForm key={tags.join()} failure={failure} submitLabel="Guardar etiquetas" variant="secondary">
          <input type="hidden" name="intent" value="tags" />
          <TextField
            name="tags"
            label="Etiquetas"
            hint="Separadas por comas: vip, clienta frecuente. Una promoción puede ser solo para una etiqueta. Quedan en la bitácora: no escribas datos personales."
            maxLength={700}
            optional
            autoComplete="off"
            defaultValue={failure ? typedTags : tags.join(", ")}
          />
        </PostForm>
      )}
    </>
  );
}
