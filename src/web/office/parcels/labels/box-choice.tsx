import type { ShippingBox } from "../../../../domain/shipping-box.ts";
import { SelectField } from "../../../ui/field.tsx";

interface Props {
  parcelId: string;
  boxes: readonly ShippingBox[];
  /** The id of the box, empty for the usual one. */
  chosen: string;
  /** The form that quotes. */
  form?: string;
}

/** The box that a parcel is sent in. With one box there is nothing to choose. */
export function BoxChoice({ parcelId, boxes, chosen, form }: Props) {
  if (boxes.length < 2) return null;
  return (
    <SelectField form={form} name={`caja-${parcelId}`} label="Caja" defaultValue={chosen}>
      {boxes.map(({ id, name, lengthCm, widthCm, heightCm }) => (
        <option key={id} value={id ?? ""}>
          {name} · {lengthCm} × {widthCm} × {heightCm} cm
        </option>
      ))}
    </SelectField>
  );
}
