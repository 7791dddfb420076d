import { sql } from "kysely";
import type { ParcelState } from "../../domain/parcel.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { chooseBox, type ShippingBox } from "../../domain/shipping-box.ts";
import type { Shipment } from "../adapters/carriers/carrier-provider.ts";
import type { Queryable } from "../db/connect.ts";
import type { CarrierAccount } from "./account.ts";

export interface ParcelToShip {
  id: string;
  orderId: string;
  shopId: string;
  reference: number;
  number: number;
  state: ParcelState;
  guide: string | null;
  name: string;
  phone: string;
  email: string | null;
  address: { street: string; neighborhood: string; postalCode: string; city: string; state: string } | null;
  grams: number | null;
  /** The price of its pieces, without shipping. */
  goodsCents: number;
}

/** Parcels with the data that a carrier needs, in the sequence of `ids`. Parcels of other shops are omitted. */
export async function listParcelsToShip(
  db: Queryable,
  ids: readonly string[],
  shops: "all" | readonly string[],
): Promise<ParcelToShip[]> {
  const inShops = shops === "all" ? sql`true` : sql`o.shop_id = ANY (${shops}::uuid[])`;
  const { rows } = await sql<ParcelToShip>`
    SELECT p.id, p.order_id AS "orderId", o.shop_id AS "shopId", o.reference, p.number, p.state, p.guide,
      o.customer_name || ' ' || o.customer_last_name AS name, o.customer_phone AS phone, o.customer_email AS email,
      o.address, p.weight_grams AS grams,
      (SELECT coalesce(sum(pl.pieces * l.unit_price_cents), 0) FROM parcel_lines pl
        JOIN order_lines l ON l.order_id = pl.order_id AND l.size_id = pl.size_id WHERE pl.parcel_id = p.id)::float8
        AS "goodsCents"
    FROM parcels p JOIN orders o ON o.id = p.order_id
    WHERE p.id = ANY (${ids}::uuid[]) AND ${inShops}
    ORDER BY array_position(${ids}::uuid[], p.id)`.execute(db);
  return rows;
}

export type ShipmentRefusal = Refusal<"label_not_packed" | "label_address_missing" | "label_weight_missing">;

/** The shipment of a packed parcel without a guide, in the box that was chosen or is proposed for it. */
export function toShipment(
  parcel: ParcelToShip,
  account: CarrierAccount,
  chosenBox?: BoxChoice,
): Shipment | ShipmentRefusal {
  if (parcel.state !== "PACKED" || parcel.guide !== null) return refuse("label_not_packed");
  if (parcel.address === null) return refuse("label_address_missing");
  if (parcel.grams === null) return refuse("label_weight_missing");
  const { street, neighborhood, postalCode, city, state } = parcel.address;
  return {
    from: { ...account, name: account.senderName, phone: account.senderPhone, email: null, notes: "" },
    to: {
      name: parcel.name,
      phone: parcel.phone,
      email: parcel.email,
      street,
      neighborhood,
      postalCode,
      city,
      state,
      notes: "",
    },
    box: {
      ...weightAndDimensionsOf(account, { grams: parcel.grams, chosen: chosenBox }),
      content: "Ropa y accesorios",
      declaredCents: parcel.goodsCents,
    },
  };
}

/** The id of a box (empty for the default one), or the box for which a label was quoted. */
export type BoxChoice = string | ShippingBox;

/** The weight of goods with their box, and the dimensions of the box. */
export function weightAndDimensionsOf(
  account: CarrierAccount,
  { grams, chosen }: { grams: number; chosen?: BoxChoice | undefined },
) {
  const box = typeof chosen === "object" ? chosen : chooseBox(account.boxes, { grams, chosenId: chosen });
  const { lengthCm, widthCm, heightCm, emptyGrams } = box;
  return { grams: grams + emptyGrams, lengthCm, widthCm, heightCm };
}
