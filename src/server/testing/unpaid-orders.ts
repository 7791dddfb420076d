import { isRefusal } from "../../domain/refusal.ts";
import { checkOut, type CheckoutInput } from "../checkout/check-out.ts";
import { findOrder } from "../orders/queries.ts";
import { listReceipts } from "../payments/refuse-receipts.ts";
import { storeReceipt } from "../payments/transfer-receipt.ts";
import { createTestSize } from "./test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput } from "./checkout-fixtures.ts";
import type { TestApp } from "./test-app.ts";

/** An unpaid order of two pieces of a new size, by transfer in this shop. `email` is the guest's. */
export async function createUnpaidOrder(
  testApp: TestApp,
  { shopKey = "matriz", email = null }: { shopKey?: string; email?: string | null } = {},
  changes: Partial<CheckoutInput> = {},
): Promise<{ id: string; reference: number; customerId: string }> {
  const shop = await testApp.findShop(shopKey);
  const guest = await createTestGuest(testApp.app, shop, email);
  const cart = await createTestCart(testApp.app, shop, [
    { ...(await createTestSize(testApp.app, { pieces: 5 })), pieces: 2 },
  ]);
  const placedOrder = await checkOut(testApp.app, shop, guest.customerId, makeCheckoutInput(cart, guest, changes));
  if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
  const { id, reference } = (await findOrder(testApp.app.db, shop.id, placedOrder.orderId))!;
  return { id, reference, customerId: guest.customerId };
}

/** Such an order with a transfer receipt, which is a PDF. */
export async function createOrderWithReceipt(
  testApp: TestApp,
): Promise<{ id: string; reference: number; receiptId: string }> {
  const unpaidOrder = await createUnpaidOrder(testApp, { email: "paga@ejemplo.mx" });
  const shop = await testApp.findShop();
  const order = (await findOrder(testApp.app.db, shop.id, unpaidOrder.id))!;
  const storeResult = await storeReceipt(testApp.app, shop, order, Buffer.from("%PDF-1.4\nDepósito\n%%EOF\n"));
  if (isRefusal(storeResult)) throw new Error(storeResult.refused);
  const [receipt] = await listReceipts(testApp.app.db, unpaidOrder.id);
  return { ...unpaidOrder, receiptId: receipt!.id };
}
