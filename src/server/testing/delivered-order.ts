import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { newId } from "../db/new-id.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import { markDelivered } from "../parcels/mark-delivered.ts";
import { checkoutInput, newCart, newGuest, type Guest } from "./shopper.ts";
import type { TestApp } from "./test-app.ts";
import { createTestSize, type TestSize } from "./test-size.ts";

const BY = { memberId: null, name: "prueba", ip: null };

export interface DeliveredOrder {
  order: OrderRow;
  guest: Guest;
  sizes: TestSize[];
}

interface DeliveredOrderOptions {
  shopKey?: string;
  email?: string | null;
  /** By default a new guest. */
  guest?: Guest;
  /** The price and the pieces of each line. Each line has a new size. */
  lines?: { priceCents: number; pieces: number }[];
  /** When the order was delivered, by default now. Null if it was not delivered. */
  deliveredAt?: Date | null;
  /** By default true. False: the order stays unpaid. */
  isShipped?: boolean;
}

/** Places a guest's order, which staff confirm as paid, ship, and mark as delivered. */
export async function createDeliveredOrder(
  testApp: TestApp,
  options: DeliveredOrderOptions = {},
): Promise<DeliveredOrder> {
  const { lines = [{ priceCents: 300_00, pieces: 2 }], deliveredAt = new Date(), isShipped = true } = options;
  const shop = await testApp.findShop(options.shopKey ?? "matriz");
  const guest = options.guest ?? (await newGuest(testApp.app, shop, options.email ?? null));
  const sizes: TestSize[] = [];
  for (const { priceCents, pieces } of lines) {
    sizes.push(await createTestSize(testApp.app, { pieces: pieces + 2, priceCents }));
  }
  const cart = await newCart(
    testApp.app,
    shop,
    sizes.map((size, index) => ({ ...size, pieces: lines[index]!.pieces })),
  );
  const placed = await checkOut(
    testApp.app,
    shop,
    guest.customerId,
    checkoutInput(cart, guest, { email: options.email ?? null }),
  );
  if (isRefusal(placed)) throw new Error(placed.refused);
  const id = placed.orderId;
  for (const to of isShipped ? (["PAYMENT_ACCEPTED", "SHIPPED"] as const) : []) {
    const moved = await moveOrder(testApp.app, id, { to, actor: "prueba", reason: "Prueba", trackingNumber: newId() });
    if (isRefusal(moved)) throw new Error(moved.refused);
  }
  if (isShipped && deliveredAt) await deliver(testApp, id, deliveredAt);
  return { order: (await findOrder(testApp.app.db, shop.id, id))!, guest, sizes };
}

/** Marks the order as delivered at this instant, and its parcels as handed over to the carrier an hour before. */
export async function deliver(testApp: TestApp, orderId: string, at: Date): Promise<void> {
  await testApp.app.db
    .updateTable("parcels")
    .set({ handed_over_at: new Date(at.getTime() - 3_600_000) })
    .where("order_id", "=", orderId)
    .execute();
  const delivered = await markDelivered(testApp.app, orderId, { at, now: new Date(), by: BY });
  if (isRefusal(delivered)) throw new Error(delivered.refused);
}
