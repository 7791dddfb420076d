import { sql } from "kysely";
import { stateOfPostalCode } from "../../domain/postal-code.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { CarrierQuote, Shipment } from "../adapters/carriers/carrier-provider.ts";
import type { App } from "../app.ts";
import { findPostalCode } from "../postal-codes/queries.ts";
import type { CarrierAccount } from "./account.ts";
import { weightAndDimensionsOf } from "./parcel-shipment.ts";
import { openProvider } from "./open-provider.ts";

export interface QuotedParcel {
  shopId: string;
  /** The provider's name of the carrier. */
  carrier: string;
  postalCode: string;
  kilograms: number;
}

interface StoredQuotes {
  /** When the provider was last called. */
  calledAt: Date;
  /** When the provider last answered. */
  quotedAt: Date | null;
  quotes: CarrierQuote[] | null;
}

/** Quotes are fetched again after this time. */
const FRESH_MS = 30 * 60_000;
/** A failed call is retried after this time. */
const RETRY_MS = 5 * 60_000;
/** Older quotes are not used. */
const VALID_MS = 24 * 3_600_000;
/** How many calls this process makes at the same time. Further calls are not made: stored quotes are used, if any. */
const MAX_CALLS = 16;

const runningCalls = new WeakMap<App, Map<string, Promise<CarrierQuote[] | null>>>();

/**
 * The quotes of a carrier for a parcel: stored ones, or new ones from the provider, which has 1.3 seconds to answer
 * (`CARRIER_TIMEOUTS`). Without `mayFetch` only stored ones. Null if there are none. If the provider does not answer,
 * stored quotes are used for a day.
 */
export async function findQuotes(app: App, parcel: QuotedParcel, mayFetch: boolean): Promise<CarrierQuote[] | null> {
  const storedQuotes = await findStoredQuotes(app, parcel);
  const now = Date.now();
  const validQuotes =
    storedQuotes?.quotedAt && now - storedQuotes.quotedAt.getTime() < VALID_MS ? storedQuotes.quotes : null;
  if (!mayFetch) return validQuotes;
  if (storedQuotes) {
    const wasLastCallAnswered = storedQuotes.quotedAt?.getTime() === storedQuotes.calledAt.getTime();
    if (now - storedQuotes.calledAt.getTime() < (wasLastCallAnswered ? FRESH_MS : RETRY_MS)) return validQuotes;
  }
  return (await fetchQuotesOnce(app, parcel)) ?? validQuotes;
}

/** Shares one call among all customers who need the same quotes at the same time. */
async function fetchQuotesOnce(app: App, parcel: QuotedParcel): Promise<CarrierQuote[] | null> {
  const calls = runningCalls.get(app) ?? new Map<string, Promise<CarrierQuote[] | null>>();
  runningCalls.set(app, calls);
  const key = Object.values(parcel).join(" ");
  const runningCall = calls.get(key);
  if (runningCall) return runningCall;
  if (calls.size >= MAX_CALLS) return null;
  const call = fetchQuotes(app, parcel).finally(() => calls.delete(key));
  calls.set(key, call);
  return call;
}

async function fetchQuotes(app: App, parcel: QuotedParcel): Promise<CarrierQuote[] | null> {
  const access = await openProvider(app, parcel.shopId);
  if (isRefusal(access)) return null;
  const shipment = await toQuoteShipment(app, access.account, parcel);
  const answer = await access.provider.quote(shipment, parcel.carrier, "interactive");
  // A refusal is stored as no quotes, so the carrier keeps its own price.
  const quotes = answer.outcome === "quoted" ? answer.quotes : answer.outcome === "refused" ? [] : null;
  await storeQuotes(app, parcel, quotes);
  return quotes;
}

async function toQuoteShipment(app: App, account: CarrierAccount, parcel: QuotedParcel): Promise<Shipment> {
  const { postalCode, kilograms } = parcel;
  const area = await findPostalCode(app.genericPlanDb, postalCode);
  const state = stateOfPostalCode(postalCode)!;
  return {
    from: { ...account, name: account.senderName, phone: account.senderPhone, email: null, notes: "" },
    // A quote needs no personal data.
    to: {
      name: "Destinatario",
      phone: account.senderPhone,
      email: null,
      street: "Calle 1",
      neighborhood: area?.neighborhoods[0] ?? "Centro",
      city: area?.city || state,
      state,
      postalCode,
      notes: "",
    },
    box: {
      // `kilograms` includes the weight of the box. The box is chosen as if the goods alone weighed that much, and its
      // weight is not added again.
      ...weightAndDimensionsOf(account, { grams: kilograms * 1_000 }),
      grams: kilograms * 1_000,
      content: "Ropa y accesorios",
      declaredCents: 0,
    },
  };
}

async function findStoredQuotes({ genericPlanDb }: App, parcel: QuotedParcel): Promise<StoredQuotes | undefined> {
  return genericPlanDb
    .selectFrom("carrier_quotes")
    .select(["requested_at as calledAt", "quoted_at as quotedAt", "quotes"])
    .where("shop_id", "=", parcel.shopId)
    .where("carrier", "=", parcel.carrier)
    .where("postal_code", "=", parcel.postalCode)
    .where("kilograms", "=", parcel.kilograms)
    .executeTakeFirst();
}

/** Stores quotes. Null is a failed call: the previous quotes and their time are kept. */
async function storeQuotes({ db }: App, parcel: QuotedParcel, quotes: CarrierQuote[] | null): Promise<void> {
  const json = quotes && JSON.stringify(quotes);
  const { shopId, carrier, postalCode, kilograms } = parcel;
  await sql`
    INSERT INTO carrier_quotes AS q (shop_id, carrier, postal_code, kilograms, requested_at, quoted_at, quotes)
    VALUES (${shopId}, ${carrier}, ${postalCode}, ${kilograms}, now(), CASE WHEN ${json}::jsonb IS NOT NULL THEN now() END,
      ${json}::jsonb)
    ON CONFLICT (shop_id, carrier, postal_code, kilograms) DO UPDATE SET requested_at = excluded.requested_at,
      quoted_at = coalesce(excluded.quoted_at, q.quoted_at), quotes = coalesce(excluded.quotes, q.quotes)`.execute(db);
}

/** Job: deletes the quotes for which the provider was not called for a day. */
export async function purgeQuotes({ db }: App): Promise<void> {
  await sql`DELETE FROM carrier_quotes WHERE requested_at < now() - ${VALID_MS} * interval '1 millisecond'`.execute(db);
}
