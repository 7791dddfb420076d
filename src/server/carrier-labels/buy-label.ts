import { sql } from "kysely";
import { isRefusal } from "../../domain/refusal.ts";
import type { BoughtLabel, ProviderKey } from "../adapters/carriers/carrier-provider.ts";
import type { CarrierTimeouts } from "../adapters/carriers/carrier-client.ts";
import type { App } from "../app.ts";
import { logChange } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { jobSql } from "../jobs/enqueue.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { setGuide } from "../order-parcels/set-guide.ts";
import { lockOrder } from "../orders/move-order.ts";
import type { CarrierAccount } from "./account.ts";
import { openProvider, type ProviderAccess } from "./open-provider.ts";
import { listParcelsToShip, toShipment } from "./parcel-shipment.ts";
import { findReturnToShip, toReturnShipment } from "./return-shipment.ts";
import { findPurchase, type LabelPurchase } from "./purchases.ts";
import { fetchAndStoreLabel } from "./read-label.ts";

/** A purchase that the provider still does not list after this time was not made (rule CARRIER-1). */
const ABSENT_AFTER_MS = 15 * 60_000;

/** A request that was not sent within this time expires, and staff decide again (rule CARRIER-1). */
const REQUEST_VALID_MS = 30 * 60_000;

/**
 * Job, each minute: enqueues a job for each purchase that has no outcome 50 seconds after its request, because its job
 * failed or the provider gave no result.
 */
export async function scheduleLabels({ db }: App): Promise<void> {
  const id = sql`id`;
  await sql`
    SELECT ${jobSql("buy_label", { purchaseId: id }, { key: sql`'buy_label ' || id`, keepsRunAt: true })}
    FROM label_purchases WHERE state IN ('queued', 'sent') AND requested_at < now() - interval '50 seconds'`.execute(
    db,
  );
}

/**
 * Buys a label, or looks up a purchase that was already sent (decision 67). Without a result, the purchase is tried
 * again the next minute.
 */
export async function buyLabel(app: App, purchaseId: string, timeouts?: CarrierTimeouts): Promise<void> {
  const purchase = await findPurchase(app.db, purchaseId);
  if (purchase?.state !== "queued" && purchase?.state !== "sent") return;
  if (purchase.state === "queued" && Date.now() - purchase.requestedAt.getTime() > REQUEST_VALID_MS) {
    return storeRefusal(app, purchase, { reason: "too_late", message: "" });
  }
  const access = await openProvider(app, purchase.shopId, timeouts);
  if (isRefusal(access)) {
    if (purchase.state === "queued") await storeRefusal(app, purchase, { reason: access.refused, message: "" });
    return;
  }
  if (purchase.state === "queued") return buy(app, access, purchase);
  if (purchase.provider === access.provider.key) return lookUp(app, access, purchase);
  app.log.error({ purchase: purchase.id }, "a sent purchase is of another provider than the shop's account");
}

async function buy(app: App, { account, provider }: ProviderAccess, purchase: LabelPurchase): Promise<void> {
  const shipment = await shipmentOf(app, account, purchase);
  if (!shipment || isRefusal(shipment)) {
    return storeRefusal(app, purchase, { reason: shipment?.refused ?? "parcel_not_found", message: "" });
  }
  const quoteAnswer = await provider.quote(shipment, purchase.carrier, "job");
  if (quoteAnswer.outcome === "refused") return storeRefusal(app, purchase, quoteAnswer);
  if (quoteAnswer.outcome === "failed") return;
  const quote = quoteAnswer.quotes.find(({ service }) => service === purchase.service);
  if (!quote) return storeRefusal(app, purchase, { reason: "no_service", message: "" });
  if (quote.priceCents > purchase.quotedCents)
    return storeRefusal(app, purchase, { reason: "price_rose", message: "" });
  // The purchase is marked before the call, so that no process sends it twice, even if this one crashes.
  if (!(await markSent(app, purchase.id, provider.key))) return;
  const { carrier, service, purchaseReference } = purchase;
  const rate = quote.rateId === undefined ? undefined : { id: quote.rateId, priceCents: quote.priceCents };
  const answer = await provider.buy({ ...shipment, carrier, service, reference: purchaseReference, rate });
  if (answer.outcome === "bought") return storeBoughtLabel(app, { account, provider }, purchase, answer);
  if (answer.outcome === "refused") return storeRefusal(app, purchase, answer);
  if (answer.outcome === "failed") return markUnsent(app, purchase.id);
  if (answer.providerId !== undefined) await storeProviderId(app, purchase.id, answer.providerId);
}

