import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import type { Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { chargeDifference } from "./charge-difference.ts";
import { reserveNewSizes } from "./return-stock.ts";
import { lockReturnToMove, recordMoveAndNotify, type ReturnMoveRefusal } from "./move-return.ts";
import { findReturn, type ReturnRow } from "./queries.ts";

export interface Approval {
  /** Where and how the customer sends the pieces. If empty, the shop's own instructions apply. */
  answer: string;
  /** The tracking number of a label that the shop pays for. Empty without such a label. */
  guide: string;
  by: Actor;
}

/**
 * Approves a return. The new sizes of an exchange are reserved in the same transaction (rule RETURN-7). If one has sold
 * out, expired carts with the sizes are released and the approval is tried once more. If it is still sold out, the
 * approval is refused and nothing is reserved. If the new sizes cost more, the difference is charged (rule RETURN-13).
 */
export async function approveReturn(
  app: App,
  returnId: string,
  approval: Approval,
): Promise<ReturnRow | ReturnMoveRefusal | Refusal<"exchange_sold_out">> {
  const row = await findReturn(app.db, returnId);
  const shop = row && (await app.shops.byId(row.shopId));
  if (!shop) return refuse("return_not_found");
  const tryToApprove = () => transact(app.db, (tx) => approve(tx, shop, returnId, approval));
  let result = await tryToApprove();
  if (isRefusal(result) && result.refused === "exchange_sold_out") {
    const sizeIds = row.lines.flatMap(({ newSizeId }) => newSizeId ?? []);
    const releaseResult = await releaseExpiredCarts(app.genericPlanDb, { sizeIds });
    if (releaseResult.sizes > 0) result = await tryToApprove();
  }
  return result;
}

async function approve(
  tx: Tx,
  shop: Shop,
  returnId: string,
  { answer, guide, by }: Approval,
): Promise<ReturnRow | ReturnMoveRefusal | Refusal<"exchange_sold_out">> {
  const row = await lockReturnToMove(tx, returnId, "APPROVED");
  if (isRefusal(row)) return row;
  const exchangeLines = row.lines.filter(({ wish }) => wish === "EXCHANGE");
  const reserveResult = await reserveNewSizes(
    tx,
    exchangeLines.map(({ newSizeId, pieces }) => ({ sizeId: newSizeId!, pieces })),
    { returnId, number: row.number, actor: by.name },
  );
  if (isRefusal(reserveResult)) return reserveResult;
  await tx
    .updateTable("return_lines")
    .set((eb) => ({ held: eb.ref("pieces") }))
    .where("return_id", "=", returnId)
    .where("wish", "=", "EXCHANGE")
    .execute();
  await tx
    .updateTable("returns")
    .set({ state: "APPROVED", answer: answer || null, way_back_guide: guide || null, answered_at: new Date() })
    .where("id", "=", returnId)
    .execute();
  await chargeDifference(tx, shop, row, by.name);
  await recordMoveAndNotify(tx, row, row.state, { to: "APPROVED", actor: by.name, reason: "Aprobada", by });
  return (await findReturn(tx, returnId))!;
}

/** Declines a return with a reason, which the customer reads. */
export function declineReturn(
  app: App,
  returnId: string,
  { answer, by }: { answer: string; by: Actor },
): Promise<ReturnRow | ReturnMoveRefusal | Refusal<"answer_missing">> {
  if (answer.trim() === "") return Promise.resolve(refuse("answer_missing"));
  return transact(app.db, async (tx) => {
    const row = await lockReturnToMove(tx, returnId, "DECLINED");
    if (isRefusal(row)) return row;
    await tx
      .updateTable("returns")
      .set({ state: "DECLINED", answer: answer.trim(), answered_at: new Date() })
      .where("id", "=", returnId)
      .execute();
    const details = { answer: answer.trim() };
    await recordMoveAndNotify(tx, row, row.state, {
      to: "DECLINED",
      actor: by.name,
      reason: answer.trim(),
      by,
      details,
    });
    return (await findReturn(tx, returnId))!;
  });
}
