import type { CarrierTerms } from "../../domain/quote.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

export interface Carrier {
  id: string;
  name: string;
  description: string;
  picture: string | null;
  alert: { picture: string | null; text: string } | null;
  terms: CarrierTerms;
}

export async function listCarriers(db: Queryable): Promise<Carrier[]> {
  const rows = await db
    .selectFrom("carriers")
    .selectAll()
    .where("is_active", "=", true)
    .orderBy("position")
    .orderBy("name")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    picture: row.picture,
    alert: row.alert_text === null ? null : { picture: row.alert_picture, text: row.alert_text },
    terms: {
      priceCents: row.price_cents,
      insuranceRateBps: row.insurance_rate_bps,
      piecesFee:
        row.max_pieces === null || row.piece_cents === null
          ? null
          : { maxPieces: row.max_pieces, pieceCents: row.piece_cents },
    },
  }));
}

export async function findCarrier(db: Queryable, carrierId: string): Promise<Carrier | undefined> {
  if (!isId(carrierId)) return undefined;
  return (await listCarriers(db)).find((carrier) => carrier.id === carrierId);
}

export async function findPaymentMethod(db: Queryable, shopId: string, key: string) {
  if (key !== "MP" && key !== "TB") return undefined;
  return db
    .selectFrom("payment_methods")
    .select(["name", "checkout_message"])
    .where("shop_id", "=", shopId)
    .where("key", "=", key)
    .executeTakeFirst();
}
