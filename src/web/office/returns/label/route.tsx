import { data, Form, redirect } from "react-router";
import { labelRefusalText } from "../../../../domain/carrier-label-refusal.ts";
import { LIVE_PRICE_CARRIER_LABEL, LIVE_PRICE_CARRIERS } from "../../../../domain/live-price.ts";
import { chooseBox } from "../../../../domain/shipping-box.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { findCarrierAccount } from "../../../../server/carrier-labels/account.ts";
import { cancelLabel } from "../../../../server/carrier-labels/cancel-label.ts";
import { findNewestPurchaseOfReturn } from "../../../../server/carrier-labels/purchases.ts";
import { quoteReturn, requestReturnLabel } from "../../../../server/carrier-labels/request-return-label.ts";
import { findReturnToShip, gramsOf } from "../../../../server/carrier-labels/return-shipment.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { BoxChoice } from "../../parcels/labels/box-choice.tsx";
import { PurchaseState } from "../../parcels/labels/purchase-state.tsx";
import { ServiceChoice } from "../../parcels/labels/service-choice.tsx";
import { usePolling } from "../../parcels/labels/use-polling.ts";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

/** The requested return, if the member may ship orders of its shop; otherwise 404. */
async function requireReturnToShip({ context, request, params: { returnId } }: Route.LoaderArgs | Route.ActionArgs) {
  requireStaff(context, request, "orders.ship", "any");
  const app = context.get(appContext);
  const row = await findReturnToShip(app.db, returnId);
  if (!row) throw data(null, { status: 404 });
  return { app, row, staff: requireStaff(context, request, "orders.ship", { shopId: row.shopId }) };
}

/** A return label and the quotes for it. Query: `con` (the carrier to quote), `caja-<return id>` (the box). */
export async function loader(args: Route.LoaderArgs) {
  const { app, row } = await requireReturnToShip(args);
  const carrier = readQuery(args.request.url).oneOf("con", LIVE_PRICE_CARRIERS) ?? null;
  const purchase = (await findNewestPurchaseOfReturn(app.db, row.id)) ?? null;
  const isLabelRequested =
    purchase !== null &&
    purchase.returnedToCustomerAt === null &&
    ["queued", "sent", "bought"].includes(purchase.state);
  const account = await findCarrierAccount(app.db, row.shopId);
  const boxes = account?.boxes ?? [];
  const requestedBoxId = new URL(args.request.url).searchParams.get(`caja-${row.id}`) ?? undefined;
  const chosenBoxId = account
    ? (chooseBox(boxes, { grams: gramsOf(row, account), chosenId: requestedBoxId }).id ?? "")
    : "";
  const quoteResult =
    carrier === null || isLabelRequested ? null : await quoteReturn(app, row.id, { carrier, box: chosenBoxId });
  const { id, number, state } = row;
  return {
    id,
    number,
    canBuy: state === "APPROVED" && !isLabelRequested,
    carrier,
    purchase,
    quoteResult,
    boxes,
    chosenBoxId,
  };
}

/**
 * Requests a return label, which a job buys. The field `service-<return id>` has the service and the displayed price,
 * as `service:centavos`, and `box-<return id>` the id of the box. `cancel` is the id of a purchase to cancel.
 */
export async function action(args: Route.ActionArgs) {
  const { app, row, staff } = await requireReturnToShip(args);
  const by = actorOf(args.context, staff);
  const form = await readForm(args.request);
  if (form.text("cancel") !== "") {
    const purchase = await findNewestPurchaseOfReturn(app.db, row.id);
    if (purchase?.id !== form.text("cancel")) throw data(null, { status: 404 });
    const outcome = await cancelLabel(app, purchase, by);
    return isRefusal(outcome) ? { failure: sentenceOf(outcome) } : redirect(officePaths.returnLabel(row.id));
  }
  const [service = "", cents = ""] = form.text(`service-${row.id}`, 80).split(":");
  const box = form.text(`box-${row.id}`, 40);
  const choice = { carrier: form.text("carrier", 40), service, seenCents: Number(cents), box };
  const outcome = await requestReturnLabel(app, row.id, choice, by);
  return isRefusal(outcome) ? { failure: sentenceOf(outcome) } : redirect(officePaths.returnLabel(row.id));
}

export function meta() {
  return [{ title: "Guía de regreso · Panel" }];
}

export default function ReturnLabel({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, canBuy, carrier, purchase, quoteResult, boxes, chosenBoxId } = loaderData;
  usePolling(purchase?.state === "queued" || purchase?.state === "sent");
  return (
    <>
      <PageHead
        title="Guía de regreso"
        back={{ to: officePaths.returnOf(id), label: `Devolución ${number}` }}
        lead="Se compra con la cuenta de la tienda y le llega por correo a quien regresa el paquete."
      />
      {actionData && <Notice tone="error" alert title={actionData.failure} />}
      <Section title="Guía">
        {purchase && <PurchaseState purchase={purchase} />}
        {!purchase && !canBuy && <p>La devolución no espera ningún paquete.</p>}
        {canBuy && (
          <Form method="get" className="flex flex-wrap items-end gap-4">
            <SelectField name="con" label="Paquetería" defaultValue={carrier ?? "estafeta"}>
              {LIVE_PRICE_CARRIERS.map((key) => (
                <option key={key} value={key}>
                  {LIVE_PRICE_CARRIER_LABEL[key]}
                </option>
              ))}
            </SelectField>
            <BoxChoice parcelOrReturnId={id} boxes={boxes} chosenBoxId={chosenBoxId} />
            <Button type="submit" variant="secondary">
              Cotizar
            </Button>
          </Form>
        )}
        {quoteResult && "refused" in quoteResult && (
          <p className="text-sm text-error">{labelRefusalText(quoteResult.refused, quoteResult.message)}</p>
        )}
        {canBuy && quoteResult && "quotes" in quoteResult && (
          <Form method="post" id="compra" className="space-y-4">
            <input type="hidden" name="carrier" value={carrier ?? ""} />
            <ServiceChoice parcelOrReturnId={id} quotes={quoteResult.quotes} boxId={chosenBoxId} />
            <Button type="submit">Comprar la guía</Button>
          </Form>
        )}
      </Section>
    </>
  );
}
