import { moveIntoPresale, moveOutOfPresale, type MoveIntoPresaleRefusal } from "../catalog/move-into-presale.ts";
import { sql } from "kysely";
import { formatMexicoTime } from "../../domain/mexico-time.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { findPresale, type Presale } from "../presale-access/queries.ts";

type PresaleInputRefusal = Refusal<"presale_name_taken" | "presale_dates" | "presale_name_missing">;

/** Creates a presale and adds its products: both or neither. */
export async function makePresale(
  app: App,
  { productIds, ...input }: Omit<Presale, "id"> & { productIds: string[] },
  by: Actor,
): Promise<Presale | PresaleInputRefusal | MoveIntoPresaleRefusal> {
  const presale = { id: newId(), ...input };
  const refusal = await transact(app.db, async (tx) => {
    const inputRefusal = await checkInput(tx, presale);
    if (inputRefusal) return inputRefusal;
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
    await logChange(tx, by, { action: "presale-make", object: objectOf(presale.id), after: toLog(presale) });
    return moveIntoPresale(tx, productIds, presale.id);
  });
  return refusal ?? presale;
}

/** Checks the name and the dates. Days are compared in Mexico City's time, as the database's constraint does. */
async function checkInput(tx: Tx, input: Presale): Promise<PresaleInputRefusal | null> {
  if (input.name === "") return refuse("presale_name_missing");
  const isDeliveryTooEarly =
    input.deliversOn !== null && input.deliversOn < formatMexicoTime(input.startsAt).slice(0, 10);
  if (input.startsAt >= input.endsAt || isDeliveryTooEarly) return refuse("presale_dates");
  // Of two concurrent calls with the same name, the second finds it taken. Reads do not wait for this lock.
  await sql`LOCK TABLE presales IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  const namesake = await findPresale(tx, input.name);
  return namesake && namesake.id !== input.id ? refuse("presale_name_taken") : null;
}

const objectOf = (id: string) => ({ kind: "presale", id });

function toLog({ name, startsAt, endsAt, deliversOn }: Presale) {
  return { name, startsAt, endsAt, deliversOn };
}

function pickChangedFields(before: ReturnType<typeof toLog>, after: ReturnType<typeof toLog>) {
  const names = (Object.keys(after) as (keyof typeof after)[]).filter((name) => {
    return JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  });
  const pickChanged = (values: typeof after) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: pickChanged(before), after: pickChanged(after) };
}

/**
 * Changes a presale. Its opening cannot change once it has begun, because customers know it. A new day of delivery
 * applies to new orders. Existing orders keep theirs.
 */
export function changePresale(
  app: App,
  input: Presale,
  by: Actor,
): Promise<"changed" | PresaleInputRefusal | Refusal<"presale_not_found" | "presale_begun">> {
  return transact(app.db, async (tx) => {
    const refusal = await checkInput(tx, input);
    if (refusal) return refusal;
    const before = await findPresale(tx, input.id);
    if (!before) return refuse("presale_not_found");
    const { rows } = await sql<{ isBegun: boolean }>`
      UPDATE presales SET name = ${input.name}, starts_at = ${input.startsAt}, ends_at = ${input.endsAt},
        delivers_on = ${input.deliversOn}
      WHERE id = ${input.id} RETURNING ${before.startsAt}::timestamptz <= clock_timestamp() AS "isBegun"`.execute(tx);
    // Seconds are ignored, because the form's field for date and time has none.
    const hasOpeningChanged =
      Math.floor(before.startsAt.getTime() / 60_000) !== Math.floor(input.startsAt.getTime() / 60_000);
    if (rows[0]!.isBegun && hasOpeningChanged) return refuse("presale_begun");
    await logChange(tx, by, {
      action: "presale-change",
      object: objectOf(input.id),
      ...pickChangedFields(toLog(before), toLog(input)),
    });
    return "changed";
  });
}

interface ProductsToMove {
  presaleId: string;
  productIds: string[];
  isRemoval: boolean;
}

/**
 * Moves products into a presale, so that only its codes show them, or out of it into normal sale.
 * `product_not_in_presale`: one of them left the presale since the caller read it. Then none is moved.
 */
export async function movePresaleProducts(
  app: App,
  { presaleId, productIds, isRemoval }: ProductsToMove,
  by: Actor,
): Promise<"done" | MoveIntoPresaleRefusal | Refusal<"product_not_in_presale">> {
  return transact(app.db, async (tx) => {
    const move = isRemoval ? moveOutOfPresale : moveIntoPresale;
    const refusal = await move(tx, productIds, presaleId);
    if (refusal) return refusal;
    const { rows } = await sql<{ name: string }>`SELECT name FROM products WHERE id = ANY (${productIds})`.execute(tx);
    const action = isRemoval ? "presale-take-out" : "presale-put-in";
    const products = rows.map(({ name }) => name);
    await logChange(tx, by, { action, object: objectOf(presaleId), after: { products } });
    return "done" as const;
  });
}

/** Opens a presale before its planned time. Returns false if it has already begun. */
export function openPresale(app: App, presaleId: string, by: Actor): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      UPDATE presales SET starts_at = clock_timestamp()
      WHERE id = ${presaleId} AND starts_at > clock_timestamp()`.execute(tx);
    if (numAffectedRows === 1n) await logChange(tx, by, { action: "presale-open", object: objectOf(presaleId) });
    return numAffectedRows === 1n;
  });
}

export interface PresaleOverview extends Presale {
  productCount: number;
  /** Codes that are not revoked, not past an end of their own and have uses left. */
  usableCodeCount: number;
  orderCount: number;
}

export async function listPresales(db: Queryable): Promise<PresaleOverview[]> {
  const { rows } = await sql<PresaleOverview>`
    SELECT p.id, p.name, p.starts_at AS "startsAt", p.ends_at AS "endsAt", p.delivers_on::text AS "deliversOn",
      (SELECT count(*) FROM products g WHERE g.presale_id = p.id) AS "productCount",
      (SELECT count(*) FROM access_codes a WHERE a.presale_id = p.id AND a.revoked_at IS NULL
        AND coalesce(a.ends_at > clock_timestamp(), true) AND coalesce(a.uses < a.max_uses, true)) AS "usableCodeCount",
      (SELECT count(*) FROM orders o WHERE o.presale_id = p.id) AS "orderCount"
    FROM presales p ORDER BY p.starts_at DESC, p.id`.execute(db);
  return rows;
}
