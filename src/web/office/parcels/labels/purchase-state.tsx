import { Form } from "react-router";
import { labelRefusalText } from "../../../../domain/carrier-label-refusal.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { LabelPurchase } from "../../../../server/carrier-labels/purchases.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { officePaths } from "../../paths.ts";

/** The state of a label purchase. Warns when the carrier charged another price than it quoted. */
export function PurchaseState({ purchase }: { purchase: LabelPurchase }) {
  const {
    id,
    state,
    guide,
    carrier,
    service,
    quotedCents,
    chargedCents,
    refusalCode,
    refusalMessage,
    box,
    returnedToCustomerAt,
  } = purchase;
  if (state === "queued") return <p className="text-sm">Se está comprando…</p>;
  if (state === "sent") {
    return (
      <p className="text-sm text-warning">
        La guía todavía no llega. La buscamos en tu cuenta antes de comprar otra: puede tardar hasta un cuarto de hora.
      </p>
    );
  }
  if (state === "refused")
    return <p className="text-sm text-error">{labelRefusalText(refusalCode!, refusalMessage)}</p>;
  if (state === "cancelled") return <p className="text-sm text-soft">La guía {guide} se canceló.</p>;
  if (returnedToCustomerAt !== null) {
    return (
      <p className="text-sm text-warning">El paquete de la guía {guide} regresó al cliente. Puedes comprar otra.</p>
    );
  }
  return (
    <div className="space-y-3">
      <p className="text-sm">
        Guía <span className="font-semibold wrap-anywhere tabular">{guide}</span> · {carrier} {service} ·{" "}
        {chargedCents === null ? "precio por confirmar" : formatMoney(chargedCents)}
        {box?.id && ` · ${box.name}`}
      </p>
      {chargedCents !== null && chargedCents !== quotedCents && (
        <p className="text-sm font-semibold text-warning">
          Te cobraron {formatMoney(chargedCents)}, y la cotización era de {formatMoney(quotedCents)}.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={officePaths.carrierLabel(id)} variant="secondary" reloadDocument>
          Imprimir la guía
        </ButtonLink>
        <Form method="post">
          <input type="hidden" name="cancel" value={id} />
          <Button type="submit" variant="secondary">
            Cancelar la guía
          </Button>
        </Form>
      </div>
    </div>
  );
}
