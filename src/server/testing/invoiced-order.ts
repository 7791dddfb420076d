import { formatMexicoTime } from "../../domain/mexico-time.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import { invoiceForStaff } from "../invoicing/invoice-order.ts";
import type { Invoice } from "../invoicing/queries.ts";
import { recordTransferRefund } from "../payments/transfer-refund.ts";
import { moveOrder } from "../orders/move-order.ts";
import { Payer, type PlacedOrder } from "./payer.ts";
import type { TestServer } from "./test-server.ts";
import type { TestSize } from "./test-size.ts";

export const TEST_ACTOR = { memberId: null, name: "prueba", ip: null };

/** A receiver that the PAC sandbox accepts. */
export const LUCIA = {
  rfc: "LUPA900215AB3",
  name: "LUCIA PRUEBA",
  postalCode: "06000",
  taxRegime: "612",
  cfdiUse: "G03",
};

/** A shipped order that is paid and not invoiced. */
export async function createShippedOrder(server: TestServer, size?: TestSize): Promise<PlacedOrder> {
  const order = await new Payer(server).placeOrder({ method: "TB", size });
  for (const [to, trackingNumber] of [["PAYMENT_ACCEPTED"], ["SHIPPED", "MX1"]] as const) {
    const moveResult = await moveOrder(server.app, order.id, { to, actor: "prueba", reason: "prueba", trackingNumber });
    if (isRefusal(moveResult)) throw new Error(moveResult.refused);
  }
  return order;
}

/** Records that staff refunded this amount of the order by transfer. Returns the refund's id. */
export async function refundTransfer(
  app: App,
  orderId: string,
  cents: number,
  mayCancelOrder = false,
): Promise<string> {
  const id = newId();
  const refundResult = await recordTransferRefund(app, orderId, {
    id,
    cents,
    sentOn: formatMexicoTime(new Date()).slice(0, 10),
    reference: `SPEI${id.replaceAll("-", "")}`.slice(0, 40),
    reason: "prueba",
    proof: null,
    mayCancelOrder,
    actor: "prueba",
    by: TEST_ACTOR,
  });
  if (isRefusal(refundResult)) throw new Error(refundResult.refused);
  return id;
}

/** The stamped invoice of a new shipped order, for Lucía. */
export async function createStampedInvoice(server: TestServer, size?: TestSize): Promise<Invoice> {
  const order = await createShippedOrder(server, size);
  const request = { receiver: LUCIA, email: null, by: TEST_ACTOR };
  const invoice = await invoiceForStaff(server.app, await server.findShop(), order.id, request);
  if (isRefusal(invoice)) throw new Error(invoice.refused);
  return invoice;
}