async function shipmentOf({ db }: App, account: CarrierAccount, { parcelId, returnId, box }: LabelPurchase) {
  if (returnId !== null) {
    const row = await findReturnToShip(db, returnId);
    return row && toReturnShipment(row, account, box ?? undefined);
  }
  const [parcel] = parcelId === null ? [] : await listParcelsToShip(db, [parcelId], "all");
  return parcel && toShipment(parcel, account, box ?? undefined);
}

async function lookUp(app: App, access: ProviderAccess, purchase: LabelPurchase): Promise<void> {
  const now = new Date();
  const sentAt = purchase.sentAt!;
  const { purchaseReference, providerId } = purchase;
  const answer = await access.provider.findPurchase({ reference: purchaseReference, providerId, sentAt, now });
  if (answer.outcome === "bought") return storeBoughtLabel(app, access, purchase, answer);
  if (answer.outcome === "undone") return storeRefusal(app, purchase, answer);
  if (answer.outcome === "absent" && now.getTime() - sentAt.getTime() > ABSENT_AFTER_MS) {
    await storeRefusal(app, purchase, { reason: "not_bought", message: "" });
  }
}

async function markSent(app: App, id: string, provider: ProviderKey): Promise<boolean> {
  const { numUpdatedRows } = await app.db
    .updateTable("label_purchases")
    .set({ state: "sent", sent_at: new Date(), provider })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function markUnsent(app: App, id: string): Promise<void> {
  await app.db
    .updateTable("label_purchases")
    .set({ state: "queued", sent_at: null })
    .where("id", "=", id)
    .where("state", "=", "sent")
    .execute();
}

/** Stores the provider's id of the purchase, by which later calls look it up. */
async function storeProviderId(app: App, id: string, providerId: string): Promise<void> {
  await app.db.updateTable("label_purchases").set({ provider_id: providerId }).where("id", "=", id).execute();
}

async function storeRefusal(
  app: App,
  { id }: LabelPurchase,
  { reason, message }: { reason: string; message: string },
): Promise<void> {
  await app.db
    .updateTable("label_purchases")
    .set({ state: "refused", refusal_code: reason, refusal_message: message, settled_at: new Date() })
    .where("id", "=", id)
    .where("state", "in", ["queued", "sent"])
    .execute();
}

/**
 * Stores a sent purchase as bought, and its guide in the return, or in the parcel if that is still packed and has
 * none. Then fetches the label.
 */
async function storeBoughtLabel(
  app: App,
  { provider }: ProviderAccess,
  purchase: LabelPurchase,
  { guide, providerId, labelUrl, chargedCents }: BoughtLabel,
): Promise<void> {
  const isStored = await transact(app.db, async (tx) => {
    await lockOrder(tx, purchase.orderId);
    const boughtPurchase = await tx
      .updateTable("label_purchases")
      .set({
        state: "bought",
        guide,
        provider_id: providerId,
        label_url: labelUrl,
        charged_cents: chargedCents,
        settled_at: new Date(),
      })
      .where("id", "=", purchase.id)
      .where("state", "=", "sent")
      .returning("parcel_id as parcelId")
      .executeTakeFirst();
    if (!boughtPurchase) return false;
    const parcel = boughtPurchase.parcelId
      ? await tx
          .selectFrom("parcels")
          .select(["id", "number", "state", "guide"])
          .where("id", "=", boughtPurchase.parcelId)
          .executeTakeFirst()
      : undefined;
    if (parcel?.state === "PACKED" && parcel.guide === null) {
      const guideOutcome = await setGuide(tx, { parcelId: parcel.id, orderId: purchase.orderId, guide });
      if (isRefusal(guideOutcome)) app.log.error({ purchase: purchase.id }, "a bought guide is in use already");
    }
    if (purchase.returnId !== null) await storeReturnGuide(tx, purchase, guide);
    await logChange(
      tx,
      { memberId: null, name: purchase.requestedBy, ip: null },
      {
        action: "label-buy",
        object: { kind: "order", id: purchase.orderId },
        after: { parcel: parcel?.number ?? null, guide, quotedCents: purchase.quotedCents, chargedCents },
      },
    );
    return true;
  });
  if (isStored) await fetchAndStoreLabel(app, provider, { id: purchase.id, labelUrl });
}

/**
 * Stores the guide of an approved return, and enqueues the email with the label. Resets the tracking if an earlier
 * parcel came back to the customer.
 */
async function storeReturnGuide(tx: Tx, { id, orderId, returnId }: LabelPurchase, guide: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("returns")
    .set({
      way_back_guide: guide,
      way_back_state: null,
      sent_back_at: sql`CASE WHEN way_back_state IS NULL THEN sent_back_at END`,
    })
    .where("id", "=", returnId)
    .where("state", "=", "APPROVED")
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await enqueueOrderEmail(tx, orderId, "mail_return_label", { purchaseId: id });
}
