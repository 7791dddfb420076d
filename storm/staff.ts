import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type { Visit } from "./shoppers.ts";
import type { StormShop } from "./shop.ts";

interface Row {
  id: string;
  status: string;
}

/** A member of staff who confirms transfers, ships, cancels and refunds orders in the panel until the storm is over. */
export async function workUntilOver({ client, pickOrigin, pick, isOver }: Visit, shop: StormShop): Promise<void> {
  while (!isOver()) {
    const order = await pickOrder(shop, pick).catch(() => undefined);
    if (order) {
      const form = actionFor(order, pick);
      const call = { form: { ...form, status: order.status }, headers: { cookie: shop.staffCookie } };
      await client.send(pickOrigin(), "POST", `/panel/pedidos/${order.id}`, call);
    }
    await sleep(150 + pick(300));
  }
}

async function pickOrder(shop: StormShop, pick: Visit["pick"]): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    SELECT id, status FROM orders WHERE status IN ('WAITING_PAYMENT', 'PAYMENT_ACCEPTED')
      AND created_at > now() - interval '10 minutes' ORDER BY created_at DESC LIMIT 20`.execute(shop.database.db);
  return rows[pick(rows.length)];
}

function actionFor({ status }: Row, pick: Visit["pick"]): Record<string, string> {
  const cancel = { intent: "cancel", reason: "Prueba de la tormenta" };
  if (status === "WAITING_PAYMENT") return pick(3) === 0 ? cancel : { intent: "confirmPayment" };
  const refund = { intent: "refund", reason: "Prueba de la tormenta", amount: "10.00", confirmed: "1", seenCents: "0" };
  return [cancel, refund, { intent: "ship", tracking: `MX${pick(1_000_000)}` }][pick(3)]!;
}
