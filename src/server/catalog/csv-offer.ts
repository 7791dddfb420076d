import { sql, type RawBuilder } from "kysely";
import { endOfDay } from "../../domain/dates.ts";
import { isDay, readMexicoTime } from "../../domain/mexico-time.ts";
import type { Cents } from "../../domain/money.ts";
import { checkOfferTerms } from "../../domain/offer.ts";
import { daysCharged } from "../../domain/price-history.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { refusalText } from "../../domain/refusal-text.ts";
import type { Actor } from "../change-log/change-log.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { findPriceRecord } from "../offers/price-record.ts";
import { endOfferInTransaction, overlapsOffer, createOfferInTransaction } from "../offers/create-or-end-offer.ts";
import { readPrice } from "./csv-cells.ts";
import { SHOP_CSV_OFFER_COLUMNS } from "./shop-csv-columns.ts";

/**
 * The stored offer of a product that a CSV contains: the running one that lowers the list price of all sizes, or else
 * the next one.
 */
export interface ExportedOffer {
  id: string;
  priceCents: Cents;
  formerPriceCents: Cents;
  /** Days in Mexico City: "2026-11-20". */
  firstDay: string;
  lastDay: string | null;
  isRunning: boolean;
}

/** An offer in an imported file. `isSameOffer` compares only the fields that are defined. */
export interface ImportedOffer {
  priceCents: Cents;
  /** Undefined: the list price. */
  formerPriceCents?: Cents;
  /** Undefined: now. */
  firstDay?: string;
  /** Undefined: that of the product's offer. Null, or no such offer: until staff end it. */
  lastDay?: string | null;
}

/** SQL: the ExportedOffer of the product `p`, as JSON. NULL without one. */
export const EXPORTED_OFFER: RawBuilder<ExportedOffer | null> = sql`(
  SELECT json_build_object('id', o.id, 'priceCents', o.price_cents, 'formerPriceCents', o.former_price_cents,
    'firstDay', to_char(o.starts_at AT TIME ZONE 'America/Mexico_City', 'YYYY-MM-DD'),
    'lastDay', to_char(o.ends_at AT TIME ZONE 'America/Mexico_City', 'YYYY-MM-DD'), 'isRunning', o.starts_at <= now())
  FROM offers o WHERE o.product_id = p.id AND o.size_id IS NULL AND o.shop_id IS NULL AND o.ended_at IS NULL
    AND coalesce(o.ends_at, 'infinity') > now()
  ORDER BY o.starts_at LIMIT 1)`;

/** Reads the cells of an offer in the shop's own CSV. Undefined without the price column, null if its cell is empty. */
export function readOfferCells(
  cellOf: (column: string) => string | undefined,
): ImportedOffer | null | undefined | { problem: string } {
  const priceCell = cellOf(SHOP_CSV_OFFER_COLUMNS.price);
  if (priceCell === undefined) return undefined;
  if (priceCell.trim() === "") return null;
  const priceCents = readPrice(priceCell);
  if (priceCents === undefined) return { problem: `${SHOP_CSV_OFFER_COLUMNS.price} no es un precio` };
  const formerPriceCell = cellOf(SHOP_CSV_OFFER_COLUMNS.formerPrice)?.trim() ?? "";
  const formerPriceCents = formerPriceCell === "" ? undefined : readPrice(formerPriceCell);
  if (formerPriceCell !== "" && formerPriceCents === undefined)
    return { problem: `${SHOP_CSV_OFFER_COLUMNS.formerPrice} no es un precio` };
  const [firstDay, lastDay] = [
    readDay(cellOf(SHOP_CSV_OFFER_COLUMNS.from)),
    readDay(cellOf(SHOP_CSV_OFFER_COLUMNS.until)),
  ];
  if (firstDay === null) return { problem: `${SHOP_CSV_OFFER_COLUMNS.from} no es un día, p. ej. 2026-11-20` };
  if (lastDay === null) return { problem: `${SHOP_CSV_OFFER_COLUMNS.until} no es un día, p. ej. 2026-11-30` };
  return {
    priceCents,
    ...(formerPriceCents !== undefined && { formerPriceCents }),
    ...(firstDay && { firstDay }),
    ...(lastDay !== undefined && { lastDay: lastDay || null }),
  };
}

/**
 * "2026-11-20", also from "20/11/2026" as spreadsheets write it. Undefined without the column, empty for an empty cell,
 * null for any other text.
 */
