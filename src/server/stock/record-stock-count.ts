import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { lockSizes, MAX_PIECES, writeMovements } from "./write-movements.ts";
import { listOnHand, type OnHand } from "./on-hand.ts";

/** The result of counting a size. */
export interface CountedSize {
  sizeId: string;
  counted: number;
  /** The expected pieces that staff saw when they confirmed the count. */
  expected: number;
}

export interface StockCount {
  sizes: readonly CountedSize[];
  /** Whether the pieces of unshipped orders are stored with the others and were counted too. */
  withOrders: boolean;
  reason: string;
}

/**
 * The pieces that staff should find when counting: those for sale and in carts and, with `withOrders`, in unshipped
 * orders. With orders, neither a cart nor a new order changes this number (decision 28).
 */
export function sumExpectedPieces({ available, inCarts, inOrders }: OnHand, withOrders: boolean): number {
  return available + inCarts + (withOrders ? inOrders : 0);
}

/**
 * Records a count: each difference is a stock movement, all sizes or none. Refused if the expected pieces have changed
 * since they were shown (staff received, counted or shipped pieces), and if fewer pieces were found than carts and
 * orders hold, because those have to be released first.
 */
export async function recordStockCount(
  app: App,
  { sizes, withOrders, reason }: StockCount,
  by: Actor,
): Promise<"counted" | Refusal<"size_not_found" | "count_outdated" | "count_held" | "too_many" | "nothing_counted">> {
  if (sizes.length === 0) return refuse("nothing_counted");
  const ids = sizes.map(({ sizeId }) => sizeId);
  if (!ids.every(isId) || new Set(ids).size < ids.length) return refuse("size_not_found");
  if (sizes.some(({ counted }) => counted > MAX_PIECES)) return refuse("too_many");
  return transact(app.db, async (tx) => {
    await lockSizes(tx, ids);
    // A separate statement, so that it sees the changes that the locks waited for.
    const onHand = new Map((await listOnHand(tx, { sizeIds: ids })).map((size) => [size.sizeId, size]));
    if (onHand.size < ids.length) return refuse("size_not_found");
    const movements = sizes.map(({ sizeId, counted }) => {
      const size = onHand.get(sizeId)!;
      return { sizeId, pieces: counted - sumExpectedPieces(size, withOrders), available: size.available };
    });
    if (sizes.some(({ sizeId, expected }) => sumExpectedPieces(onHand.get(sizeId)!, withOrders) !== expected)) {
      return refuse("count_outdated");
    }
    if (movements.some(({ available, pieces }) => available + pieces < 0)) return refuse("count_held");
    await writeMovements(tx, movements, { kind: "count", reason, actor: by.name });
    for (const { sizeId, pieces, available } of movements) {
      await logChange(tx, by, {
        action: "stock-count",
        object: { kind: "size", id: sizeId },
        before: { available },
        after: { available: available + pieces, reason },
      });
    }
    return "counted" as const;
  });
}
