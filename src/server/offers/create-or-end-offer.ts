import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import { checkOfferTerms, offerPriceCents, type OfferPrice, type OfferTermsRefusal } from "../../domain/offer.ts";
import { chargedPrices, daysCharged, FORMER_PRICE_WARN_DAYS, type PriceRecord } from "../../domain/price-history.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { branchOf, findPriceRecord } from "./price-record.ts";

export interface NewOffer {
  productId: string;
  /** Null: all sizes. */
  sizeId: string | null;
  price: OfferPrice;
  /** Null: the regular price that is charged now. */
  formerPriceCents: Cents | null;
  /** Null: now. */
  startsAt: Date | null;
  /** Null: until staff end it. */
  endsAt: Date | null;
}

export type OfferRefusal =
  | OfferTermsRefusal
  | Refusal<
      | "offer_percent_wrong"
      | "product_not_found"
      | "size_not_found"
      | "not_sold_here"
      | "former_price_never_charged"
      | "offer_overlaps"
    >;

export interface StoredOffer {
  id: string;
  /** Whether the former price was charged for less than a week in all. Staff are warned then. */
  wasFormerPriceBrief: boolean;
}

/**
 * Creates an offer of a product, or of one of its sizes, in a shop. In the head office it is an offer of the list
 * price, in a branch an offer of the branch's own price (rule OFFER-2). An offer that starts now ends the running one
 * of the same size and shop. Prices in centavos.
 */
export function createOffer(app: App, shop: Shop, offer: NewOffer, by: Actor): Promise<StoredOffer | OfferRefusal> {
  return transact(app.db, (tx) => createOfferInTransaction(tx, branchOf(shop), offer, by));
}

/** `createOffer` in a transaction of the caller. `branch` is null for the list price. A refusal has written nothing. */
export async function createOfferInTransaction(
  tx: Tx,
  branch: Shop | null,
  offer: NewOffer,
  by: Actor,
): Promise<StoredOffer | OfferRefusal> {
  const { productId, sizeId } = offer;
  const lockedProduct = await lockProduct(tx, branch, offer);
  if (isRefusal(lockedProduct)) return lockedProduct;
  const { now } = lockedProduct;
  const record = await findPriceRecord(tx, branch, { productId, sizeId });
  const formerPriceCents = offer.formerPriceCents ?? regularPriceCents(record, now);
  const priceCents = offerPriceCents(offer.price, formerPriceCents);
  if (isRefusal(priceCents)) return priceCents;
  const times = { startsAt: offer.startsAt ?? now, endsAt: offer.endsAt };
  const terms = checkOfferTerms({ priceCents, formerPriceCents, ...times }, now);
  if (isRefusal(terms)) return terms;
  const days = daysCharged(record, formerPriceCents, terms.startsAt);
  if (days === 0) return refuse("former_price_never_charged");
  const shopId = branch?.id ?? null;
  const scope = { productId, sizeId, shopId, now };
  const replacesRunning = terms.startsAt.getTime() === now.getTime();
  if (await overlapsOffer(tx, scope, { ...terms, ignoresRunning: replacesRunning })) return refuse("offer_overlaps");
  if (replacesRunning) await endRunningOffer(tx, scope, by);
  const id = newId();
  await tx
    .insertInto("offers")
    .values({
      id,
      product_id: productId,
      size_id: sizeId,
      shop_id: shopId,
      price_cents: terms.priceCents,
      former_price_cents: formerPriceCents,
      starts_at: terms.startsAt,
      ends_at: terms.endsAt,
      actor: by.name,
    })
    .execute();
  await logChange(tx, by, {
    action: "offer-new",
    object: { kind: "product", id: productId },
    after: {
      ...(branch && { shop: branch.name }),
      ...(lockedProduct.size !== null && { size: lockedProduct.size }),
      priceCents: terms.priceCents,
      formerPriceCents,
      offerStartsAt: terms.startsAt.toISOString(),
      ...(terms.endsAt && { offerEndsAt: terms.endsAt.toISOString() }),
    },
  });
  return { id, wasFormerPriceBrief: days < FORMER_PRICE_WARN_DAYS };
}

/** The product's price now without its offers. */
function regularPriceCents(record: PriceRecord, now: Date): Cents {
  const nextInstant = new Date(now.getTime() + 1);
  return chargedPrices({ ...record, offers: [] }, { from: now, to: nextInstant })[0]?.cents ?? 0;
}

/**
 * Locks the product, checks that the shop sells it and that it has this size, and reads the database's clock to the
 * millisecond.
 */
