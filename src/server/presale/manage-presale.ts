import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { findPresale, type Presale } from "./queries.ts";

type PutRefusal = Refusal<"product_not_found" | "product_in_carts">;

/** Makes a presale and puts its products in: both or neither. */
export async function makePresale(
  app: App,
  { productIds, ...wish }: Omit<Presale, "id"> & { productIds: string[] },
): Promise<Presale | Refusal<"presale_name_taken" | "presale_dates"> | PutRefusal> {
  // Days are compared in Mexico City, as people mean them; the data's own check is the same.
  const startDay = new Date(wish.startsAt.getTime() - 6 * 3_600_000).toISOString().slice(0, 10);
  const isLate = wish.deliversOn !== null && wish.deliversOn < startDay;
  if (wish.startsAt >= wish.endsAt || isLate) return refuse("presale_dates");
  if (await findPresale(app.db, wish.name)) return refuse("presale_name_taken");
  const presale = { id: newId(), ...wish };
  const refused = await transact(app.db, async (tx) => {
    await tx
      .insertInto("presales")
      .values({
        id: presale.id,
        name: presale.name,
        starts_at: presale.startsAt,
        ends_at: presale.endsAt,
        delivers_on: presale.deliversOn,
      })
      .execute();
    return put(tx, productIds, presale.id);
  });
  if (refused) return refused;
  app.touches.touch(productIds);
  return presale;
}

/** Moves products into a presale, where only its code finds them, or out of it into normal sale. */
export async function putInPresale(
  app: App,
  { presaleId, productIds, isOut }: { presaleId: string; productIds: string[]; isOut: boolean },
): Promise<"done" | PutRefusal> {
  const refused = await transact(app.db, (tx) => put(tx, productIds, isOut ? null : presaleId));
  app.touches.touch(productIds);
  return refused ?? "done";
}

/**
 * A live cart that holds the product would mix from now on, so that one is not moved. Sizes are locked first: an add that
 * waits for them is judged by what it finds then (the trigger of 0016_presale.sql).
 */
async function put(tx: Tx, productIds: readonly string[], presaleId: string | null): Promise<PutRefusal | null> {
  if (!productIds.every(isId)) return refuse("product_not_found");
  await sql`SELECT FROM sizes WHERE product_id = ANY (${productIds}) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql`
    SELECT FROM cart_lines l JOIN carts c ON c.id = l.cart_id JOIN sizes s ON s.id = l.size_id
    WHERE s.product_id = ANY (${productIds}) AND c.state = 'active' LIMIT 1`.execute(tx);
  if (rows.length > 0) return refuse("product_in_carts");
  const { numAffectedRows } = await sql`
    UPDATE products SET presale_id = ${presaleId} WHERE id = ANY (${productIds})`.execute(tx);
  return Number(numAffectedRows ?? 0n) === new Set(productIds).size ? null : refuse("product_not_found");
}

/** Opens a presale now that would open later. False where it has begun already. */
export async function openPresale(db: Queryable, presaleId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE presales SET starts_at = clock_timestamp()
    WHERE id = ${presaleId} AND starts_at > clock_timestamp()`.execute(db);
  return numAffectedRows === 1n;
}

export interface PresaleOverview extends Presale {
  products: number;
  /** Codes that open it, or will. */
  codes: number;
  orders: number;
}

export async function listPresales(db: Queryable): Promise<PresaleOverview[]> {
  const { rows } = await sql<PresaleOverview>`
    SELECT p.id, p.name, p.starts_at AS "startsAt", p.ends_at AS "endsAt", p.delivers_on::text AS "deliversOn",
      (SELECT count(*) FROM products g WHERE g.presale_id = p.id) AS products,
      (SELECT count(*) FROM access_codes a WHERE a.presale_id = p.id AND a.revoked_at IS NULL
        AND coalesce(a.ends_at > clock_timestamp(), true) AND coalesce(a.uses < a.max_uses, true)) AS codes,
      (SELECT count(*) FROM orders o WHERE o.presale_id = p.id) AS orders
    FROM presales p ORDER BY p.starts_at DESC, p.id`.execute(db);
  return rows;
}
