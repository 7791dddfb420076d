import { useRef, useState, type ComponentProps } from "react";
import { comparableName } from "../../../domain/comparable-name.ts";
import { SelectField, TextField } from "../field.tsx";

/** The value of the choice that leads to the text field. It is never stored. */
const OTHER_CHOICE = "otra colonia";

interface Props {
  name: string;
  value: string;
  onChange: (neighborhood: string) => void;
  /** The neighbourhoods of the typed postal code. Undefined while unknown: then the field is a text field. */
  neighborhoods: readonly string[] | undefined;
  error?: string;
  optional?: boolean;
  autoComplete?: string;
  maxLength?: number;
}

/**
 * The neighbourhood (colonia): a list if the postal code has several, with a last choice that leads to a text field. A
 * name that is not in the list stays in the text field, and the field never changes while the customer types in it.
 */
export function NeighborhoodField({ value, onChange, neighborhoods, ...rest }: Props) {
  const [isOtherChosen, setOtherChosen] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const typedName = useRef("");
  const listedName = neighborhoods?.find((name) => comparableName(name) === comparableName(value));
  const hasList = neighborhoods !== undefined && neighborhoods.length > 1;
  if (hasList && !isOtherChosen && !isTyping && (value === "" || listedName !== undefined)) {
    const pick = (pickedName: string): void => {
      setOtherChosen(pickedName === OTHER_CHOICE);
      onChange(pickedName === OTHER_CHOICE ? typedName.current : pickedName);
    };
    return (
      <SelectField {...commonProps(rest)} value={listedName ?? ""} onChange={(event) => pick(event.target.value)}>
        <option value="">Elige…</option>
        {neighborhoods.map((name) => (
          <option key={name}>{name}</option>
        ))}
        <option value={OTHER_CHOICE}>Otra colonia…</option>
      </SelectField>
    );
  }
  const showList = (): void => {
    typedName.current = value;
    setOtherChosen(false);
    onChange("");
  };
  return (
    <div className="space-y-1">
      <TextField
        {...commonProps(rest)}
        maxLength={rest.maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the customer just asked for this field
        autoFocus={isOtherChosen}
      />
      {hasList && (
        <button
          type="button"
          className="inline-block min-h-6 py-1 text-sm font-semibold underline underline-offset-4"
          onClick={showList}
        >
          Elegir de la lista
        </button>
      )}
    </div>
  );
}

function commonProps({ name, error, optional, autoComplete }: Omit<Props, "value" | "onChange" | "neighborhoods">) {
  return { name, error, optional, autoComplete, label: "Colonia" } satisfies ComponentProps<typeof TextField>;
}