function readDay(cell: string | undefined): string | null | undefined {
  if (cell === undefined) return undefined;
  const text = cell.trim();
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const iso = year === undefined ? text : `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
  return iso === "" || isDay(iso) ? iso : null;
}

/** Whether each field that the file has equals the product's offer. */
export function isSameOffer(existingOffer: ExportedOffer | null, offer: ImportedOffer | null | undefined): boolean {
  if (offer === undefined) return true;
  if (offer === null || existingOffer === null) return offer === existingOffer;
  const { priceCents, formerPriceCents, firstDay, lastDay } = offer;
  return (
    priceCents === existingOffer.priceCents &&
    (formerPriceCents === undefined || formerPriceCents === existingOffer.formerPriceCents) &&
    (firstDay === undefined || firstDay === existingOffer.firstDay) &&
    (lastDay === undefined || lastDay === existingOffer.lastDay)
  );
}

interface OfferOfProduct {
  offer: ImportedOffer;
  existingProduct: { id: string; priceCents: Cents; offer: ExportedOffer | null };
  /** The list price in the file, which the import stores, too. Undefined: the file has none. */
  priceCents: Cents | undefined;
}

/** Why an offer of a file cannot be stored, or undefined (rules OFFER-1, OFFER-4). */
export async function importedOfferProblem(
  db: Queryable,
  { offer, existingProduct, priceCents }: OfferOfProduct,
): Promise<string | undefined> {
  const now = new Date();
  const terms = checkOfferTerms(
    {
      priceCents: offer.priceCents,
      formerPriceCents: offer.formerPriceCents ?? priceCents ?? existingProduct.priceCents,
      ...periodOf(offer, existingProduct.offer, now),
    },
    now,
  );
  if (isRefusal(terms)) return refusalText(terms.refused, "staff");
  const record = await findPriceRecord(db, null, { productId: existingProduct.id, sizeId: null });
  const isCharged = daysCharged(record, terms.formerPriceCents, terms.startsAt) > 0;
  if (!isCharged) return refusalText("former_price_never_charged", "staff");
  // `storeImportedOffer` ends a planned offer first. An offer that starts now replaces the running one.
  const overlaps = await overlapsOffer(
    db,
    { productId: existingProduct.id, sizeId: null, shopId: null, now },
    {
      ...terms,
      ignoresRunning: terms.startsAt <= now,
      ignoredId: existingProduct.offer?.isRunning ? undefined : existingProduct.offer?.id,
    },
  );
  return overlaps ? refusalText("offer_overlaps", "staff") : undefined;
}

/**
 * Stores the offer of the file, after `importedOfferProblem` found no problem. It replaces a planned offer, and a
 * running one if it starts now. Null ends the product's offer.
 */
export async function storeImportedOffer(
  tx: Tx,
  { offer, existingProduct }: { offer: ImportedOffer | null; existingProduct: OfferOfProduct["existingProduct"] },
  by: Actor,
): Promise<void> {
  const now = new Date();
  if (existingProduct.offer && (offer === null || !existingProduct.offer.isRunning))
    await endOfferInTransaction(tx, existingProduct.offer.id, by);
  if (offer === null) return;
  const { startsAt, endsAt } = periodOf(offer, existingProduct.offer, now);
  const outcome = await createOfferInTransaction(
    tx,
    null,
    {
      productId: existingProduct.id,
      sizeId: null,
      price: { cents: offer.priceCents },
      formerPriceCents: offer.formerPriceCents ?? null,
      startsAt: startsAt <= now ? null : startsAt,
      endsAt,
    },
    by,
  );
  if (isRefusal(outcome)) throw new Error(`the offer of an imported product was checked before: ${outcome.refused}`);
}

/**
 * The period of an offer. A first day that has begun means now. Without a column of the last day, the last day of the
 * product's offer applies.
 */
function periodOf(
  offer: ImportedOffer,
  existingOffer: ExportedOffer | null,
  now: Date,
): { startsAt: Date; endsAt: Date | null } {
  const firstDayStart = offer.firstDay === undefined ? null : readMexicoTime(offer.firstDay);
  const lastDay = offer.lastDay === undefined ? existingOffer?.lastDay : offer.lastDay;
  const lastDayStart = lastDay ? readMexicoTime(lastDay) : null;
  return {
    startsAt: firstDayStart === null || firstDayStart <= now ? now : firstDayStart,
    endsAt: lastDayStart && endOfDay(lastDayStart),
  };
}
