import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";

type StockRefusal = Refusal<"size_not_found" | "nothing_changes" | "too_few">;

export interface StockChange {
  sizeId: string;
  kind: "count" | "receipt" | "write_off";
  reason: string;
  actor: string;
}

/** Sets what is left to sell of a size, as counted: the difference is a row in the ledger. Answers what is left. */
export function setStock(app: App, change: StockChange & { pieces: number }): Promise<number | StockRefusal> {
  return changeStock(app, change, (available) => change.pieces - available);
}

/** Adds or takes pieces for good. Refused where fewer would be left than none. */
export function addStock(app: App, change: StockChange & { pieces: number }): Promise<number | StockRefusal> {
  return changeStock(app, change, () => change.pieces);
}

async function changeStock(
  app: App,
  change: StockChange,
  difference: (available: number) => number,
): Promise<number | StockRefusal> {
  if (!isId(change.sizeId)) return refuse("size_not_found");
  const answer = await transact(app.db, async (tx) => {
    const size = await lockSize(tx, change.sizeId);
    if (!size) return refuse("size_not_found");
    const pieces = difference(size.available);
    if (pieces === 0) return { left: size.available, productId: size.product_id };
    if (size.available + pieces < 0) return refuse("too_few");
    await tx
      .updateTable("sizes")
      .set((eb) => ({ available: eb("available", "+", pieces) }))
      .where("id", "=", change.sizeId)
      .execute();
    await tx
      .insertInto("stock_movements")
      .values({
        size_id: change.sizeId,
        pieces,
        kind: change.kind,
        reason: change.reason,
        actor: change.actor,
        order_id: null,
      })
      .execute();
    return { left: size.available + pieces, productId: size.product_id };
  });
  if ("refused" in answer) return answer;
  app.touches.touch([answer.productId]);
  return answer.left;
}

async function lockSize(tx: Tx, sizeId: string) {
  return tx
    .selectFrom("sizes")
    .select(["available", "product_id"])
    .where("id", "=", sizeId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
