import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { newId } from "../db/new-id.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import { markDelivered } from "../parcels/mark-delivered.ts";
import { makeCheckoutInput, createTestCart, createTestGuest, type Guest } from "./checkout-fixtures.ts";
import type { TestApp } from "./test-app.ts";
import { createTestSize, type TestSize } from "./test-size.ts";

const BY = { memberId: null, name: "prueba", ip: null };

export interface TestOrder {
  order: OrderRow;
  guest: Guest;
  sizes: TestSize[];
}

interface TestOrderOptions {
  shopKey?: string;
  email?: string | null;
  /** By default a new guest. */
  guest?: Guest;
  /** The price and the pieces of each line. Each line has a new size. */
  lines?: { priceCents: number; pieces: number }[];
  /** When the order was delivered, by default now. Null if it was not delivered. */
  deliveredAt?: Date | null;
  /** True by default. If false, the order is neither paid nor shipped. */
  isShipped?: boolean;
}

/** Places a guest's order. By default staff confirm it as paid, ship it and mark it as delivered. */
export async function createTestOrder(testApp: TestApp, options: TestOrderOptions = {}): Promise<TestOrder> {
  const { lines = [{ priceCents: 300_00, pieces: 2 }], deliveredAt = new Date(), isShipped = true } = options;
  const shop = await testApp.findShop(options.shopKey ?? "matriz");
  const guest = options.guest ?? (await createTestGuest(testApp.app, shop, options.email ?? null));
  const sizes: TestSize[] = [];
  for (const { priceCents, pieces } of lines) {
    sizes.push(await createTestSize(testApp.app, { pieces: pieces + 2, priceCents }));
  }
  const cart = await createTestCart(
    testApp.app,
    shop,
    sizes.map((size, index) => ({ ...size, pieces: lines[index]!.pieces })),
  );
  const placedOrder = await checkOut(
    testApp.app,
    shop,
    guest.customerId,
    makeCheckoutInput(cart, guest, { email: options.email ?? null }),
  );
  if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
  const id = placedOrder.orderId;
  for (const to of isShipped ? (["PAYMENT_ACCEPTED", "SHIPPED"] as const) : []) {
    const moveResult = await moveOrder(testApp.app, id, {
      to,
      actor: "prueba",
      reason: "Prueba",
      trackingNumber: newId(),
    });
    if (isRefusal(moveResult)) throw new Error(moveResult.refused);
  }
  if (isShipped && deliveredAt) await markOrderDelivered(testApp, id, deliveredAt);
  return { order: (await findOrder(testApp.app.db, shop.id, id))!, guest, sizes };
}

/** Marks the order as delivered at this instant, and its parcels as handed over to the carrier an hour before. */
export async function markOrderDelivered(testApp: TestApp, orderId: string, at: Date): Promise<void> {
  await testApp.app.db
    .updateTable("parcels")
    .set({ handed_over_at: new Date(at.getTime() - 3_600_000) })
    .where("order_id", "=", orderId)
    .execute();
  const markResult = await markDelivered(testApp.app, orderId, { at, now: new Date(), by: BY });
  if (isRefusal(markResult)) throw new Error(markResult.refused);
}
