import { sql } from "kysely";
import type { ShippingBox } from "../../domain/shipping-box.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

export type PurchaseState = "queued" | "sent" | "bought" | "refused" | "cancelled";

export interface LabelPurchase {
  id: string;
  orderId: string;
  shopId: string;
  parcelId: string | null;
  /** The return that the label is for. Null for a parcel of the order. */
  returnId: string | null;
  /** By which the provider can find the purchase (`newPurchaseReference`). Not the order's number. */
  purchaseReference: string;
  carrier: string;
  service: string;
  /** The quoted price. A dearer label is not bought. */
  quotedCents: number;
  state: PurchaseState;
  sentAt: Date | null;
  chargedCents: number | null;
  guide: string | null;
  labelUrl: string | null;
  /** The provider to which the purchase was sent. Until it is sent, the value has no meaning. */
  provider: string;
  providerId: string | null;
  refusalCode: string | null;
  refusalMessage: string | null;
  requestedBy: string;
  requestedAt: Date;
  /** When the carrier returned the parcel of a return to the customer. Null if it did not. */
  returnedToCustomerAt: Date | null;
  /** The box for which the label was quoted. Null in purchases of earlier versions. */
  box: ShippingBox | null;
}

const selectPurchases = (db: Queryable) =>
  db
    .selectFrom("label_purchases as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select([
      "l.id",
      "l.order_id as orderId",
      "o.shop_id as shopId",
      "l.parcel_id as parcelId",
      "l.return_id as returnId",
      "l.purchase_reference as purchaseReference",
      "l.carrier",
      "l.service",
      "l.quoted_cents as quotedCents",
      "l.state",
      "l.sent_at as sentAt",
      "l.charged_cents as chargedCents",
      "l.guide",
      "l.label_url as labelUrl",
      "l.provider",
      "l.provider_id as providerId",
      "l.refusal_code as refusalCode",
      "l.refusal_message as refusalMessage",
      "l.requested_by as requestedBy",
      "l.requested_at as requestedAt",
      "l.returned_to_customer_at as returnedToCustomerAt",
      "l.box",
    ]);

export async function findPurchase(db: Queryable, id: string): Promise<LabelPurchase | undefined> {
  return isId(id) ? selectPurchases(db).where("l.id", "=", id).executeTakeFirst() : undefined;
}

/** The newest purchase of each of these parcels. */
export async function listNewestPurchasesOf(db: Queryable, parcelIds: readonly string[]): Promise<LabelPurchase[]> {
  return selectPurchases(db)
    .where(sql<boolean>`l.parcel_id = ANY (${parcelIds}::uuid[])`)
    .distinctOn("l.parcel_id")
    .orderBy("l.parcel_id")
    .orderBy("l.requested_at", "desc")
    .execute();
}

/** The newest purchase of a return's label. */
export function findNewestPurchaseOfReturn(db: Queryable, returnId: string): Promise<LabelPurchase | undefined> {
  return selectPurchases(db)
    .where("l.return_id", "=", returnId)
    .orderBy("l.requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Bought labels whose parcel was unpacked, or whose return was cancelled: they cost money until they are cancelled. */
export function listUnneededPurchases(db: Queryable, shops: "all" | readonly string[]): Promise<LabelPurchase[]> {
  return selectPurchases(db)
    .leftJoin("returns as r", "r.id", "l.return_id")
    .where("l.parcel_id", "is", null)
    .where((eb) => eb.or([eb("l.return_id", "is", null), eb("r.state", "=", "CANCELLED")]))
    .where("l.state", "=", "bought")
    .where("l.returned_to_customer_at", "is", null)
    .$if(shops !== "all", (query) => query.where(sql<boolean>`o.shop_id = ANY (${shops}::uuid[])`))
    .orderBy("l.requested_at")
    .limit(100)
    .execute();
}
