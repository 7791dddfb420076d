import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { lockSizes } from "../stock/write-movements.ts";
import { releaseNewSizes, restock, writeOff } from "./return-stock.ts";
import { lockReturnToMove, recordMoveAndNotify, type ReturnMoveRefusal } from "./move-return.ts";
import { amountColumns, amountsOf, readEarlierReturns, readOrderFacts } from "./order-facts.ts";
import { withArrivedPieces, findReturn, lockReturn, type ReturnLine, type ReturnRow } from "./queries.ts";

/** The numbers of arrived pieces of one line. Pieces that did not arrive stay with the customer. */
export interface ReceivedLine {
  position: number;
  restocked: number;
  writtenOff: number;
  inRepair: number;
}

/** The numbers of each line, or one outcome for all pieces of all lines. */
export type ReceivedInput = readonly ReceivedLine[] | "restock" | "writeOff" | "repair";

type ReceiveRefusal = ReturnMoveRefusal | Refusal<"received_wrong" | "received_nothing">;

/**
 * Records what arrived of an approved return: each piece goes back to stock, is written off or is repaired (rule
 * RETURN-8). The amounts are computed again for the pieces that arrived. New sizes for pieces that did not arrive
 * return to stock.
 */
export function receiveReturn(
  app: App,
  returnId: string,
  { received, by }: { received: ReceivedInput; by: Actor },
): Promise<ReturnRow | ReceiveRefusal> {
  return transact(app.db, async (tx) => {
    const row = await lockReturnToMove(tx, returnId, "RECEIVED");
    if (isRefusal(row)) return row;
    const arrivedLines = toArrivedLines(row.lines, received);
    if (isRefusal(arrivedLines)) return arrivedLines;
    await storeArrivedLines(tx, row, arrivedLines, by.name);
    const lines = (await findReturn(tx, returnId))!.lines;
    const amounts = amountsOf(
      await readOrderFacts(tx, row.orderId),
      await readEarlierReturns(tx, row.orderId, returnId),
      lines.map((line) => withArrivedPieces(line)),
    );
    await tx
      .updateTable("returns")
      .set({
        state: "RECEIVED",
        received_at: new Date(),
        ...amountColumns(amounts),
      })
      .where("id", "=", returnId)
      .execute();
    const details = { received: arrivedLines.map((arrivedLine) => describeArrivedLine(arrivedLine)).join(", ") };
    await recordMoveAndNotify(tx, row, row.state, { to: "RECEIVED", actor: by.name, reason: "Llegó", by, details });
    return (await findReturn(tx, returnId))!;
  });
}

type ArrivedReturnLine = Omit<ReceivedLine, "position"> & { line: ReturnLine };

/** "2 × Playera T: M (1 a existencias, 1 de baja)". */
function describeArrivedLine({ line, restocked, writtenOff, inRepair }: ArrivedReturnLine): string {
  const destinations: [number, string][] = [
    [restocked, "a existencias"],
    [writtenOff, "de baja"],
    [inRepair, "a reparar"],
  ];
  const destinationTexts = destinations
    .filter(([pieces]) => pieces > 0)
    .map(([pieces, destination]) => `${pieces} ${destination}`);
  return `${line.pieces} × ${line.name} (${destinationTexts.join(", ") || "no llegó"})`;
}

function toArrivedLines(lines: readonly ReturnLine[], received: ReceivedInput): ArrivedReturnLine[] | ReceiveRefusal {
  const arrivedLines = lines.map((line): ArrivedReturnLine => {
    const lineWithoutArrivals = { restocked: 0, writtenOff: 0, inRepair: 0, line };
    if (received === "restock") return { ...lineWithoutArrivals, restocked: line.pieces };
    if (received === "writeOff") return { ...lineWithoutArrivals, writtenOff: line.pieces };
    if (received === "repair") return { ...lineWithoutArrivals, inRepair: line.pieces };
    const input = received.find(({ position }) => position === line.position);
    return input
      ? { restocked: input.restocked, writtenOff: input.writtenOff, inRepair: input.inRepair, line }
      : lineWithoutArrivals;
  });
  const counts = arrivedLines.flatMap(({ restocked, writtenOff, inRepair }) => [restocked, writtenOff, inRepair]);
  const isWrong =
    counts.some((count) => !Number.isSafeInteger(count) || count < 0) ||
    arrivedLines.some(({ restocked, writtenOff, inRepair, line }) => restocked + writtenOff + inRepair > line.pieces);
  if (isWrong) return refuse("received_wrong");
  return counts.every((count) => count === 0) ? refuse("received_nothing") : arrivedLines;
}

async function storeArrivedLines(
  tx: Tx,
  row: ReturnRow,
  arrivedLines: readonly ArrivedReturnLine[],
  actor: string,
): Promise<void> {
  const movementContext = { returnId: row.id, number: row.number, actor };
  const sizeIds = row.lines.flatMap(({ sizeId, newSizeId }) => [sizeId, ...(newSizeId === null ? [] : [newSizeId])]);
  await lockSizes(tx, [...new Set(sizeIds)]);
  for (const { line, restocked, writtenOff, inRepair } of arrivedLines) {
    await restock(tx, { sizeId: line.sizeId, pieces: restocked }, movementContext);
    await writeOff(tx, { sizeId: line.sizeId, pieces: writtenOff }, movementContext);
    const held = Math.min(line.held, restocked + writtenOff + inRepair);
    await releaseNewSizes(tx, [{ sizeId: line.newSizeId ?? "", pieces: line.held - held }], movementContext);
    await tx
      .updateTable("return_lines")
      .set({ restocked, written_off: writtenOff, in_repair: inRepair, held })
      .where("return_id", "=", row.id)
      .where("position", "=", line.position)
      .execute();
  }
}

/** Ends the repair of pieces: they return to stock, or are written off. */
export function endRepair(
  app: App,
  returnId: string,
  { position, pieces, to, by }: { position: number; pieces: number; to: "restock" | "writeOff"; by: Actor },
): Promise<ReturnRow | Refusal<"return_not_found" | "received_wrong">> {
  return transact(app.db, async (tx) => {
    const orderId = (await findReturn(tx, returnId))?.orderId;
    if (orderId === undefined) return refuse("return_not_found");
    await lockOrder(tx, orderId);
    const row = (await lockReturn(tx, returnId))!;
    const line = row.lines.find((candidate) => candidate.position === position);
    if (!line || !Number.isSafeInteger(pieces) || pieces < 1 || pieces > line.inRepair) return refuse("received_wrong");
    await lockSizes(tx, [line.sizeId]);
    const movementContext = { returnId, number: row.number, actor: by.name };
    await (to === "restock" ? restock : writeOff)(tx, { sizeId: line.sizeId, pieces }, movementContext);
    const column = to === "restock" ? "restocked" : "written_off";
    await tx
      .updateTable("return_lines")
      .set((eb) => ({ in_repair: eb("in_repair", "-", pieces), [column]: eb(column, "+", pieces) }))
      .where("return_id", "=", returnId)
      .where("position", "=", position)
      .execute();
    const after = { name: line.name, pieces, to };
    await logChange(tx, by, { action: "return-repaired", object: { kind: "return", id: returnId }, after });
    return (await findReturn(tx, returnId))!;
  });
}
