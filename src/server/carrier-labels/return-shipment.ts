import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { ReturnState } from "../../domain/return.ts";
import type { Shipment } from "../adapters/carriers/carrier-provider.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { CarrierAccount } from "./account.ts";
import { weightAndDimensionsOf, type BoxChoice } from "./parcel-shipment.ts";

export interface ReturnToShip {
  id: string;
  orderId: string;
  shopId: string;
  number: number;
  state: ReturnState;
  name: string;
  phone: string;
  email: string | null;
  address: { street: string; neighborhood: string; postalCode: string; city: string; state: string } | null;
  /** The weight of the pieces whose size has a weight. */
  grams: number;
  /** The number of pieces whose size has no weight. */
  piecesWithoutWeight: number;
  goodsCents: number;
}

/** A return with the facts that its label needs. */
export async function findReturnToShip(db: Queryable, returnId: string): Promise<ReturnToShip | undefined> {
  if (!isId(returnId)) return undefined;
  const { rows } = await sql<ReturnToShip>`
    SELECT r.id, r.order_id AS "orderId", o.shop_id AS "shopId", r.number::float8 AS number, r.state,
      o.customer_name || ' ' || o.customer_last_name AS name, o.customer_phone AS phone, o.customer_email AS email,
      o.address, g.grams, g."piecesWithoutWeight", r.value_cents::float8 AS "goodsCents"
    FROM returns r JOIN orders o ON o.id = r.order_id, LATERAL (
      SELECT coalesce(sum(l.pieces * s.weight_grams), 0)::float8 AS grams,
        coalesce(sum(l.pieces) FILTER (WHERE s.weight_grams IS NULL), 0)::float8 AS "piecesWithoutWeight"
      FROM return_lines l JOIN sizes s ON s.id = l.size_id WHERE l.return_id = r.id) g
    WHERE r.id = ${returnId}`.execute(db);
  return rows[0];
}

/** The weight of the returned pieces. A piece of unknown weight counts as the account's `pieceGrams`. */
export const gramsOf = ({ grams, piecesWithoutWeight }: ReturnToShip, { pieceGrams }: CarrierAccount): number =>
  grams + piecesWithoutWeight * pieceGrams;

export type ReturnShipmentRefusal = Refusal<"return_changed" | "label_address_missing">;

/** The shipment of an approved return, from the customer to the sender address of the shop's account. */
export function toReturnShipment(
  row: ReturnToShip,
  account: CarrierAccount,
  chosenBox?: BoxChoice,
): Shipment | ReturnShipmentRefusal {
  if (row.state !== "APPROVED") return refuse("return_changed");
  if (row.address === null) return refuse("label_address_missing");
  const { street, neighborhood, postalCode, city, state } = row.address;
  const { name, phone, email } = row;
  return {
    from: { name, phone, email, street, neighborhood, postalCode, city, state, notes: "" },
    to: { ...account, name: account.senderName, phone: account.senderPhone, email: null, notes: "" },
    box: {
      ...weightAndDimensionsOf(account, { grams: gramsOf(row, account), chosen: chosenBox }),
      content: "Ropa y accesorios",
      declaredCents: row.goodsCents,
    },
  };
}
