import { isRefusal } from "../../domain/refusal.ts";
import { invoiceForStaff } from "../invoicing/invoice-order.ts";
import type { Invoice } from "../invoicing/queries.ts";
import { moveOrder } from "../orders/move-order.ts";
import { Payer, type PlacedOrder } from "./payer.ts";
import type { TestServer } from "./test-server.ts";

export const TEST_ACTOR = { memberId: null, name: "prueba", address: null };

/** A taxpayer that the sandbox accepts. */
export const LUCIA = {
  rfc: "LUPA900215AB3",
  name: "LUCIA PRUEBA",
  postalCode: "06000",
  taxRegime: "612",
  cfdiUse: "G03",
};

/** A shipped order that is paid and not invoiced. */
export async function shippedOrder(server: TestServer): Promise<PlacedOrder> {
  const order = await new Payer(server).order({ method: "TB" });
  for (const [to, trackingNumber] of [["PAYMENT_ACCEPTED"], ["SHIPPED", "MX1"]] as const) {
    const moved = await moveOrder(server.app, order.id, { to, actor: "prueba", reason: "prueba", trackingNumber });
    if (isRefusal(moved)) throw new Error(moved.refused);
  }
  return order;
}

/** The stamped invoice of such an order, for Lucía. */
export async function invoicedOrder(server: TestServer): Promise<Invoice> {
  const order = await shippedOrder(server);
  const request = { receiver: LUCIA, email: null, by: TEST_ACTOR };
  const invoice = await invoiceForStaff(server.app, await server.shop(), order.id, request);
  if (isRefusal(invoice)) throw new Error(invoice.refused);
  return invoice;
}
