import type { OrderStatus } from "../../domain/order-status.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import { findOrdersForStaff } from "./find-for-staff.ts";
import { moveOrder, type MoveRefusal } from "./move-order.ts";

interface MoveOfMany {
  references: readonly number[];
  /** Where she may do it. */
  shops: "all" | readonly string[];
  to: OrderStatus;
  reason: string;
  /** By reference; for those that have a parcel. */
  trackingNumbers?: ReadonlyMap<number, string>;
}

export interface MovedOne {
  reference: number;
  /** Why not; null where it was moved. */
  refused: MoveRefusal["refused"] | null;
  /** Where it stands now; null where it is not there for her. */
  status: OrderStatus | null;
}

/** Moves orders one by one, each in a transaction of its own and judged by itself: what one refuses keeps none of the others. */
export async function moveOrders(app: App, many: MoveOfMany, by: Actor): Promise<MovedOne[]> {
  const { references, shops, to, reason, trackingNumbers } = many;
  const found = await findOrdersForStaff(app.db, references, shops);
  const moved: MovedOne[] = [];
  for (const reference of new Set(references)) {
    const order = found.get(reference);
    if (!order) {
      moved.push({ reference, refused: "order_not_found", status: null });
      continue;
    }
    const trackingNumber = trackingNumbers?.get(reference);
    const answer = await moveOrder(app, order.id, { to, actor: by.name, reason, trackingNumber, by });
    if (!isRefusal(answer)) moved.push({ reference, refused: null, status: answer });
    else {
      const now = (await findOrdersForStaff(app.db, [reference], shops)).get(reference);
      moved.push({ reference, refused: answer.refused, status: now?.status ?? null });
    }
  }
  return moved;
}
