import { useSearchParams } from "react-router";
import { SelectField } from "../../ui/field.tsx";

/** A filter of a product list. `name` is its query parameter. */
export function FilterSelect({
  name,
  label,
  choices,
}: {
  name: string;
  label: string;
  choices: readonly { id: string; name: string }[];
}) {
  const [searchParams] = useSearchParams();
  return (
    <div className="w-40">
      <SelectField name={name} label={label} defaultValue={searchParams.get(name) ?? ""}>
        <option value="">Cualquiera</option>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
