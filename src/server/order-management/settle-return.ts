import { formatMoney, type Cents } from "../../domain/money.ts";
import { writeMexicoTime } from "../../domain/mexico-time.ts";
import { splitRefund } from "../../domain/return-amounts.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { refundableCents, requestRefundsLocked } from "../payments/request-refund.ts";
import {
  recordTransferRefundIn,
  transferRefundableCents,
  type TransferRefundRefusal,
} from "../payments/transfer-refund.ts";
import { lockDifference } from "../returns/lock-difference.ts";
import { recordMoveAndNotify } from "../returns/move-return.ts";
import { findReturn, lockReturn, unpaidCents, type ReturnRow } from "../returns/queries.ts";

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

const GUIDE = /^[\w -]{0,60}$/;

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
    const row = await lockWithOrder(tx, returnId);
    if (!row) return refuse("return_not_found");
    if (row.state !== "RECEIVED") return refuse("return_changed");
    if (!GUIDE.test(settlement.exchangeGuide)) return refuse("guide_wrong");
    if (await isDifferenceUnpaid(tx, row)) return refuse("difference_unpaid");
    const refundCents = settlement.amountCents ?? row.refundCents;
    const lessBecause = settlement.lessBecause.trim().slice(0, 200);
    if (refundCents < 0) return refuse("amount_wrong");
    if (refundCents > row.refundCents) return refuse("return_more_than_computed");
    if (refundCents < row.refundCents && lessBecause === "") return refuse("return_less_reason_missing");
    const refunded = await refundReturn(tx, row, refundCents, settlement);
    if (isRefusal(refunded)) return refunded;
    const isExchange = row.lines.some(({ held }) => held > 0);
    await tx
      .updateTable("returns")
      .set({
        state: "SETTLED",
        settled_at: new Date(),
        refund_cents: refundCents,
        less_because: refundCents < row.refundCents ? lessBecause : null,
        paid_by: refundCents > 0 ? settlement.preferredMethod : null,
        exchange_carrier: isExchange ? settlement.exchangeCarrier.trim().slice(0, 60) || null : null,
        exchange_guide: isExchange ? settlement.exchangeGuide.trim() || null : null,
      })
      .where("id", "=", returnId)
      .execute();
    const details = {
      refundCents,
      ...(refundCents > 0 && { paid: settlement.preferredMethod }),
      ...(refundCents < row.refundCents && { lessBecause }),
    };
    const actor = settlement.by.name;
    const reason = refundCents > 0 ? `Se devuelven ${formatMoney(refundCents)}` : "Terminada";
    await recordMoveAndNotify(tx, row, row.state, { to: "SETTLED", actor, reason, by: settlement.by, details });
    return (await findReturn(tx, returnId))!;
  });
}

/**
 * Refunds again what is missing of a settled return, because the provider refused a refund or a transfer was withdrawn.
 */
