import { sql } from "kysely";
import { timesOfRepeatedOffer } from "../../domain/offer.ts";
import type { Cents } from "../../domain/money.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { createOfferInTransaction, type OfferRefusal } from "./create-or-end-offer.ts";

export type RepeatRefusal = OfferRefusal | Refusal<"offer_not_over">;

/** The result for one offer: the time of the new offer, or why there is none. */
export interface RepeatResult {
  product: string;
  outcome: { startsAt: Date; endsAt: Date } | RepeatRefusal;
}

interface OfferToRepeat {
  productId: string;
  product: string;
  sizeId: string | null;
  shopId: string | null;
  priceCents: Cents;
  formerPriceCents: Cents;
  startsAt: Date;
  endsAt: Date | null;
  isOver: boolean;
  now: Date;
}

/**
 * Plans ended offers again, on the same days of the week of a later year (rule OFFER-6). Each repetition is a new
 * offer: its former price is checked again (rule OFFER-4). A refused repetition does not stop the others.
 */
export async function repeatOffers(app: App, ids: readonly string[], by: Actor): Promise<RepeatResult[]> {
  const { rows } = await sql<OfferToRepeat>`
    SELECT o.product_id AS "productId", concat_ws(' ', p.name, p.color) AS product, o.size_id AS "sizeId",
      o.shop_id AS "shopId", o.price_cents AS "priceCents", o.former_price_cents AS "formerPriceCents",
      o.starts_at AS "startsAt", o.ends_at AS "endsAt", coalesce(o.ends_at <= now(), false) AS "isOver", now() AS now
    FROM offers o JOIN products p ON p.id = o.product_id WHERE o.id = ANY (${ids.filter(isId)}::uuid[])
    ORDER BY o.product_id, o.starts_at`.execute(app.db);
  const results: RepeatResult[] = [];
  for (const offer of rows) results.push({ product: offer.product, outcome: await repeatOffer(app, offer, by) });
  return results;
}

async function repeatOffer(app: App, offer: OfferToRepeat, by: Actor): Promise<RepeatResult["outcome"]> {
  const { startsAt, endsAt, isOver, now, priceCents, ...terms } = offer;
  // An offer that was cancelled before its start has no days to repeat.
  if (!isOver || endsAt === null || endsAt <= startsAt) return refuse("offer_not_over");
  const times = timesOfRepeatedOffer({ startsAt, endsAt }, now);
  const branch = terms.shopId === null ? null : ((await app.shops.byId(terms.shopId)) ?? null);
  if (terms.shopId !== null && branch === null) return refuse("not_sold_here");
  const outcome = await transact(app.db, (tx) =>
    createOfferInTransaction(tx, branch, { ...terms, price: { cents: priceCents }, ...times }, by),
  );
  return isRefusal(outcome) ? outcome : times;
}