async function lockProduct(tx: Tx, branch: Shop | null, { productId, sizeId }: NewOffer) {
  if (!isId(productId)) return refuse("product_not_found");
  const { rows } = await sql<{ now: Date; isSold: boolean; size: string | null }>`
    SELECT date_trunc('milliseconds', clock_timestamp()) AS now,
      ${branch === null} OR NOT p.is_local OR EXISTS (SELECT FROM shop_products own
        WHERE own.product_id = p.id AND own.shop_id = ${branch?.id ?? null}) AS "isSold",
      (SELECT n.name FROM sizes s JOIN size_names n ON n.id = s.size_name_id
        WHERE s.id = ${sizeId !== null && isId(sizeId) ? sizeId : null}::uuid AND s.product_id = p.id) AS size
    FROM products p WHERE p.id = ${productId} FOR NO KEY UPDATE`.execute(tx);
  const [product] = rows;
  if (!product) return refuse("product_not_found");
  if (!product.isSold) return refuse("not_sold_here");
  if (sizeId !== null && product.size === null) return refuse("size_not_found");
  return product;
}

interface OfferScope {
  productId: string;
  sizeId: string | null;
  /** Null: of the list price. */
  shopId: string | null;
  now: Date;
}

interface OverlapOptions {
  startsAt: Date;
  endsAt: Date | null;
  /** Whether the offer that runs now is replaced. */
  ignoresRunning: boolean;
  /** The id of an offer that the caller ends first. */
  ignoredId?: string | undefined;
}

/** Whether another offer of the same size and shop runs in that time. */
export async function overlapsOffer(
  db: Queryable,
  { productId, sizeId, shopId, now }: OfferScope,
  { startsAt, endsAt, ignoresRunning, ignoredId }: OverlapOptions,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM offers WHERE product_id = ${productId} AND size_id IS NOT DISTINCT FROM ${sizeId}
      AND shop_id IS NOT DISTINCT FROM ${shopId} AND tstzrange(starts_at, ends_at) && tstzrange(${startsAt}, ${endsAt})
      AND NOT (${ignoresRunning} AND starts_at <= ${now}) AND id IS DISTINCT FROM ${ignoredId ?? null}::uuid`.execute(
    db,
  );
  return rows.length > 0;
}

async function endRunningOffer(tx: Tx, { productId, sizeId, shopId, now }: OfferScope, by: Actor): Promise<void> {
  await sql`
    UPDATE offers SET ends_at = greatest(starts_at, ${now}), ended_at = ${now}, ended_by = ${by.name}
    WHERE product_id = ${productId} AND size_id IS NOT DISTINCT FROM ${sizeId} AND shop_id IS NOT DISTINCT FROM ${shopId}
      AND starts_at <= ${now} AND coalesce(ends_at, 'infinity') > ${now}`.execute(tx);
}

/** Ends an offer now, or cancels it before its start. */
export async function endOffer(
  app: App,
  offerId: string,
  by: Actor,
): Promise<"ended" | Refusal<"offer_not_found" | "offer_ended">> {
  if (!isId(offerId)) return refuse("offer_not_found");
  return transact(app.db, (tx) => endOfferInTransaction(tx, offerId, by));
}

/** `endOffer` in a transaction of the caller. */
export async function endOfferInTransaction(
  tx: Tx,
  offerId: string,
  by: Actor,
): Promise<"ended" | Refusal<"offer_not_found" | "offer_ended">> {
  const { rows } = await sql<{ productId: string; priceCents: Cents; isOver: boolean }>`
      SELECT product_id AS "productId", price_cents AS "priceCents", (ended_at IS NOT NULL OR coalesce(ends_at, 'infinity') <= clock_timestamp()) AS "isOver"
      FROM offers WHERE id = ${offerId} FOR UPDATE`.execute(tx);
  const [offer] = rows;
  if (!offer) return refuse("offer_not_found");
  if (offer.isOver) return refuse("offer_ended");
  await sql`
      UPDATE offers SET ends_at = greatest(starts_at, date_trunc('milliseconds', clock_timestamp())),
        ended_at = clock_timestamp(), ended_by = ${by.name} WHERE id = ${offerId}`.execute(tx);
  await logChange(tx, by, {
    action: "offer-end",
    object: { kind: "product", id: offer.productId },
    before: { priceCents: offer.priceCents },
  });
  return "ended" as const;
}

/** Ends the running and the planned offers of a product and its sizes in a shop. Returns how many. */
export async function endOffersOfProduct(
  app: App,
  shop: Shop,
  productId: string,
  by: Actor,
): Promise<number | Refusal<"product_not_found" | "offer_not_found">> {
  if (!isId(productId)) return refuse("product_not_found");
  const shopId = shop.kind === "headOffice" ? null : shop.id;
  const product = await app.db.selectFrom("products").select("id").where("id", "=", productId).executeTakeFirst();
  if (!product) return refuse("product_not_found");
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM offers WHERE product_id = ${productId} AND shop_id IS NOT DISTINCT FROM ${shopId}
      AND ended_at IS NULL AND coalesce(ends_at, 'infinity') > clock_timestamp()`.execute(app.db);
  const endedCount = await transact(app.db, async (tx) => {
    const outcomes = [];
    for (const { id } of rows) outcomes.push(await endOfferInTransaction(tx, id, by));
    return outcomes.filter((answer) => answer === "ended").length;
  });
  return endedCount === 0 ? refuse("offer_not_found") : endedCount;
}
