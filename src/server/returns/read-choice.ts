import { pieceKey, subtractExchanged } from "../../domain/exchanged-pieces.ts";
import type { Cents } from "../../domain/money.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import { paidForPiece } from "../../domain/return-amounts.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { amountsOf, readEarlierReturns, readOrderFacts } from "./order-facts.ts";
import { listReturnable, readReturnWindow, type ReturnablePieces } from "./returnable.ts";

/** What a customer may choose on the page of a return. */
export interface ReturnChoice {
  orderId: string;
  /** Why nothing can be returned now. Null if something can. */
  refused: "return_not_delivered" | "return_window_over" | "not_returnable" | null;
  lastDay: string | null;
  /** `refundCents` is the refund of one piece, `paidCents` what was paid for it. */
  pieces: (ReturnablePieces & { refundCents: Cents; paidCents: Cents })[];
}

/** A request to refund one piece. */
const ONE_REFUND = {
  pieces: 1,
  reason: "OTHER",
  wish: "REFUND",
  differenceCents: 0,
  surchargeCents: 0,
  headOfficeSurchargeCents: 0,
} as const;

export async function readReturnChoice(
  db: Queryable,
  shop: Shop,
  order: { id: string; status: OrderStatus },
): Promise<ReturnChoice> {
  const empty: ReturnChoice = { orderId: order.id, refused: "return_not_delivered", lastDay: null, pieces: [] };
  if (order.status !== "SHIPPED") return empty;
  const [pieces, window, facts, earlier] = [
    await listReturnable(db, shop, order.id),
    await readReturnWindow(db, shop, { orderId: order.id, now: new Date() }),
    await readOrderFacts(db, order.id),
    await readEarlierReturns(db, order.id, null),
  ];
  const hasGoods = facts.lines.length > 0 && pieces.length > 0;
  const refused =
    window.deliveredOn === null && hasGoods
      ? "return_not_delivered"
      : window.isOver
        ? "return_window_over"
        : hasGoods
          ? null
          : "not_returnable";
  return {
    orderId: order.id,
    refused,
    lastDay: window.lastDay,
    pieces: pieces.map((piece) => ({
      ...piece,
      refundCents: amountsOf(facts, earlier, [{ ...piece, ...ONE_REFUND }]).refundCents,
      paidCents:
        paidForPiece(facts.lines.find(({ sizeId }) => sizeId === piece.lineSizeId)!) +
        subtractExchanged(new Map(earlier.exchanged), pieceKey(piece.lineSizeId, piece.sizeId), 1),
    })),
  };
}
