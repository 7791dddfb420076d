import { useState } from "react";
import { COLOR_FAMILIES, COLOR_FAMILY_LABEL } from "../../../../domain/color-family.ts";
import type { ListedColor } from "../../../../server/catalog/edit-colors.ts";
import { CheckField, TextField } from "../../../ui/field.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { CheckboxGroup } from "../../products/checkbox-group.tsx";

/** The values of the form's fields. `hex` is empty for a pattern. */
interface ColorFormValues {
  name: string;
  hex: string;
  isPattern: boolean;
  families: readonly string[];
}

/** The form of a colour: its name, its hex code or that it is a pattern, and its families. */
export function ColorForm({
  color,
  typed: typedValues,
}: {
  color: ListedColor | undefined;
  typed: ColorFormValues | undefined;
}) {
  const initialValues = typedValues ?? toColorFormValues(color);
  const [hex, setHex] = useState(initialValues.hex);
  const [isPattern, setIsPattern] = useState(initialValues.isPattern);
  const isValidHex = /^#[0-9a-f]{6}$/i.test(hex);
  return (
    <PostForm submitLabel="Guardar color" noValidate>
      <input type="hidden" name="intent" value="save" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="name"
          label="Nombre"
          hint="Como lo llevan los productos; acentos y mayúsculas dan igual."
          maxLength={60}
          defaultValue={initialValues.name}
        />
        {!isPattern && (
          <div className="flex items-start gap-3">
            <div className="grow">
              <TextField
                name="hex"
                label="Valor"
                placeholder="#24324f"
                hint="Elígelo con el botón o escríbelo."
                maxLength={7}
                value={hex}
                onChange={(event) => setHex(event.currentTarget.value)}
              />
            </div>
            <input
              type="color"
              aria-label="Elegir el valor del color"
              value={isValidHex ? hex.toLowerCase() : "#888888"}
              onChange={(event) => setHex(event.currentTarget.value)}
              className="mt-6.5 h-11 w-14 rounded-box border border-edge bg-card p-1"
            />
            <Swatch hex={isValidHex ? hex : null} className="mt-7.5 size-9" />
          </div>
        )}
      </div>
      <CheckField
        name="pattern"
        value="1"
        label="Es un estampado"
        checked={isPattern}
        onChange={(event) => setIsPattern(event.currentTarget.checked)}
      >
        No tiene un solo color: se ve con un recorte de la foto de cada producto.
      </CheckField>
      <CheckboxGroup
        legend="Familias (de una a cuatro): por ellas se filtra en la tienda"
        name="family"
        choices={COLOR_FAMILIES.map((family) => ({ id: family, name: COLOR_FAMILY_LABEL[family] }))}
        chosenIds={initialValues.families}
      />
    </PostForm>
  );
}

function toColorFormValues(color: ListedColor | undefined): ColorFormValues {
  if (!color) return { name: "", hex: "", isPattern: false, families: [] };
  const { name, hex, families } = color;
  return { name, hex: hex ?? "", isPattern: hex === null && families.length > 0, families };
}
