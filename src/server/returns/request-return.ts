import { pieceKey, subtractExchangedPieces, type ExchangedPieces } from "../../domain/exchanged-pieces.ts";
import { isShopAtFault, wayBackPayer, type ReturnReason, type ReturnWish } from "../../domain/return.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { findFinalOrderId } from "../order-money/queries.ts";
import { lockOrder, type LockedOrder } from "../orders/move-order.ts";
import type { Shop } from "../shops/shop.ts";
import { recordMoveAndNotify } from "./move-return.ts";
import { findNewSize, type NewSize } from "./new-size.ts";
import {
  amountColumns,
  amountsOf,
  readEarlierReturns,
  readOrderFacts,
  type EarlierReturns,
  type OrderFacts,
} from "./order-facts.ts";
import { findReturn, type ReturnRow } from "./queries.ts";
import { listReturnablePieces, readReturnWindow, type ReturnablePieces } from "./returnable-pieces.ts";

export interface ReturnRequestLine {
  sizeId: string;
  pieces: number;
  reason: ReturnReason;
  wish: ReturnWish;
  /** The new size of an exchange. Null for a refund. */
  newSizeId: string | null;
}

export interface ReturnRequest {
  orderId: string;
  lines: readonly ReturnRequestLine[];
  note: string;
  /** The customer's bank account, 18 digits with a valid check digit. Null to refund as the order was paid. */
  clabe: string | null;
  /** The member of staff who requests it for a customer. Null if the customer does. */
  by: Actor | null;
}

export type RequestRefusal = Refusal<
  | "order_not_found"
  | "return_not_delivered"
  | "return_window_over"
  | "not_returnable"
  | "too_many_pieces"
  | "exchange_not_sold"
  | "exchange_sold_out"
>;

/** Pieces of one size and one wish, as the return stores them. */
interface PlannedLine {
  piece: ReturnablePieces;
  pieces: number;
  reason: ReturnReason;
  wish: ReturnWish;
  newSize: NewSize | null;
}

/**
 * Requests a return or an exchange of pieces of a shipped order (rules RETURN-1 to RETURN-7). The order's row is
 * locked, so that of two requests for the same pieces the second is refused. A joined order's products are in the order
 * that it was joined into. The return window and the excluded products do not restrict staff.
 */
export function requestReturn(app: App, shop: Shop, request: ReturnRequest): Promise<ReturnRow | RequestRefusal> {
  if (!isId(request.orderId)) return Promise.resolve(refuse("order_not_found"));
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, await findFinalOrderId(tx, request.orderId));
    if (!order) return refuse("order_not_found");
    const window = await readReturnWindow(tx, shop, { orderId: order.id, now: new Date() });
    const checkResult = await checkAllowed(tx, order, { request, window });
    if (isRefusal(checkResult)) return checkResult;
    const facts = await readOrderFacts(tx, order.id);
    const earlierReturns = await readEarlierReturns(tx, order.id, null);
    const plannedLines = await planLines(tx, shop, {
      orderId: order.id,
      facts,
      earlierReturns,
      request,
    });
    if (isRefusal(plannedLines)) return plannedLines;
    const id = newId();
    const amounts = amountsOf(
      facts,
      earlierReturns,
      plannedLines.map(({ piece, newSize, ...line }) => ({
        ...line,
        orderLineSizeId: piece.orderLineSizeId,
        sizeId: piece.sizeId,
        cheaperByCents: newSize?.cheaperByCents ?? 0,
        surchargeCents: newSize?.surchargeCents ?? 0,
        headOfficeSurchargeCents: newSize?.headOfficeSurchargeCents ?? 0,
      })),
    );
    const { wayBack, firstExchangeFree } = shop.settings.returns;
    const { number } = await tx
      .insertInto("returns")
      .values({
        id,
        order_id: order.id,
        state: "ASKED",
        is_requested_by_staff: request.by !== null,
        window_ends_on: window.lastDay,
        note: request.note,
        clabe: request.clabe,
        way_back_payer: wayBackPayer({
          lines: plannedLines,
          hadExchange: earlierReturns.hadExchange,
          rules: { wayBack, firstExchangeFree },
        }),
        ...amountColumns(amounts),
      })
      .returning("number")
      .executeTakeFirstOrThrow();
    await insertLines(tx, id, plannedLines);
    await recordMoveAndNotify(tx, { id, number, orderId: order.id }, "NEW", {
      to: "ASKED",
      actor: request.by?.name ?? "cliente",
      reason: request.by ? "La pidió el personal" : "La pidió el cliente",
      by: request.by,
    });
    return (await findReturn(tx, id))!;
  });
}

