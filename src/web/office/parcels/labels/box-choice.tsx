import type { ShippingBox } from "../../../../domain/shipping-box.ts";
import { SelectField } from "../../../ui/field.tsx";

interface Props {
  /** The id of the parcel, or of the return that a label is for. */
  parcelOrReturnId: string;
  boxes: readonly ShippingBox[];
  /** Empty for the account's default box. */
  chosenBoxId: string;
  /** The id of the form that requests quotes. */
  formId?: string;
}

/** Chooses the box of a parcel or a return. Renders nothing for an account with a single box. */
export function BoxChoice({ parcelOrReturnId, boxes, chosenBoxId, formId }: Props) {
  if (boxes.length < 2) return null;
  return (
    <SelectField form={formId} name={`caja-${parcelOrReturnId}`} label="Caja" defaultValue={chosenBoxId}>
      {boxes.map(({ id, name, lengthCm, widthCm, heightCm }) => (
        <option key={id} value={id ?? ""}>
          {name} · {lengthCm} × {widthCm} × {heightCm} cm
        </option>
      ))}
    </SelectField>
  );
}
