import type { OrderStatus } from "../../domain/order-status.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import { findOrdersForStaff } from "./find-for-staff.ts";
import { moveOrder, type MoveRefusal } from "./move-order.ts";

interface MovesInput {
  references: readonly number[];
  /** The shops whose orders the member of staff may move. */
  shops: "all" | readonly string[];
  to: OrderStatus;
  reason: string;
  /** The tracking numbers by order reference, for orders that are not of tickets only. */
  trackingNumbers?: ReadonlyMap<number, string>;
}

export interface MoveOutcome {
  reference: number;
  /** Why it was refused. Null if it was moved. */
  refused: MoveRefusal["refused"] | null;
  /** The current status. Null if the order is not in these shops. */
  status: OrderStatus | null;
}

/**
 * Moves orders one by one, each checked and moved in its own transaction. A refusal of one does not affect the others.
 */
export async function moveOrders(app: App, input: MovesInput, by: Actor): Promise<MoveOutcome[]> {
  const { references, shops, to, reason, trackingNumbers } = input;
  const ordersByReference = await findOrdersForStaff(app.db, references, shops);
  const outcomes: MoveOutcome[] = [];
  for (const reference of new Set(references)) {
    const order = ordersByReference.get(reference);
    if (!order) {
      outcomes.push({ reference, refused: "order_not_found", status: null });
      continue;
    }
    const trackingNumber = trackingNumbers?.get(reference);
    const outcome = await moveOrder(app, order.id, { to, actor: by.name, reason, trackingNumber, by });
    if (!isRefusal(outcome)) outcomes.push({ reference, refused: null, status: outcome });
    else {
      const currentOrder = (await findOrdersForStaff(app.db, [reference], shops)).get(reference);
      outcomes.push({ reference, refused: outcome.refused, status: currentOrder?.status ?? null });
    }
  }
  return outcomes;
}