/** Whether the order and its window allow a return now. Tickets cannot be returned. */
async function checkAllowed(
  tx: Tx,
  order: LockedOrder,
  { request, window }: { request: ReturnRequest; window: Awaited<ReturnType<typeof readReturnWindow>> },
): Promise<RequestRefusal | "allowed"> {
  if (order.status !== "SHIPPED") return refuse("return_not_delivered");
  const digitalLines = await tx
    .selectFrom("order_lines")
    .select("size_id")
    .where("order_id", "=", order.id)
    .where("is_digital", "=", true)
    .execute();
  const isTicket = ({ sizeId }: ReturnRequestLine) => digitalLines.some((line) => line.size_id === sizeId);
  if (request.lines.some((line) => isTicket(line))) return refuse("not_returnable");
  if (request.by) return "allowed";
  if (window.deliveredOn === null) return refuse("return_not_delivered");
  return window.isOver ? refuse("return_window_over") : "allowed";
}

/**
 * Assigns the requested lines to the pieces that the customer has. Pieces of one size may come from the order and from
 * earlier exchanges, with different prices.
 */
async function planLines(
  tx: Tx,
  shop: Shop,
  {
    orderId,
    facts,
    earlierReturns,
    request,
  }: { orderId: string; facts: OrderFacts; earlierReturns: EarlierReturns; request: ReturnRequest },
): Promise<PlannedLine[] | RequestRefusal> {
  const remainingExchangedPieces = new Map(earlierReturns.exchangedPiecesByKey);
  const remainingHeadOfficeExchangedPieces = new Map(earlierReturns.headOfficeExchangedPiecesByKey);
  const returnablePieces = (await listReturnablePieces(tx, shop, orderId)).map((piece) => ({ ...piece }));
  const boughtSizeIds = new Set(facts.lines.map(({ sizeId }) => sizeId));
  const plannedLines: PlannedLine[] = [];
  for (const { sizeId, pieces, reason, wish, newSizeId } of request.lines) {
    const sizePieces = returnablePieces.filter((piece) => piece.sizeId === sizeId);
    if (sizePieces.length === 0 && !boughtSizeIds.has(sizeId)) return refuse("not_returnable");
    if (sizePieces.reduce((sum, piece) => sum + piece.pieces, 0) < pieces) return refuse("too_many_pieces");
    const isRestricted = request.by === null && !isShopAtFault(reason);
    let piecesLeft = pieces;
    for (const piece of sizePieces) {
      const takenPieces = Math.min(piecesLeft, piece.pieces);
      if (takenPieces === 0) continue;
      if (isRestricted && piece.isExcluded) return refuse("not_returnable");
      const line = facts.lines.find((candidate) => candidate.sizeId === piece.orderLineSizeId)!;
      const key = pieceKey(piece.orderLineSizeId, piece.sizeId);
      const subtractPerPiece = (sums: Map<string, ExchangedPieces>) =>
        Math.floor(subtractExchangedPieces(sums, key, takenPieces) / takenPieces);
      const [exchangePaidCents, exchangeOwedCents] = [
        subtractPerPiece(remainingExchangedPieces),
        subtractPerPiece(remainingHeadOfficeExchangedPieces),
      ];
      const newSizeRequest = { newSizeId: newSizeId ?? "", piece, line, exchangePaidCents, exchangeOwedCents };
      const newSize = wish === "EXCHANGE" ? await findNewSize(tx, shop, newSizeRequest) : null;
      if (isRefusal(newSize)) return newSize;
      plannedLines.push({ piece: { ...piece }, pieces: takenPieces, reason, wish, newSize });
      piece.pieces -= takenPieces;
      piecesLeft -= takenPieces;
    }
  }
  return isSoldOut(plannedLines) ? refuse("exchange_sold_out") : plannedLines;
}

/** Whether a new size has too few pieces now. They are reserved only when the exchange is approved. */
function isSoldOut(plannedLines: readonly PlannedLine[]): boolean {
  const linesBySize = Map.groupBy(
    plannedLines.filter(({ newSize }) => newSize !== null),
    ({ newSize }) => newSize!.sizeId,
  );
  return [...linesBySize.values()].some(
    (lines) => lines.reduce((sum, { pieces }) => sum + pieces, 0) > lines[0]!.newSize!.available,
  );
}

async function insertLines(tx: Tx, returnId: string, plannedLines: readonly PlannedLine[]): Promise<void> {
  await tx
    .insertInto("return_lines")
    .values(
      plannedLines.map(({ piece, pieces, reason, wish, newSize }, position) => ({
        return_id: returnId,
        position,
        order_line_size_id: piece.orderLineSizeId,
        size_id: piece.sizeId,
        name: piece.name,
        pieces,
        reason,
        wish,
        new_size_id: newSize?.sizeId ?? null,
        new_name: newSize?.name ?? null,
        cheaper_by_cents: newSize?.cheaperByCents ?? 0,
        piece_surcharge_cents: newSize?.surchargeCents ?? 0,
        head_office_piece_surcharge_cents: newSize?.headOfficeSurchargeCents ?? 0,
      })),
    )
    .execute();
}
