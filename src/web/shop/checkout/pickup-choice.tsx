import type { Carrier } from "../../../contract/orders.ts";
import { RadioCard, TextField } from "../../ui/field.tsx";
import type { CheckoutDraft } from "./draft.ts";

interface Props {
  points: Carrier[];
  /** The chosen point. Null if the order is sent. */
  point: Carrier | null;
  draft: CheckoutDraft;
  changeDraft: (changes: Partial<CheckoutDraft>) => void;
}

/** Whether the order is sent or collected, at which point, and who else may collect it. */
export default function PickupChoice({ points, point, draft, changeDraft }: Props) {
  return (
    <>
      <fieldset className="space-y-3">
        <legend className="mb-3 text-lg font-semibold">¿Cómo lo quieres recibir?</legend>
        <RadioCard
          name="delivery"
          checked={point === null}
          onChange={() => changeDraft({ carrierId: null })}
          title="Envío a domicilio"
        >
          Te lo llevamos a tu dirección.
        </RadioCard>
        {points.map((offeredPoint) => (
          <RadioCard
            key={offeredPoint._id}
            name="delivery"
            checked={point?._id === offeredPoint._id}
            onChange={() => changeDraft({ carrierId: offeredPoint._id })}
            title={`Recoger en ${offeredPoint.name}`}
            aside="Sin costo"
          >
            {offeredPoint.address}
            <span className="block">{offeredPoint.description}</span>
          </RadioCard>
        ))}
      </fieldset>
      {point && (
        <TextField
          label="¿Lo recoge otra persona?"
          name="collector"
          optional
          hint="Escribe su nombre completo. Si no, solo tú puedes recogerlo, con una identificación."
          autoComplete="off"
          maxLength={80}
          value={draft.collector}
          onChange={(event) => changeDraft({ collector: event.target.value })}
        />
      )}
    </>
  );
}
