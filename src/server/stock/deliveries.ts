import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { lockSizes, MAX_PIECES, writeMovements, type MovedPieces } from "./write-movements.ts";

/** Staff enter a longer delivery as two. */
export const MAX_DELIVERY_LINES = 500;

export interface NewDelivery {
  /** Generated with the preview, so that a delivery submitted twice is received once. */
  id: string;
  reason: string;
  movements: readonly MovedPieces[];
}

type DeliveryRefusal = Refusal<"size_not_found" | "too_many" | "delivery_empty" | "delivery_long">;

/**
 * Receives a delivery, completely or not at all, under one number. Returns its id and number, those of the first
 * request if it is repeated.
 */
export async function receiveDelivery(
  app: App,
  { id, reason, movements }: NewDelivery,
  by: Actor,
): Promise<{ id: string; number: number } | DeliveryRefusal> {
  if (movements.length === 0) return refuse("delivery_empty");
  if (movements.length > MAX_DELIVERY_LINES) return refuse("delivery_long");
  const ids = movements.map(({ sizeId }) => sizeId);
  if (![id, ...ids].every(isId) || new Set(ids).size < ids.length) return refuse("size_not_found");
  if (movements.some(({ pieces }) => pieces < 1 || pieces > MAX_PIECES)) return refuse("too_many");
  return transact(app.db, async (tx) => {
    const number = await insertDelivery(tx, id, reason, by);
    if (number === undefined) return { id, number: await getDeliveryNumber(tx, id) };
    const sizes = await lockSizes(tx, ids);
    if (sizes.size < ids.length) return refuse("size_not_found");
    if (movements.some(({ sizeId, pieces }) => sizes.get(sizeId)!.available + pieces > MAX_PIECES))
      return refuse("too_many");
    await writeMovements(tx, movements, { kind: "receipt", reason, actor: by.name, deliveryId: id });
    const pieces = movements.reduce((sum, movement) => sum + movement.pieces, 0);
    const object = { kind: "delivery", id };
    await logChange(tx, by, { action: "delivery", object, after: { delivery: number, pieces, reason } });
    for (const { sizeId, pieces: receivedPieces } of movements) {
      const { available } = sizes.get(sizeId)!;
      await logChange(tx, by, {
        action: "stock-receive",
        object: { kind: "size", id: sizeId },
        before: { available },
        after: { available: available + receivedPieces, delivery: number, reason },
      });
    }
    return { id, number };
  });
}

/** Inserts a delivery. Undefined if it exists. A concurrent request waits here and then finds it. */
async function insertDelivery(tx: Tx, id: string, reason: string, by: Actor): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    INSERT INTO deliveries (id, reason, actor) VALUES (${id}, ${reason}, ${by.name})
    ON CONFLICT (id) DO NOTHING RETURNING number`.execute(tx);
  return rows[0]?.number;
}

async function getDeliveryNumber(tx: Tx, id: string): Promise<number> {
  const row = await tx.selectFrom("deliveries").select("number").where("id", "=", id).executeTakeFirstOrThrow();
  return row.number;
}

/**
 * Undoes a delivery completely, with an opposite stock movement for each of its own. Refused if a size
 * has fewer available pieces than the delivery brought: they were sold, held or removed.
 */
export async function undoDelivery(
  app: App,
  id: string,
  by: Actor,
): Promise<"undone" | Refusal<"delivery_not_found" | "delivery_undone" | "delivery_sold">> {
  if (!isId(id)) return refuse("delivery_not_found");
  return transact(app.db, async (tx) => {
    const delivery = await lockDelivery(tx, id);
    if (!delivery) return refuse("delivery_not_found");
    if (delivery.undone_at) return refuse("delivery_undone");
    const lines = await tx
      .selectFrom("stock_movements")
      .select(["size_id", "pieces"])
      .where("delivery_id", "=", id)
      .execute();
    const sizes = await lockSizes(
      tx,
      lines.map((line) => line.size_id),
    );
    if (lines.some((line) => sizes.get(line.size_id)!.available < line.pieces)) return refuse("delivery_sold");
    const movements = lines.map((line) => ({ sizeId: line.size_id, pieces: -line.pieces }));
    const reason = `Se deshizo la entrega ${delivery.number}`;
    await writeMovements(tx, movements, { kind: "receipt", reason, actor: by.name, deliveryId: id });
    await tx
      .updateTable("deliveries")
      .set({ undone_at: sql<Date>`clock_timestamp()` })
      .where("id", "=", id)
      .execute();
    await logChange(tx, by, { action: "delivery-undo", object: { kind: "delivery", id } });
    for (const { sizeId, pieces } of movements) {
      const { available } = sizes.get(sizeId)!;
      await logChange(tx, by, {
        action: "stock-receive-undo",
        object: { kind: "size", id: sizeId },
        before: { available },
        after: { available: available + pieces, delivery: delivery.number },
      });
    }
    return "undone" as const;
  });
}

function lockDelivery(tx: Tx, id: string) {
  return tx
    .selectFrom("deliveries")
    .select(["number", "undone_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export interface Delivery {
  id: string;
  number: number;
  reason: string;
  actor: string;
  receivedAt: Date;
  undoneAt: Date | null;
  pieces: number;
}

const DELIVERY_COLUMNS = sql`d.id, d.number, d.reason, d.actor, d.received_at AS "receivedAt", d.undone_at AS "undoneAt",
  (SELECT coalesce(sum(m.pieces) FILTER (WHERE m.pieces > 0), 0)::int FROM stock_movements m WHERE m.delivery_id = d.id)
    AS pieces`;

/** The last ten deliveries, newest first. */
export async function listDeliveries(db: Queryable): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    SELECT ${DELIVERY_COLUMNS} FROM deliveries d ORDER BY d.number DESC LIMIT 10`.execute(db);
  return rows;
}

export interface DeliveryLine {
  sizeId: string;
  product: string;
  sizeName: string;
  pieces: number;
}

export async function findDelivery(
  db: Queryable,
  id: string,
): Promise<(Delivery & { lines: DeliveryLine[] }) | undefined> {
  const { rows } = await sql<Delivery & { lines: DeliveryLine[] }>`
    SELECT ${DELIVERY_COLUMNS}, (
      SELECT json_agg(json_build_object('sizeId', s.id, 'sizeName', n.name, 'pieces', m.pieces,
        'product', concat_ws(' · ', p.name, p.color)) ORDER BY p.name, n.position)
      FROM stock_movements m JOIN sizes s ON s.id = m.size_id JOIN size_names n ON n.id = s.size_name_id
        JOIN products p ON p.id = s.product_id
      WHERE m.delivery_id = d.id AND m.pieces > 0) AS lines
    FROM deliveries d WHERE d.id = ${id}`.execute(db);
  return rows[0];
}
