import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { chooseBox } from "../../domain/shipping-box.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { transact } from "../db/transact.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { lockOrder } from "../orders/move-order.ts";
import { findCarrierAccount } from "./account.ts";
import { openProvider } from "./open-provider.ts";
import { isCompleteChoice, newPurchaseReference, type LabelChoice } from "./label-choice.ts";
import type { ParcelQuotes } from "./quote-parcels.ts";
import { findReturnToShip, gramsOf, toReturnShipment, type ReturnShipmentRefusal } from "./return-shipment.ts";

export type ReturnLabelRefusal =
  | ReturnShipmentRefusal
  | Refusal<
      "return_not_found" | "carrier_account_missing" | "label_exists" | "label_service_missing" | "box_not_found"
    >;

/** The carrier's quotes for a return label, in the chosen box. */
export async function quoteReturn(
  app: App,
  returnId: string,
  { carrier, box: boxId }: { carrier: string; box: string | undefined },
): Promise<ParcelQuotes> {
  const row = await findReturnToShip(app.db, returnId);
  if (!row) return { refused: "return_not_found", message: null };
  const access = await openProvider(app, row.shopId);
  if (isRefusal(access)) return { refused: access.refused, message: null };
  const shipment = toReturnShipment(row, access.account, boxId);
  if (isRefusal(shipment)) return { refused: shipment.refused, message: null };
  const answer = await access.provider.quote(shipment, carrier, access.provider.staffTimeoutClass);
  if (answer.outcome === "failed") return { refused: "provider_unavailable", message: null };
  if (answer.outcome === "refused") return { refused: answer.reason, message: answer.message };
  return answer.quotes.length === 0 ? { refused: "no_service", message: null } : { quotes: answer.quotes };
}

/**
 * Stores the request for a return label, and enqueues the job that buys the label. Of two requests for one return, the
 * second is refused.
 */
export function requestReturnLabel(
  app: App,
  returnId: string,
  choice: LabelChoice,
  by: Actor,
): Promise<{ id: string } | ReturnLabelRefusal> {
  return transact(app.db, async (tx) => {
    const unlockedReturn = await findReturnToShip(tx, returnId);
    if (!unlockedReturn) return refuse("return_not_found");
    await lockOrder(tx, unlockedReturn.orderId);
    const row = (await findReturnToShip(tx, returnId))!;
    if (!isCompleteChoice(choice)) return refuse("label_service_missing");
    const account = await findCarrierAccount(tx, row.shopId);
    if (!account) return refuse("carrier_account_missing");
    // The box may have been removed after the quote.
    if (choice.box && !account.boxes.some(({ id }) => id === choice.box)) return refuse("box_not_found");
    const box = chooseBox(account.boxes, { grams: gramsOf(row, account), chosenId: choice.box });
    const shipment = toReturnShipment(row, account, box);
    if (isRefusal(shipment)) return shipment;
    const { carrier, service, seenCents } = choice;
    const purchase = await tx
      .insertInto("label_purchases")
      .values({
        order_id: row.orderId,
        return_id: returnId,
        purchase_reference: newPurchaseReference(`D${row.number}`),
        carrier,
        service,
        quoted_cents: seenCents,
        box: JSON.stringify(box),
        requested_by: by.name,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!purchase) return refuse("label_exists");
    await enqueue(tx, "buy_label", { purchaseId: purchase.id }, { key: `buy_label ${purchase.id}` });
    await logChange(tx, by, {
      action: "label-request",
      object: { kind: "return", id: returnId },
      after: { carrier, service, quotedCents: seenCents, box: box.name },
    });
    return purchase;
  });
}
