import { sql } from "kysely";
import { isActionPossible } from "../../domain/order-actions.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import { returnPieces, takePieces } from "../cart/queries.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { hasPackedPieces } from "../order-parcels/packed-parcels.ts";
import { lockOrder } from "./move-order.ts";

export interface SizeChange {
  orderId: string;
  fromSizeId: string;
  toSizeId: string;
  /** The number of pieces whose size changes: from 1 to all of the line. */
  pieces: number;
  /** The line's number of pieces that staff saw. The change is refused if it has changed since. */
  seenPieces: number;
  by: Actor;
}

type SizeRefusal = Refusal<
  | "order_not_found"
  | "order_changed"
  | "too_late"
  | "size_not_found"
  | "size_of_ticket"
  | "size_price_differs"
  | "too_few"
  | "pieces_wrong"
  | "pieces_packed"
>;

interface Line {
  position: number;
  size_id: string;
  product_id: string;
  name: string;
  is_digital: boolean;
  pieces: number;
  held: number;
  unit_price_cents: number;
  discount_cents: number;
  is_wholesale: boolean | null;
}

/**
 * Changes the size of pieces of an order before they are packed, at the price of their line. The new pieces are taken
 * from stock and the old ones returned: both or neither. Pieces that are made to order take and return nothing. If too
 * few pieces are available, expired carts are released and the change is tried once more. Locks the order first, then
 * the sizes in id order, like all other code.
 */
export async function changeSize(app: App, change: SizeChange): Promise<"changed" | SizeRefusal> {
  if (!isId(change.fromSizeId) || !isId(change.toSizeId) || change.fromSizeId === change.toSizeId) {
    return refuse("size_not_found");
  }
  const attempt = () => transact(app.db, (tx) => changeSizeInTransaction(tx, change));
  let outcome = await attempt();
  if (isRefusal(outcome) && outcome.refused === "too_few") {
    const releaseResult = await releaseExpiredCarts(app.genericPlanDb, { sizeIds: [change.toSizeId] });
    if (releaseResult.sizes > 0) outcome = await attempt();
  }
  return outcome;
}

async function changeSizeInTransaction(tx: Tx, change: SizeChange): Promise<"changed" | SizeRefusal> {
  const { orderId, fromSizeId, toSizeId, pieces, by } = change;
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse("order_not_found");
  if (!isActionPossible("changeSize", order.status)) return refuse("too_late");
  const line = await findLine(tx, orderId, fromSizeId);
  if (!line || line.pieces !== change.seenPieces) return refuse("order_changed");
  if (!Number.isInteger(pieces) || pieces < 1 || pieces > line.pieces) return refuse("pieces_wrong");
  if (line.is_digital) return refuse("size_of_ticket");
  if (await hasPackedPieces(tx, orderId, fromSizeId)) return refuse("pieces_packed");
  const sizes = await lockSizes(tx, [fromSizeId, toSizeId]);
  const [fromSize, toSize] = [sizes.get(fromSizeId), sizes.get(toSizeId)];
  if (!fromSize || !toSize || toSize.product_id !== line.product_id) return refuse("size_not_found");
  const existingLine = await findLine(tx, orderId, toSizeId);
  // The same size is one line in an order. It cannot have two prices, and it cannot be partly in stock and partly made
  // to order.
  if (existingLine && !canMergeLines(existingLine, line)) return refuse("size_price_differs");

  if (line.held > 0) {
    if (!(await takePieces(tx, toSizeId, pieces))) return refuse("too_few");
    await returnPieces(tx, fromSizeId, pieces);
  }
  await updateLines(tx, {
    orderId,
    line,
    existingLine,
    toSizeId,
    pieces,
    name: replaceSize(line.name, toSize.name),
  });
  await recordChange(tx, { change, status: order.status, line, from: fromSize.name, to: toSize.name });
  await logChange(tx, by, {
    action: "order-size",
    object: { kind: "order", id: orderId },
    before: { size: `${pieces} × ${line.name}` },
    after: { size: `${pieces} × ${replaceSize(line.name, toSize.name)}` },
  });
  return "changed";
}

function canMergeLines(first: Line, second: Line): boolean {
  return (
    first.unit_price_cents === second.unit_price_cents &&
    first.is_wholesale === second.is_wholesale &&
    first.held > 0 === second.held > 0
  );
}

/** Replaces the size at the end of a line's name, as in "Playera Nopal Rojo T: M" (`cartLineName`). */
function replaceSize(name: string, size: string): string {
  const sizeStart = name.lastIndexOf(" T: ");
  return sizeStart < 0 ? name : `${name.slice(0, sizeStart)} T: ${size}`;
}

