import type { Return as WireReturn, Returns as WireReturns } from "../../contract/returns.ts";
import { toPesos } from "../../domain/money.ts";
import { differenceState, returnLabel, surchargeOf } from "../../domain/return.ts";
import { nearestWebpUrl } from "../pictures/picture-url.ts";
import type { Shop } from "../shops/shop.ts";
import type { ReturnOptions } from "./read-return-options.ts";
import { countArrivedPieces, refundStatusOf, type DifferenceOrder, type ReturnRow } from "./queries.ts";

export function toWireReturn(row: ReturnRow, shop: Shop): WireReturn {
  return {
    _id: row.id,
    number: row.number,
    state: row.state,
    stateLabel: returnLabel(row),
    lines: row.lines.map((line) => ({
      attributeId: line.sizeId,
      name: line.name,
      quantity: line.pieces,
      received: countArrivedPieces(line),
      reason: line.reason,
      wish: line.wish,
      newAttributeId: line.newSizeId,
      newName: line.newName,
      unpaidNewName: line.unpaidNewName,
    })),
    refund: toPesos(row.refundCents),
    refundState: refundStatusOf(row),
    surcharge: toPesos(surchargeOf(row.lines)),
    difference: row.difference && toWireDifference(row.difference),
    paidBy: row.refundMethod,
    lessBecause: row.lessBecause,
    note: row.note || null,
    pictures: row.pictures.length,
    answer: row.answer,
    instructions: (row.state === "APPROVED" && shop.settings.returns.instructions) || null,
    wayBackBy: row.wayBackPayer,
    wayBackGuide: row.wayBackGuide,
    wayBackState: row.wayBackState,
    wayBack: row.wayBackEvents.map(({ state, at }) => ({ state, on: new Date(at).toISOString() })),
    exchangeCarrier: row.exchangeCarrier,
    exchangeGuide: row.exchangeGuide,
    askedOn: row.requestedAt.toISOString(),
    history: row.history.map(({ state, at }) => ({ state, on: new Date(at).toISOString() })),
  };
}

function toWireDifference(difference: DifferenceOrder): NonNullable<WireReturn["difference"]> {
  return {
    orderId: difference.orderId,
    orderNumber: difference.reference,
    amount: toPesos(difference.cents),
    state: differenceState(difference.status),
    payBy: difference.payBy && new Date(difference.payBy).toISOString(),
  };
}

const PROBLEM_CODES = {
  return_not_delivered: "NOT_DELIVERED",
  return_window_over: "RETURN_WINDOW_OVER",
  not_returnable: "NOT_RETURNABLE",
} as const;

export function toWireReturns(rows: readonly ReturnRow[], options: ReturnOptions, shop: Shop): WireReturns {
  return {
    returns: rows.map((row) => toWireReturn(row, shop)),
    returnable: {
      orderId: options.orderId,
      code: options.notReturnableBecause && PROBLEM_CODES[options.notReturnableBecause],
      until: options.lastDay,
      lines: options.returnablePieces.map((piece) => ({
        attributeId: piece.sizeId,
        productId: piece.productId,
        name: piece.name,
        quantity: piece.pieces,
        image: piece.picture && nearestWebpUrl(piece.picture, 360),
        refund: toPesos(piece.refundCents),
        paid: toPesos(piece.paidCents),
        onlyFaults: piece.isExcluded,
      })),
    },
  };
}
