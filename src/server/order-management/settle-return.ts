import { formatMoney, type Cents } from "../../domain/money.ts";
import { formatMexicoTime } from "../../domain/mexico-time.ts";
import { splitRefund } from "../../domain/return-amounts.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { readRefundableCents, requestRefundsOfLockedOrder } from "../payments/request-refund.ts";
import {
  recordTransferRefundInTransaction,
  readTransferRefundableCents,
  type TransferRefundRefusal,
} from "../payments/transfer-refund.ts";
import { lockDifferenceOrder } from "../returns/lock-difference-order.ts";
import { recordMoveAndNotify } from "../returns/move-return.ts";
import { findReturn, lockReturn, unpaidCentsOf, type ReturnRow } from "../returns/queries.ts";

export type RefundMethod = "provider" | "transfer";

/** How the money of a return is refunded. */
export interface RefundDetails {
  /** The method that is used first: the payment provider, or a bank transfer of staff. The rest uses the other one. */
  preferredMethod: RefundMethod;
  /** The bank's reference and the day of the transfer. If empty: the return's number, and today. */
  reference: string;
  sentOn: string;
  by: Actor;
}

export interface ReturnSettlement extends RefundDetails {
  /** An amount below the computed one, with the reason. Null: the whole computed amount. */
  amountCents: Cents | null;
  lessBecause: string;
  /** Carrier and guide of the parcel with the new pieces. Empty if the pieces were handed over. */
  exchangeCarrier: string;
  exchangeGuide: string;
}

export type SettleReturnRefusal =
  | Refusal<
      | "return_not_found"
      | "return_changed"
      | "amount_wrong"
      | "return_more_than_computed"
      | "return_less_reason_missing"
      | "return_no_online_payment"
      | "return_no_transfer"
      | "return_money_gone"
      | "nothing_to_refund"
      | "guide_wrong"
      | "difference_unpaid"
    >
  | TransferRefundRefusal;

const GUIDE_PATTERN = /^[\w -]{0,60}$/;

/**
 * Ends a return whose pieces arrived: its money is refunded, and its new pieces are sent (rules RETURN-9 and
 * RETURN-10). A refund by the provider is only recorded here. A job sends it and retries. So the return can be settled
 * while the provider is down. If two members of staff settle a return, the second is refused.
 */
export function settleReturn(
  app: App,
  returnId: string,
  settlement: ReturnSettlement,
): Promise<ReturnRow | SettleReturnRefusal> {
  return transact(app.db, async (tx) => {
    const row = await lockReturnWithOrder(tx, returnId);
    if (!row) return refuse("return_not_found");
    if (row.state !== "RECEIVED") return refuse("return_changed");
    if (!GUIDE_PATTERN.test(settlement.exchangeGuide)) return refuse("guide_wrong");
    if (await isDifferenceUnpaid(tx, row)) return refuse("difference_unpaid");
    const refundCents = settlement.amountCents ?? row.refundCents;
    const lessBecause = settlement.lessBecause.trim().slice(0, 200);
    if (refundCents < 0) return refuse("amount_wrong");
    if (refundCents > row.refundCents) return refuse("return_more_than_computed");
    if (refundCents < row.refundCents && lessBecause === "") return refuse("return_less_reason_missing");
    const refundResult = await refundReturn(tx, row, refundCents, settlement);
    if (isRefusal(refundResult)) return refundResult;
    const isExchange = row.lines.some(({ held }) => held > 0);
    await tx
      .updateTable("returns")
      .set({
        state: "SETTLED",
        settled_at: new Date(),
        refund_cents: refundCents,
        lower_refund_reason: refundCents < row.refundCents ? lessBecause : null,
        refund_method: refundCents > 0 ? settlement.preferredMethod : null,
        exchange_carrier: isExchange ? settlement.exchangeCarrier.trim().slice(0, 60) || null : null,
        exchange_guide: isExchange ? settlement.exchangeGuide.trim() || null : null,
      })
      .where("id", "=", returnId)
      .execute();
    const moveDetails = {
      refundCents,
      ...(refundCents > 0 && { paid: settlement.preferredMethod }),
      ...(refundCents < row.refundCents && { lessBecause }),
    };
    const actor = settlement.by.name;
    const reason = refundCents > 0 ? `Se devuelven ${formatMoney(refundCents)}` : "Terminada";
    await recordMoveAndNotify(tx, row, row.state, {
      to: "SETTLED",
      actor,
      reason,
      by: settlement.by,
      details: moveDetails,
    });
    return (await findReturn(tx, returnId))!;
  });
}

