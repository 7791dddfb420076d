import { useState } from "react";
import { plainText } from "../../../domain/plain-text.ts";
import { Swatch } from "../../ui/swatch.tsx";
import { TextField } from "../../ui/field.tsx";

export interface CatalogColor {
  /** The name without accents and capitals. */
  key: string;
  name: string;
  /** Null for a pattern. */
  hex: string | null;
}

/**
 * The field of a colour's name, with its swatch. The whole swatch is hatched if customers see a crop of the picture
 * instead of a plain colour.
 */
export function ColorField({ value, colors }: { value: string; colors: readonly CatalogColor[] }) {
  const [name, setName] = useState(value);
  const knownColor = colors.find(({ key }) => key === plainText(name.trim()));
  return (
    <div className="flex items-start gap-3">
      <div className="grow">
        <TextField
          name="color"
          label="Color"
          optional
          maxLength={60}
          list="color-names"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          hint={hintOf(name, knownColor)}
        />
        <datalist id="color-names">
          {colors.map(({ key, name: option }) => (
            <option key={key} value={option} />
          ))}
        </datalist>
      </div>
      {name.trim() !== "" && <Swatch hex={knownColor?.hex ?? null} className="mt-7.5 size-8" />}
    </div>
  );
}

function hintOf(name: string, knownColor: CatalogColor | undefined): string | undefined {
  if (name.trim() === "") return undefined;
  if (!knownColor) return "Todavía no está en Catálogo › Colores: se verá con un recorte de la foto.";
  return knownColor.hex === null ? "Es un estampado: se ve con un recorte de la foto." : undefined;
}
