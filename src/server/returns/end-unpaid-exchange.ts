import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { releaseNewSizes } from "./return-stock.ts";
import { lockDifferenceOrder } from "./lock-difference-order.ts";
import { amountColumns, amountsOf, readEarlierReturns, readOrderFacts } from "./order-facts.ts";
import { withArrivedPieces, findReturn, lockReturn } from "./queries.ts";

/**
 * Job: ends an exchange whose difference is not paid. Its lines with a surcharge become refunds (rule RETURN-13). The
 * job runs after the order of the difference was cancelled or fully refunded. The new sizes of these lines return to
 * stock. Lines without a surcharge are still exchanged.
 */
export function endUnpaidExchange(app: App, { returnId }: { returnId: string }): Promise<void> {
  return transact(app.db, async (tx) => {
    const orderId = (await findReturn(tx, returnId))?.orderId;
    if (orderId === undefined) return;
    await lockOrder(tx, orderId);
    const row = (await lockReturn(tx, returnId))!;
    const surchargedLines = row.lines.filter(({ surchargeCents }) => surchargeCents > 0);
    const isOpen = row.state === "APPROVED" || row.state === "RECEIVED";
    if (!isOpen || !row.difference || surchargedLines.length === 0) return;
    const { order, isFullyRefunded } = await lockDifferenceOrder(tx, row.difference.orderId);
    if (order.status !== "CANCELLED" && !isFullyRefunded) return;
    await releaseNewSizes(
      tx,
      surchargedLines.map(({ newSizeId, held }) => ({ sizeId: newSizeId!, pieces: held })),
      { returnId, number: row.number, actor: "sistema" },
    );
    for (const { position, newName } of surchargedLines) {
      await tx
        .updateTable("return_lines")
        .set({
          wish: "REFUND",
          new_size_id: null,
          new_name: null,
          ended_exchange_new_name: newName,
          held: 0,
          piece_surcharge_cents: 0,
          head_office_piece_surcharge_cents: 0,
        })
        .where("return_id", "=", returnId)
        .where("position", "=", position)
        .execute();
    }
    const { lines } = (await findReturn(tx, returnId))!;
    const amounts = amountsOf(
      await readOrderFacts(tx, row.orderId),
      await readEarlierReturns(tx, row.orderId, returnId),
      row.state === "APPROVED" ? lines : lines.map((line) => withArrivedPieces(line)),
    );
    await tx.updateTable("returns").set(amountColumns(amounts)).where("id", "=", returnId).execute();
  });
}
