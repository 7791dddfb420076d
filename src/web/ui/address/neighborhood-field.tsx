import { useRef, useState, type ComponentProps } from "react";
import { plainName } from "../../../domain/plain-name.ts";
import { SelectField, TextField } from "../field.tsx";

/** The value of the choice that leads to the text field. It is never stored. */
const OTHER = "otra colonia";

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
  const [isOther, setOther] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const typed = useRef("");
  const listed = neighborhoods?.find((name) => plainName(name) === plainName(value));
  const hasList = neighborhoods !== undefined && neighborhoods.length > 1;
  if (hasList && !isOther && !isTyping && (value === "" || listed !== undefined)) {
    const pick = (picked: string): void => {
      setOther(picked === OTHER);
      onChange(picked === OTHER ? typed.current : picked);
    };
    return (
      <SelectField {...commonProps(rest)} value={listed ?? ""} onChange={(event) => pick(event.target.value)}>
        <option value="">Elige…</option>
        {neighborhoods.map((name) => (
          <option key={name}>{name}</option>
        ))}
        <option value={OTHER}>Otra colonia…</option>
      </SelectField>
    );
  }
  const toList = (): void => {
    typed.current = value;
    setOther(false);
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
        autoFocus={isOther}
      />
      {hasList && (
        <button
          type="button"
          className="inline-block min-h-6 py-1 text-sm font-semibold underline underline-offset-4"
          onClick={toList}
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
