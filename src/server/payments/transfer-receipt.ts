import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { awaitsTransfer } from "../../domain/order-status.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import type { OrderRow } from "../orders/queries.ts";
import { toPlainJpeg } from "../pictures/to-plain-jpeg.ts";
import type { Shop } from "../shops/shop.ts";

export const MAX_RECEIPT_BYTES = 5 * 1024 * 1024;
/** Maximum numbers of an order's receipts: those that staff have not answered, and all of them. */
const MAX_UNANSWERED_RECEIPTS = 5;
const MAX_RECEIPTS = 20;

type StoreReceiptRefusal = Refusal<
  "order_not_found" | "transfer_not_expected" | "receipt_missing" | "receipt_unreadable" | "receipt_too_many"
>;

/**
 * Stores a file that a customer sends as proof of a transfer. Its content, not its name, decides its type. Pictures are
 * re-encoded, so that hidden data (the location, a program) is not stored. A receipt is not a payment: staff check it,
 * and the order's deadline is extended, so that they have time.
 */
export async function storeReceipt(
  app: App,
  shop: Shop,
  order: OrderRow,
  bytes: Buffer,
): Promise<{ receiptId: string } | StoreReceiptRefusal> {
  if (!awaitsTransfer(order)) return refuse("transfer_not_expected");
  if (isLimitReached(order.receipts)) return refuse("receipt_too_many");
  if (bytes.byteLength === 0) return refuse("receipt_missing");
  const receipt = await readPictureOrPdf(bytes);
  if (!receipt) return refuse("receipt_unreadable");
  const file = `${randomUUID()}.${receipt.type === "application/pdf" ? "pdf" : "jpg"}`;
  await app.privateFiles.put(file, receipt.bytes, receipt.type);
  return transact(app.db, async (tx) => {
    const lockedOrder = await lockOrder(tx, order.id);
    if (!lockedOrder) return refuse("order_not_found");
    if (!awaitsTransfer({ ...order, status: lockedOrder.status })) return refuse("transfer_not_expected");
    const storedReceipts = await tx
      .selectFrom("transfer_receipts")
      .select("state")
      .where("order_id", "=", order.id)
      .execute();
    if (isLimitReached(storedReceipts)) return refuse("receipt_too_many");
    const id = newId();
    await tx
      .insertInto("transfer_receipts")
      .values({ id, order_id: order.id, file, content_type: receipt.type, bytes: receipt.bytes.byteLength })
      .execute();
    await tx
      .updateTable("orders")
      .set({
        payment_due_at: sql`greatest(payment_due_at, now() + ${shop.settings.payments.windows.receipt} * interval '1 hour')`,
      })
      .where("id", "=", order.id)
      .where("payment_due_at", "is not", null)
      .execute();
    return { receiptId: id };
  });
}

function isLimitReached(receipts: { state: string }[]): boolean {
  const unansweredReceipts = receipts.filter(({ state }) => state === "SUBMITTED");
  return unansweredReceipts.length >= MAX_UNANSWERED_RECEIPTS || receipts.length >= MAX_RECEIPTS;
}

/** Returns a PDF unchanged and a picture as a plain JPEG, with the content type. Undefined for anything else. */
export async function readPictureOrPdf(bytes: Buffer): Promise<{ bytes: Buffer; type: string } | undefined> {
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-" && bytes.subarray(-1024).includes("%%EOF")) {
    return { bytes, type: "application/pdf" };
  }
  const picture = await toPlainJpeg(bytes);
  return picture && { bytes: picture, type: "image/jpeg" };
}
