import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { lockSizes, MAX_PIECES, writeMoves } from "./move-stock.ts";
import { listOnHand, type OnHand } from "./on-hand.ts";

/** What somebody found of a size. */
export interface Counted {
  sizeId: string;
  counted: number;
  /** What the shop expected when she was shown the difference. */
  expected: number;
}

export interface Count {
  sizes: readonly Counted[];
  /** Pieces of orders that were not sent lie with the others and were counted too. */
  withOrders: boolean;
  reason: string;
}

/**
 * What somebody who counts should find: all that lies here, whoever it is promised to. A cart that takes pieces or an
 * order that is placed changes nothing of it (decision 28).
 */
export function expectedPieces({ available, inCarts, inOrders }: OnHand, withOrders: boolean): number {
  return available + inCarts + (withOrders ? inOrders : 0);
}

/**
 * Takes what was counted for true: each difference is a row in the ledger, all sizes or none. Refused where the shop
 * expects something else by now than she was shown (somebody received, counted, sent), and where fewer were found than
 * carts and orders hold: those have to be let go first.
 */
export async function countSizes(
  app: App,
  { sizes, withOrders, reason }: Count,
  by: Actor,
): Promise<"counted" | Refusal<"size_not_found" | "count_outdated" | "count_held" | "too_many" | "nothing_counted">> {
  if (sizes.length === 0) return refuse("nothing_counted");
  const ids = sizes.map(({ sizeId }) => sizeId);
  if (!ids.every(isId) || new Set(ids).size < ids.length) return refuse("size_not_found");
  if (sizes.some(({ counted }) => counted > MAX_PIECES)) return refuse("too_many");
  const touched = await transact(app.db, async (tx) => {
    const locked = await lockSizes(tx, ids);
    // A statement of its own: it sees what the locks waited for.
    const known = new Map((await listOnHand(tx, { sizeIds: ids })).map((size) => [size.sizeId, size]));
    if (known.size < ids.length) return refuse("size_not_found");
    const moves = sizes.map(({ sizeId, counted }) => {
      const size = known.get(sizeId)!;
      return { sizeId, pieces: counted - expectedPieces(size, withOrders), available: size.available };
    });
    if (sizes.some(({ sizeId, expected }) => expectedPieces(known.get(sizeId)!, withOrders) !== expected)) {
      return refuse("count_outdated");
    }
    if (moves.some(({ available, pieces }) => available + pieces < 0)) return refuse("count_held");
    await writeMoves(tx, moves, { kind: "count", reason, actor: by.name });
    for (const { sizeId, pieces, available } of moves) {
      await logChange(tx, by, {
        act: "stock-count",
        object: { kind: "size", id: sizeId },
        before: { available },
        after: { available: available + pieces, reason },
      });
    }
    return [...locked.values()].map(({ productId }) => productId);
  });
  if ("refused" in touched) return touched;
  app.productChanges.touch(touched);
  return "counted";
}
