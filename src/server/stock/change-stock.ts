import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { lockSizes, MAX_PIECES, writeMovements } from "./write-movements.ts";

type StockRefusal = Refusal<"size_not_found" | "too_few" | "too_many">;

export interface StockChange {
  sizeId: string;
  /** For `setStock` the new number of available pieces, for `adjustStock` the difference. */
  pieces: number;
  kind: "count" | "receipt" | "write_off";
  reason: string;
  by: Actor;
}

/** Sets the available pieces of a size. The difference is a stock movement. Returns the available pieces. */
export function setStock(app: App, change: StockChange): Promise<number | StockRefusal> {
  return changeStock(app, change, (available) => change.pieces - available);
}

/** Adds or removes pieces permanently. Refused if fewer than zero or more than MAX_PIECES would be available. */
export function adjustStock(app: App, change: StockChange): Promise<number | StockRefusal> {
  return changeStock(app, change, () => change.pieces);
}

async function changeStock(
  app: App,
  { sizeId, kind, reason, by }: StockChange,
  differenceFrom: (available: number) => number,
): Promise<number | StockRefusal> {
  if (!isId(sizeId)) return refuse("size_not_found");
  return transact(app.db, async (tx) => {
    const size = (await lockSizes(tx, [sizeId])).get(sizeId);
    if (!size) return refuse("size_not_found");
    const pieces = differenceFrom(size.available);
    const available = size.available + pieces;
    if (available < 0) return refuse("too_few");
    if (available > MAX_PIECES) return refuse("too_many");
    await writeMovements(tx, [{ sizeId, pieces }], { kind, reason, actor: by.name });
    if (pieces !== 0) {
      const object = { kind: "size", id: sizeId };
      await logChange(tx, by, {
        action: LOG_ACTION[kind],
        object,
        before: { available: size.available },
        after: { available, reason },
      });
    }
    return available;
  });
}

const LOG_ACTION = { count: "stock-count", receipt: "stock-receive", write_off: "stock-write-off" } as const;