export function refundAgain(
  app: App,
  returnId: string,
  details: RefundDetails,
): Promise<ReturnRow | SettleReturnRefusal> {
  return transact(app.db, async (tx) => {
    const row = await lockWithOrder(tx, returnId);
    if (!row) return refuse("return_not_found");
    const missingCents = unpaidCents(row);
    if (missingCents === 0) return refuse("return_changed");
    const refunded = await refundReturn(tx, row, missingCents, details);
    if (isRefusal(refunded)) return refunded;
    await tx.updateTable("returns").set({ paid_by: details.preferredMethod }).where("id", "=", returnId).execute();
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

async function lockWithOrder(tx: Tx, returnId: string): Promise<ReturnRow | undefined> {
  const unlocked = await findReturn(tx, returnId);
  if (!unlocked) return undefined;
  await lockOrder(tx, unlocked.orderId);
  return lockReturn(tx, returnId);
}

/**
 * Whether the difference of a more expensive exchange is unpaid, disputed or fully refunded, so that the exchange
 * cannot be sent.
 */
async function isDifferenceUnpaid(tx: Tx, { difference, lines }: ReturnRow): Promise<boolean> {
  // Without more expensive pieces the exchange has ended (rule RETURN-13).
  if (!difference || !lines.some(({ surchargeCents }) => surchargeCents > 0)) return false;
  const { missingCents, paidCents } = await lockDifference(tx, difference.orderId);
  return missingCents > 0 || paidCents === 0;
}

interface RefundSources {
  providerCents: Cents;
  transferCents: Cents;
}

/**
 * What a return can refund through the provider and by transfer: money of its order and of differences of exchanges.
 */
export async function readRefundSources(
  db: Queryable,
  { id: returnId, orderId }: Pick<ReturnRow, "id" | "orderId">,
): Promise<RefundSources> {
  let sources = { providerCents: 0, transferCents: 0 };
  for (const id of [orderId, ...(await listDifferences(db, orderId, returnId))]) {
    const { providerCents, transferCents } = await sourcesOf(db, id);
    sources = {
      providerCents: sources.providerCents + providerCents,
      transferCents: sources.transferCents + transferCents,
    };
  }
  return sources;
}

async function sourcesOf(db: Queryable, orderId: string): Promise<RefundSources> {
  return {
    providerCents: await refundableCents(db, orderId),
    transferCents: await transferRefundableCents(db, orderId),
  };
}

/**
 * The orders that charged differences of this order's exchanges, newest first: those of settled exchanges and that of
 * this return. The money of another exchange that is not settled is not included, because it pays for that exchange's
 * pieces.
 */
export async function listDifferences(db: Queryable, orderId: string, returnId: string | null): Promise<string[]> {
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
  const sources = await readRefundSources(tx, row);
  const total = splitRefund(cents, sources, details.preferredMethod);
  if (!total) return refuse("return_money_gone");
  // Money that was paid online goes back through the provider (rule PAY-9).
  if (details.preferredMethod === "provider" && total.providerCents === 0) return refuse("return_no_online_payment");
  if (details.preferredMethod === "transfer" && total.transferCents === 0) return refuse("return_no_transfer");
  for (const part of await divideByOrder(tx, row, total)) {
    const refunded = await refundFromOrder(tx, row, part, details);
    if (isRefusal(refunded)) return refunded;
  }
  return "recorded";
}

type OrderPart = RefundSources & { orderId: string };

/** Divides a refund among the orders that its money comes from. It locks the orders that charged differences. */
async function divideByOrder(
  tx: Tx,
  { id: returnId, orderId, surchargeBackCents }: ReturnRow,
  total: RefundSources,
): Promise<OrderPart[]> {
  const differences = await listDifferences(tx, orderId, returnId);
  for (const id of differences) await lockOrder(tx, id);
  const parts = new Map<string, OrderPart>();
  let [left, surchargeLeft] = [total, surchargeBackCents];
  /** Adds to an order's part what it can refund, at most `limit`. Returns the added amount. */
  const addPart = async (id: string, limit: Cents): Promise<Cents> => {
    const [available, part] = [
      await sourcesOf(tx, id),
      parts.get(id) ?? { orderId: id, providerCents: 0, transferCents: 0 },
    ];
    const providerCents = Math.min(left.providerCents, available.providerCents - part.providerCents, limit);
    const transferCents = Math.min(
      left.transferCents,
      available.transferCents - part.transferCents,
      limit - providerCents,
    );
    left = { providerCents: left.providerCents - providerCents, transferCents: left.transferCents - transferCents };
    parts.set(id, {
      orderId: id,
      providerCents: part.providerCents + providerCents,
      transferCents: part.transferCents + transferCents,
    });
    return providerCents + transferCents;
  };
  for (const id of differences) surchargeLeft -= await addPart(id, surchargeLeft);
  for (const id of [orderId, ...differences]) await addPart(id, left.providerCents + left.transferCents);
  return [...parts.values()];
}

/** Refunds the part that comes from one order. */
async function refundFromOrder(
  tx: Tx,
  { id, number, refunds }: ReturnRow,
  { orderId, ...split }: OrderPart,
  { reference, sentOn, by }: RefundDetails,
): Promise<"recorded" | SettleReturnRefusal> {
  const reason = `Devolución ${number}`;
  if (split.providerCents > 0) {
    const requested = await requestRefundsLocked(tx, orderId, split.providerCents, {
      actor: by.name,
      reason,
      returnId: id,
    });
    if (isRefusal(requested)) return requested;
  }
  if (split.transferCents > 0) {
    const recorded = await recordTransferRefundIn(tx, orderId, {
      id: newId(),
      cents: split.transferCents,
      sentOn: sentOn || writeMexicoTime(new Date()).slice(0, 10),
      reference: reference || [`DEV${number}`, ...(refunds.length > 0 ? [refunds.length + 1] : [])].join("-"),
      reason,
      mayCancelOrder: false,
      actor: by.name,
      by,
      returnId: id,
    });
    if (isRefusal(recorded)) return recorded;
  }
  return "recorded";
}
