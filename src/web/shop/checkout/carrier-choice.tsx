import { useState } from "react";
import type { Carrier } from "../../../contract/orders.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, RadioCard } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { CheckoutDraft } from "./draft.ts";

interface Props {
  carriers: Carrier[];
  /** The chosen carrier. */
  carrier: Carrier | null;
  draft: CheckoutDraft;
  change: (part: Partial<CheckoutDraft>) => void;
}

/** The carriers to choose from, and the insurance of the parcel. Choosing a carrier with an alert opens the alert. */
export function CarrierChoice({ carriers, carrier, draft, change }: Props) {
  const [alertOf, setAlertOf] = useState<Carrier | null>(null);
  return (
    <>
      <fieldset className="space-y-3">
        <legend className="mb-3 font-bold">Seleccione paquetería</legend>
        {carriers.length === 0 && <Notice tone="warning" title="Por ahora esta tienda no puede enviar pedidos" />}
        {carriers.map((offered) => (
          <RadioCard
            key={offered._id}
            name="carrier"
            checked={draft.carrierId === offered._id}
            onChange={() => {
              change({ carrierId: offered._id });
              if (offered.hasAlert) setAlertOf(offered);
            }}
            title={offered.name}
            aside={formatMoney(toCents(offered.price))}
            picture={
              offered.imageUrl && (
                <img src={offered.imageUrl} alt="" width={60} height={40} className="h-10 w-auto rounded" />
              )
            }
          >
            {offered.description}
          </RadioCard>
        ))}
        {carrier?.secured && (
          <CheckField
            label="Asegurar mi envío"
            checked={draft.insured}
            onChange={(event) => change({ insured: event.target.checked })}
          >
            Asegura tu envío por el {carrier.percentage}% adicional sobre el valor del pedido
          </CheckField>
        )}
      </fieldset>
      <Dialog open={alertOf !== null} onClose={() => setAlertOf(null)} title={alertOf?.name ?? ""}>
        {alertOf?.alert?.image && (
          <img src={alertOf.alert.image} alt="" width={800} height={500} className="h-auto w-full rounded-box" />
        )}
        <p>{alertOf?.alert?.text}</p>
        <Button wide onClick={() => setAlertOf(null)}>
          Entendido
        </Button>
      </Dialog>
    </>
  );
}