/**
 * Requests or records again the part of a settled return's refund that is missing, because the provider refused a
 * refund or a transfer was withdrawn.
 */
export function refundAgain(
  app: App,
  returnId: string,
  details: RefundDetails,
): Promise<ReturnRow | SettleReturnRefusal> {
  return transact(app.db, async (tx) => {
    const row = await lockReturnWithOrder(tx, returnId);
    if (!row) return refuse("return_not_found");
    const missingCents = unpaidCentsOf(row);
    if (missingCents === 0) return refuse("return_changed");
    const refundResult = await refundReturn(tx, row, missingCents, details);
    if (isRefusal(refundResult)) return refundResult;
    await tx
      .updateTable("returns")
      .set({ refund_method: details.preferredMethod })
      .where("id", "=", returnId)
      .execute();
    for (const object of [
      { kind: "return", id: returnId },
      { kind: "order", id: row.orderId },
    ]) {
      const after = { returnNumber: row.number, refundCents: missingCents, paid: details.preferredMethod };
      await logChange(tx, details.by, { action: "return-pay-again", object, after });
    }
    return (await findReturn(tx, returnId))!;
  });
}

async function lockReturnWithOrder(tx: Tx, returnId: string): Promise<ReturnRow | undefined> {
  const unlockedReturn = await findReturn(tx, returnId);
  if (!unlockedReturn) return undefined;
  await lockOrder(tx, unlockedReturn.orderId);
  return lockReturn(tx, returnId);
}

/**
 * Whether the difference of a more expensive exchange is unpaid, disputed or fully refunded, so that the exchange
 * cannot be sent.
 */
async function isDifferenceUnpaid(tx: Tx, { difference, lines }: ReturnRow): Promise<boolean> {
  // Without more expensive pieces the exchange has ended (rule RETURN-13).
  if (!difference || !lines.some(({ surchargeCents }) => surchargeCents > 0)) return false;
  const { missingCents, paidCents } = await lockDifferenceOrder(tx, difference.orderId);
  return missingCents > 0 || paidCents === 0;
}

interface RefundAmounts {
  providerCents: Cents;
  transferCents: Cents;
}

/**
 * What a return can refund through the provider and by transfer: money of its order and of differences of exchanges.
 */
export async function readRefundableAmounts(
  db: Queryable,
  { id: returnId, orderId }: Pick<ReturnRow, "id" | "orderId">,
): Promise<RefundAmounts> {
  let amounts = { providerCents: 0, transferCents: 0 };
  for (const id of [orderId, ...(await listDifferenceOrderIds(db, orderId, returnId))]) {
    const { providerCents, transferCents } = await refundableAmountsOf(db, id);
    amounts = {
      providerCents: amounts.providerCents + providerCents,
      transferCents: amounts.transferCents + transferCents,
    };
  }
  return amounts;
}

async function refundableAmountsOf(db: Queryable, orderId: string): Promise<RefundAmounts> {
  return {
    providerCents: await readRefundableCents(db, orderId),
    transferCents: await readTransferRefundableCents(db, orderId),
  };
}

/**
 * The orders that charged differences of this order's exchanges, newest first: those of settled exchanges and, with
 * `returnId`, that of the return with this id. The money of another exchange that is not settled is not included,
 * because it pays for that exchange's pieces.
 */