function findLine(tx: Tx, orderId: string, sizeId: string): Promise<Line | undefined> {
  return tx
    .selectFrom("order_lines")
    .select([
      "position",
      "size_id",
      "product_id",
      "name",
      "is_digital",
      "pieces",
      "held",
      "unit_price_cents",
      "discount_cents",
      "is_wholesale",
    ])
    .where("order_id", "=", orderId)
    .where("size_id", "=", sizeId)
    .executeTakeFirst();
}

async function lockSizes(tx: Tx, sizeIds: string[]) {
  const { rows } = await sql<{ id: string; product_id: string; name: string }>`
    SELECT s.id, s.product_id, (SELECT name FROM size_names n WHERE n.id = s.size_name_id) AS name
    FROM sizes s WHERE s.id = ANY (${sizeIds}::uuid[]) ORDER BY s.id FOR NO KEY UPDATE`.execute(tx);
  return new Map(rows.map((size) => [size.id, size]));
}

async function updateLines(
  tx: Tx,
  lineUpdate: {
    orderId: string;
    line: Line;
    existingLine: Line | undefined;
    toSizeId: string;
    pieces: number;
    name: string;
  },
): Promise<void> {
  const { orderId, line, existingLine, toSizeId, pieces, name } = lineUpdate;
  const held = line.held > 0 ? pieces : 0;
  const isWholeLine = pieces === line.pieces;
  // The discount is split in proportion: the sum of both lines' discounts does not change.
  const discountCents = Math.floor((line.discount_cents * pieces) / line.pieces);
  if (isWholeLine && !existingLine) {
    await sql`
      UPDATE order_lines SET size_id = ${toSizeId}, name = ${name}
      WHERE order_id = ${orderId} AND size_id = ${line.size_id}`.execute(tx);
    return;
  }
  if (existingLine) {
    await sql`
      UPDATE order_lines SET pieces = pieces + ${pieces}, held = held + ${held}, discount_cents = discount_cents + ${discountCents}
      WHERE order_id = ${orderId} AND size_id = ${toSizeId}`.execute(tx);
  } else {
    await sql`
      INSERT INTO order_lines
      SELECT (jsonb_populate_record(l, jsonb_build_object('size_id', ${toSizeId}::text, 'name', ${name}::text,
        'pieces', ${pieces}::int, 'held', ${held}::int, 'discount_cents', ${discountCents}::int,
        'position', (SELECT max(position) + 1 FROM order_lines WHERE order_id = ${orderId})))).*
      FROM order_lines l WHERE l.order_id = ${orderId} AND l.size_id = ${line.size_id}`.execute(tx);
  }
  if (isWholeLine) {
    await sql`DELETE FROM order_lines WHERE order_id = ${orderId} AND size_id = ${line.size_id}`.execute(tx);
  } else {
    await sql`
      UPDATE order_lines SET pieces = pieces - ${pieces}, held = held - ${held}, discount_cents = discount_cents - ${discountCents}
      WHERE order_id = ${orderId} AND size_id = ${line.size_id}`.execute(tx);
  }
}

/**
 * Records the change in the stock movements, in the order's history and in the list of size changes, which lets the
 * audit match the order's lines with its cart.
 */
async function recordChange(
  tx: Tx,
  {
    change,
    status,
    line,
    from: fromSizeName,
    to: toSizeName,
  }: { change: SizeChange; status: string; line: Line; from: string; to: string },
): Promise<void> {
  const { orderId, fromSizeId, toSizeId, pieces, by } = change;
  const reason = `Cambio de talla: ${pieces} × ${line.name}, de ${fromSizeName} a ${toSizeName}`;
  const held = line.held > 0 ? pieces : 0;
  if (held > 0) {
    const movement = { reason, actor: by.name, order_id: orderId };
    await tx
      .insertInto("stock_movements")
      .values([
        { ...movement, size_id: fromSizeId, pieces: held, kind: "return" },
        { ...movement, size_id: toSizeId, pieces: -held, kind: "sale" },
      ])
      .execute();
  }
  await tx
    .insertInto("order_events")
    .values({ order_id: orderId, from_status: status, to_status: status, actor: by.name, reason, change: "size" })
    .execute();
  await tx
    .insertInto("order_size_changes")
    .values({ order_id: orderId, from_size_id: fromSizeId, to_size_id: toSizeId, pieces, held, actor: by.name })
    .execute();
}
