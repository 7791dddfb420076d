import { sql } from "kysely";
import { canMoveParcel, PARCEL_STATE_LABEL, type ParcelState } from "../../domain/parcel.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { storeParcelMove } from "../order-parcels/store-parcel-move.ts";
import { lockOrder } from "../orders/move-order.ts";
import { enqueueDeliveredEmail } from "./enqueue-delivered-email.ts";

export interface StoredParcel {
  id: string;
  orderId: string;
  number: number;
  state: ParcelState;
  /** The tracking number. */
  guide: string | null;
}

export interface ParcelMoveByStaff {
  to: ParcelState;
  /** When it happened. */
  at: Date;
  by: Actor;
  /** The state that staff saw. The move is refused if it changed since. */
  seen?: ParcelState;
}

export type MoveParcelRefusal = Refusal<
  "parcel_not_found" | "parcel_changed" | "parcel_move_not_allowed" | "parcel_repacked"
>;

/** Moves a parcel to another state, as staff request (rule PARCEL-2). */
export function moveParcel(
  app: App,
  parcelId: string,
  move: ParcelMoveByStaff,
): Promise<StoredParcel | MoveParcelRefusal> {
  return transact(app.db, async (tx) => {
    const parcel = await lockParcel(tx, parcelId);
    return parcel ? moveLockedParcel(tx, parcel, move) : refuse("parcel_not_found");
  });
}

/** Whether this is a parcel of that order. */
export async function isParcelOfOrder(db: Queryable, parcelId: string, orderId: string): Promise<boolean> {
  if (!isId(parcelId)) return false;
  const parcel = await db.selectFrom("parcels").select("order_id").where("id", "=", parcelId).executeTakeFirst();
  return parcel?.order_id === orderId;
}

/** Reads a parcel and locks its order's row. All code that changes parcels takes the order's lock first. */
export async function lockParcel(tx: Tx, parcelId: string): Promise<StoredParcel | undefined> {
  if (!isId(parcelId)) return undefined;
  const parcelBeforeLock = await tx
    .selectFrom("parcels")
    .select("order_id")
    .where("id", "=", parcelId)
    .executeTakeFirst();
  if (!parcelBeforeLock || !(await lockOrder(tx, parcelBeforeLock.order_id))) return undefined;
  return tx
    .selectFrom("parcels")
    .select(["id", "order_id as orderId", "number", "state", "guide"])
    .where("id", "=", parcelId)
    .executeTakeFirst();
}

/** The same as `moveParcel`, for a caller that has locked the parcel's order. A correction sends no email. */
export async function moveLockedParcel(
  tx: Tx,
  parcel: StoredParcel,
  { to, at, by, seen }: ParcelMoveByStaff,
  { isCorrection = false } = {},
): Promise<StoredParcel | MoveParcelRefusal> {
  if (seen !== undefined && seen !== parcel.state) return refuse("parcel_changed");
  // A packed parcel leaves only by `handOverToCarrier`, which needs its tracking number.
  if (parcel.state === "PACKED" || !canMoveParcel(parcel.state, to, "staff")) return refuse("parcel_move_not_allowed");
  if (parcel.state === "RETURNED" && (await isRepacked(tx, parcel))) return refuse("parcel_repacked");
  await storeParcelMove(tx, parcel, { to, source: "staff", actor: by.name, at });
  await logChange(tx, by, {
    action: "parcel-move",
    object: { kind: "order", id: parcel.orderId },
    before: { parcel: parcel.number, parcelState: PARCEL_STATE_LABEL[parcel.state] },
    after: { parcelState: PARCEL_STATE_LABEL[to], happenedAt: at },
  });
  if (to === "DELIVERED" && !isCorrection) await enqueueDeliveredEmail(tx, parcel.orderId, new Date());
  return { ...parcel, state: to };
}

/** Whether pieces of a parcel that came back are already in another parcel. */
async function isRepacked(tx: Tx, parcel: StoredParcel): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM parcel_lines l LEFT JOIN unparcelled_lines(${parcel.orderId}) u ON u.size_id = l.size_id
    WHERE l.parcel_id = ${parcel.id} AND l.pieces > coalesce(u.pieces, 0) LIMIT 1`.execute(tx);
  return rows.length > 0;
}
