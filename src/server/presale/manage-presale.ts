import { moveIntoPresale, type MoveIntoPresaleRefusal } from "../catalog/move-into-presale.ts";
import { sql } from "kysely";
import { writeMexicoTime } from "../../domain/mexico-time.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { findPresale, type Presale } from "../presale-access/queries.ts";

type DatesRefusal = Refusal<"presale_name_taken" | "presale_dates" | "presale_name_missing">;

/** Makes a presale and puts its products in: both or neither. */
export async function makePresale(
  app: App,
  { productIds, ...wish }: Omit<Presale, "id"> & { productIds: string[] },
  by: Actor,
): Promise<Presale | DatesRefusal | MoveIntoPresaleRefusal> {
  const presale = { id: newId(), ...wish };
  const refused = await transact(app.db, async (tx) => {
    const wrong = await checkInput(tx, presale);
    if (wrong) return wrong;
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
    await logChange(tx, by, { act: "presale-make", object: objectOf(presale.id), after: toLog(presale) });
    return moveIntoPresale(tx, productIds, presale.id);
  });
  if (refused) return refused;
  app.productChanges.touch(productIds);
  return presale;
}

/** Days are compared in Mexico City, as people mean them; the data's own check is the same. */
async function checkInput(tx: Tx, wish: Presale): Promise<DatesRefusal | null> {
  if (wish.name === "") return refuse("presale_name_missing");
  const isLate = wish.deliversOn !== null && wish.deliversOn < writeMexicoTime(wish.startsAt).slice(0, 10);
  if (wish.startsAt >= wish.endsAt || isLate) return refuse("presale_dates");
  // Of two that take one name at a moment the second finds it taken; who only reads does not wait.
  await sql`LOCK TABLE presales IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  const same = await findPresale(tx, wish.name);
  return same && same.id !== wish.id ? refuse("presale_name_taken") : null;
}

const objectOf = (id: string) => ({ kind: "presale", id });

function toLog({ name, startsAt, endsAt, deliversOn }: Presale) {
  return { name, startsAt, endsAt, deliversOn };
}

function difference(before: ReturnType<typeof toLog>, after: ReturnType<typeof toLog>) {
  const names = (Object.keys(after) as (keyof typeof after)[]).filter((name) => {
    return JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  });
  const only = (of: typeof after) => Object.fromEntries(names.map((name) => [name, of[name]]));
  return { before: only(before), after: only(after) };
}

/**
 * Changes a presale. Its opening stays once it has begun: people were told. A new day of delivery is for orders from now
 * on; those there are keep theirs.
 */
export function changePresale(
  app: App,
  wish: Presale,
  by: Actor,
): Promise<"changed" | DatesRefusal | Refusal<"presale_not_found" | "presale_begun">> {
  return transact(app.db, async (tx) => {
    const wrong = await checkInput(tx, wish);
    if (wrong) return wrong;
    const before = await findPresale(tx, wish.id);
    if (!before) return refuse("presale_not_found");
    const { rows } = await sql<{ isBegun: boolean }>`
      UPDATE presales SET name = ${wish.name}, starts_at = ${wish.startsAt}, ends_at = ${wish.endsAt},
        delivers_on = ${wish.deliversOn}
      WHERE id = ${wish.id} RETURNING ${before.startsAt}::timestamptz <= clock_timestamp() AS "isBegun"`.execute(tx);
    // A date field knows no seconds.
    const isMoved = Math.floor(before.startsAt.getTime() / 60_000) !== Math.floor(wish.startsAt.getTime() / 60_000);
    if (rows[0]!.isBegun && isMoved) return refuse("presale_begun");
    await logChange(tx, by, {
      act: "presale-change",
      object: objectOf(wish.id),
      ...difference(toLog(before), toLog(wish)),
    });
    return "changed";
  });
}

/** Moves products into a presale, where only its code finds them, or out of it into normal sale. */
export async function putInPresale(
  app: App,
  { presaleId, productIds, isOut }: { presaleId: string; productIds: string[]; isOut: boolean },
  by: Actor,
): Promise<"done" | MoveIntoPresaleRefusal> {
  const refused = await transact(app.db, async (tx) => {
    const wrong = await moveIntoPresale(tx, productIds, isOut ? null : presaleId);
    if (wrong) return wrong;
    const { rows } = await sql<{ name: string }>`SELECT name FROM products WHERE id = ANY (${productIds})`.execute(tx);
    const act = isOut ? "presale-take-out" : "presale-put-in";
    const products = rows.map(({ name }) => name);
    await logChange(tx, by, { act, object: objectOf(presaleId), after: { products } });
    return null;
  });
  app.productChanges.touch(productIds);
  return refused ?? "done";
}

/** Opens a presale now that would open later. False where it has begun already. */
export function openPresale(app: App, presaleId: string, by: Actor): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      UPDATE presales SET starts_at = clock_timestamp()
      WHERE id = ${presaleId} AND starts_at > clock_timestamp()`.execute(tx);
    if (numAffectedRows === 1n) await logChange(tx, by, { act: "presale-open", object: objectOf(presaleId) });
    return numAffectedRows === 1n;
  });
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
