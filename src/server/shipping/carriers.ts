import type { Selectable } from "kysely";
import type { ShippingDays } from "../../domain/delivery-estimate.ts";
import type { LivePricing } from "../../domain/live-price.ts";
import type { CarrierTerms } from "../../domain/quote.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { Schema } from "../db/schema.ts";

export interface Carrier {
  id: string;
  name: string;
  description: string;
  picture: string | null;
  alert: { picture: string | null; text: string } | null;
  /** How many business days a delivery takes. Null if the carrier states none. */
  days: ShippingDays | null;
  /** Which quote of the provider is the price. Null if the price is `terms.priceCents`. */
  livePricing: LivePricing | null;
  terms: CarrierTerms;
}

/** The carriers that a shop offers: all except those it has withdrawn. */
export async function listCarriers(db: Queryable, shopId: string): Promise<Carrier[]> {
  return (await listAllCarriers(db, shopId)).filter((carrier) => carrier.isOffered);
}

/** Every active carrier, and whether this shop offers it. */
export async function listAllCarriers(db: Queryable, shopId: string): Promise<(Carrier & { isOffered: boolean })[]> {
  const rows = await db
    .selectFrom("carriers")
    .leftJoin("withdrawn_carriers as w", (join) =>
      join.onRef("w.carrier_id", "=", "carriers.id").on("w.shop_id", "=", shopId),
    )
    .selectAll("carriers")
    .select("w.carrier_id as withdrawn")
    .where("is_active", "=", true)
    .orderBy("position")
    .orderBy("name")
    .execute();
  return rows.map((row) => ({ isOffered: row.withdrawn === null, ...toCarrier(row) }));
}

/** A row of `carriers`. */
export type CarrierRow = Omit<Selectable<Schema["carriers"]>, "is_active" | "position">;

export function toCarrier(row: CarrierRow): Carrier {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    picture: row.picture,
    alert: row.alert_text === null ? null : { picture: row.alert_picture, text: row.alert_text },
    days:
      row.min_business_days === null || row.max_business_days === null
        ? null
        : { min: row.min_business_days, max: row.max_business_days },
    livePricing:
      row.provider_carrier === null ? null : { carrier: row.provider_carrier, service: row.provider_service },
    terms: {
      priceCents: row.price_cents,
      insuranceRateBps: row.insurance_rate_bps,
      piecesFee:
        row.included_pieces === null || row.extra_piece_cents === null
          ? null
          : { includedPieces: row.included_pieces, pieceCents: row.extra_piece_cents },
    },
  };
}

/** An active carrier, for a parcel. Undefined if there is none with this id. */
export async function findActiveCarrier(
  db: Queryable,
  carrierId: string,
): Promise<Pick<Carrier, "id" | "name" | "description"> | undefined> {
  if (!isId(carrierId)) return undefined;
  return db
    .selectFrom("carriers")
    .select(["id", "name", "description"])
    .where("id", "=", carrierId)
    .where("is_active", "=", true)
    .executeTakeFirst();
}