export async function listDifferenceOrderIds(
  db: Queryable,
  orderId: string,
  returnId: string | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom("orders as d")
    .innerJoin("returns as r", "r.id", "d.return_id")
    .select("d.id")
    .where("r.order_id", "=", orderId)
    .where("d.status", "=", "SHIPPED")
    .where((eb) => eb.or([eb("r.state", "=", "SETTLED"), ...(returnId === null ? [] : [eb("r.id", "=", returnId)])]))
    .orderBy("r.number", "desc")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Refunds money: first the returned differences, from the orders that charged them, then money of the order of the
 * pieces, then the remaining money of differences. Refunds by the provider are queued. The caller has locked the order.
 */
async function refundReturn(
  tx: Tx,
  row: ReturnRow,
  cents: Cents,
  details: RefundDetails,
): Promise<"recorded" | SettleReturnRefusal> {
  if (cents === 0) return "recorded";
  const refundableAmounts = await readRefundableAmounts(tx, row);
  const refundSplit = splitRefund(cents, refundableAmounts, details.preferredMethod);
  if (!refundSplit) return refuse("return_money_gone");
  // Money goes back the way it came (rule PAY-9), so the preferred method must have some of it.
  if (details.preferredMethod === "provider" && refundSplit.providerCents === 0)
    return refuse("return_no_online_payment");
  if (details.preferredMethod === "transfer" && refundSplit.transferCents === 0) return refuse("return_no_transfer");
  for (const part of await divideByOrder(tx, row, refundSplit)) {
    const refundResult = await refundFromOrder(tx, row, part, details);
    if (isRefusal(refundResult)) return refundResult;
  }
  return "recorded";
}

type RefundPart = RefundAmounts & { orderId: string };

/** Divides a refund among the orders whose payments it is refunded from. Locks the orders that charged differences. */
async function divideByOrder(
  tx: Tx,
  { id: returnId, orderId, surchargeRefundCents }: ReturnRow,
  refundSplit: RefundAmounts,
): Promise<RefundPart[]> {
  const differenceOrderIds = await listDifferenceOrderIds(tx, orderId, returnId);
  for (const id of differenceOrderIds) await lockOrder(tx, id);
  const parts = new Map<string, RefundPart>();
  let [remainingAmounts, remainingSurchargeCents] = [refundSplit, surchargeRefundCents];
  /** Adds to an order's part what it can refund, at most `limitCents`. Returns the added amount. */
  const addPart = async (id: string, limitCents: Cents): Promise<Cents> => {
    const [refundableAmounts, part] = [
      await refundableAmountsOf(tx, id),
      parts.get(id) ?? { orderId: id, providerCents: 0, transferCents: 0 },
    ];
    const providerCents = Math.min(
      remainingAmounts.providerCents,
      refundableAmounts.providerCents - part.providerCents,
      limitCents,
    );
    const transferCents = Math.min(
      remainingAmounts.transferCents,
      refundableAmounts.transferCents - part.transferCents,
      limitCents - providerCents,
    );
    remainingAmounts = {
      providerCents: remainingAmounts.providerCents - providerCents,
      transferCents: remainingAmounts.transferCents - transferCents,
    };
    parts.set(id, {
      orderId: id,
      providerCents: part.providerCents + providerCents,
      transferCents: part.transferCents + transferCents,
    });
    return providerCents + transferCents;
  };
  for (const id of differenceOrderIds) remainingSurchargeCents -= await addPart(id, remainingSurchargeCents);
  for (const id of [orderId, ...differenceOrderIds])
    await addPart(id, remainingAmounts.providerCents + remainingAmounts.transferCents);
  return [...parts.values()];
}

/** Refunds the part that comes from one order. */
async function refundFromOrder(
  tx: Tx,
  { id, number, refunds }: ReturnRow,
  { orderId, ...split }: RefundPart,
  { reference, sentOn, by }: RefundDetails,
): Promise<"recorded" | SettleReturnRefusal> {
  const reason = `Devolución ${number}`;
  if (split.providerCents > 0) {
    const requestResult = await requestRefundsOfLockedOrder(tx, orderId, split.providerCents, {
      actor: by.name,
      reason,
      returnId: id,
    });
    if (isRefusal(requestResult)) return requestResult;
  }
  if (split.transferCents > 0) {
    const recordResult = await recordTransferRefundInTransaction(tx, orderId, {
      id: newId(),
      cents: split.transferCents,
      sentOn: sentOn || formatMexicoTime(new Date()).slice(0, 10),
      reference: reference || [`DEV${number}`, ...(refunds.length > 0 ? [refunds.length + 1] : [])].join("-"),
      reason,
      mayCancelOrder: false,
      actor: by.name,
      by,
      returnId: id,
    });
    if (isRefusal(recordResult)) return recordResult;
  }
  return "recorded";
}
