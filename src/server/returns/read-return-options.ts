import { pieceKey, subtractExchangedPieces } from "../../domain/exchanged-pieces.ts";
import type { Cents } from "../../domain/money.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import { centsPaidForPiece } from "../../domain/return-amounts.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { amountsOf, readEarlierReturns, readOrderFacts } from "./order-facts.ts";
import { listReturnablePieces, readReturnWindow, type ReturnablePieces } from "./returnable-pieces.ts";

/** What a customer can return of an order, and until when. */
export interface ReturnOptions {
  orderId: string;
  /** Why nothing can be returned now. Null if something can. */
  notReturnableBecause: "return_not_delivered" | "return_window_over" | "not_returnable" | null;
  lastDay: string | null;
  /** `refundCents` is the refund of one piece, `paidCents` what was paid for it. */
  returnablePieces: (ReturnablePieces & { refundCents: Cents; paidCents: Cents })[];
}

/** A request to refund one piece. */
const ONE_REFUND = {
  pieces: 1,
  reason: "OTHER",
  wish: "REFUND",
  cheaperByCents: 0,
  surchargeCents: 0,
  headOfficeSurchargeCents: 0,
} as const;

export async function readReturnOptions(
  db: Queryable,
  shop: Shop,
  order: { id: string; status: OrderStatus },
): Promise<ReturnOptions> {
  const noOptions: ReturnOptions = {
    orderId: order.id,
    notReturnableBecause: "return_not_delivered",
    lastDay: null,
    returnablePieces: [],
  };
  if (order.status !== "SHIPPED") return noOptions;
  const [returnablePieces, window, facts, earlierReturns] = [
    await listReturnablePieces(db, shop, order.id),
    await readReturnWindow(db, shop, { orderId: order.id, now: new Date() }),
    await readOrderFacts(db, order.id),
    await readEarlierReturns(db, order.id, null),
  ];
  const hasReturnablePieces = facts.lines.length > 0 && returnablePieces.length > 0;
  const refusalCode =
    window.deliveredOn === null && hasReturnablePieces
      ? "return_not_delivered"
      : window.isOver
        ? "return_window_over"
        : hasReturnablePieces
          ? null
          : "not_returnable";
  return {
    orderId: order.id,
    notReturnableBecause: refusalCode,
    lastDay: window.lastDay,
    returnablePieces: returnablePieces.map((piece) => ({
      ...piece,
      refundCents: amountsOf(facts, earlierReturns, [{ ...piece, ...ONE_REFUND }]).refundCents,
      paidCents:
        centsPaidForPiece(facts.lines.find(({ sizeId }) => sizeId === piece.orderLineSizeId)!) +
        subtractExchangedPieces(
          new Map(earlierReturns.exchangedPiecesByKey),
          pieceKey(piece.orderLineSizeId, piece.sizeId),
          1,
        ),
    })),
  };
}
