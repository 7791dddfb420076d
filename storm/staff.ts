import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { readRefundableCents } from "../src/server/payments/request-refund.ts";
import type { StormContext } from "./shoppers.ts";
import type { StormShop } from "./shop.ts";

interface OpenOrder {
  id: string;
  status: string;
}

/** Acts as a member of staff until the storm is over: confirms, ships, cancels and refunds orders in the panel. */
export async function workUntilOver(context: StormContext, shop: StormShop): Promise<void> {
  const { client, oracle, pickOrigin, randomBelow, isOver } = context;
  while (!isOver()) {
    const order = await pickOrder(shop, randomBelow).catch(() => undefined);
    if (order) {
      const form = await pickActionForm(order, shop, randomBelow);
      const call = { form: { ...form, status: order.status }, headers: { cookie: shop.staffCookie } };
      const { status } = await client.send(pickOrigin(), "POST", `/panel/pedidos/${order.id}`, call);
      // A successful action is answered with a redirect, a refused one with the page and a message.
      if (status === 302)
        oracle.staffActionCounts.set(form.intent, (oracle.staffActionCounts.get(form.intent) ?? 0) + 1);
    }
    await sleep(150 + randomBelow(300));
  }
}

async function pickOrder(shop: StormShop, randomBelow: StormContext["randomBelow"]): Promise<OpenOrder | undefined> {
  const { rows } = await sql<OpenOrder>`
    SELECT id, status FROM orders WHERE status IN ('WAITING_PAYMENT', 'PAYMENT_ACCEPTED')
      AND created_at > now() - interval '10 minutes' ORDER BY created_at DESC LIMIT 20`.execute(shop.database.db);
  return rows[randomBelow(rows.length)];
}

async function pickActionForm(
  { id, status }: OpenOrder,
  { database }: StormShop,
  randomBelow: StormContext["randomBelow"],
): Promise<{ intent: string } & Record<string, string>> {
  const reason = "Prueba de la tormenta";
  const cancelForm = { intent: "cancel", reason };
  if (status === "WAITING_PAYMENT") return randomBelow(3) === 0 ? cancelForm : { intent: "confirmPayment" };
  const shipForm = { intent: "ship", tracking: `MX${randomBelow(1_000_000)}` };
  const seenCents = await readRefundableCents(database.db, id).catch(() => 0);
  const refundForm = { intent: "refund", reason, amount: "10.00", confirmed: "1", seenCents: String(seenCents) };
  return [cancelForm, refundForm, shipForm][randomBelow(3)]!;
}
