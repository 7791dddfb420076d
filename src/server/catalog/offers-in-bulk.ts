import { sql } from "kysely";
import type { OfferPrice } from "../../domain/offer.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { branchOf } from "../offers/price-record.ts";
import { endOfferInTransaction, createOfferInTransaction, type OfferRefusal } from "../offers/create-or-end-offer.ts";
import type { Shop } from "../shops/shop.ts";
import { storePreviousValues, findProductVersion, type BulkEditResult } from "./bulk-edit.ts";

/** The offer for each chosen product. The former price is the regular price that is charged now. */
export interface BulkOffer {
  price: OfferPrice;
  /** Null: now. */
  startsAt: Date | null;
  /** Null: until staff end it. */
  endsAt: Date | null;
}

/** Refusals of a single product. The other products get their offer. */
const REFUSALS_OF_ONE_PRODUCT: ReadonlySet<OfferRefusal["refused"]> = new Set<OfferRefusal["refused"]>([
  "offer_not_below",
  "offer_price_wrong",
  "former_price_never_charged",
  "offer_overlaps",
  "not_sold_here",
  "product_not_found",
]);

/**
 * Gives the chosen products an offer, in one transaction. A product whose offer is refused is skipped. `undoBulkEdit`
 * ends those offers.
 */
export function setOffersInBulk(
  app: App,
  { shop, ids, offer, action }: { shop: Shop; ids: readonly string[]; offer: BulkOffer; action: string },
  by: Actor,
): Promise<BulkEditResult | OfferRefusal> {
  return transact(app.db, async (tx) => {
    const undoEntries: object[] = [];
    let skipped = 0;
    for (const productId of [...new Set(ids)].filter(isId).toSorted()) {
      const result = await createOfferInTransaction(
        tx,
        branchOf(shop),
        { productId, sizeId: null, formerPriceCents: null, ...offer },
        by,
      );
      if (!isRefusal(result)) {
        undoEntries.push({
          id: productId,
          version: await findProductVersion(tx, productId),
          values: { offerId: result.id },
        });
      } else if (REFUSALS_OF_ONE_PRODUCT.has(result.refused)) skipped++;
      else return result;
    }
    if (undoEntries.length > 0) await storePreviousValues(tx, by, action, undoEntries);
    return { changed: undoEntries.length, skipped };
  });
}

/**
 * Ends the running and planned offers of all chosen products: those of the list price if the shop is the head office,
 * or else those of the branch's price.
 */
export function endOffersInBulk(
  app: App,
  { shop, ids }: { shop: Shop; ids: readonly string[] },
  by: Actor,
): Promise<BulkEditResult | Refusal<never>> {
  const shopId = shop.kind === "headOffice" ? null : shop.id;
  const chosenIds = [...new Set(ids)].filter(isId);
  return transact(app.db, async (tx) => {
    const { rows } = await sql<{ id: string; productId: string }>`
      SELECT id, product_id AS "productId" FROM offers
      WHERE product_id = ANY (${chosenIds}) AND shop_id IS NOT DISTINCT FROM ${shopId}
        AND ended_at IS NULL AND coalesce(ends_at, 'infinity') > clock_timestamp() ORDER BY id`.execute(tx);
    for (const { id } of rows) await endOfferInTransaction(tx, id, by);
    const changed = new Set(rows.map(({ productId }) => productId)).size;
    return { changed, skipped: chosenIds.length - changed };
  });
}
