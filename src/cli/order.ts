import { Command } from "commander";
import { formatDate } from "../domain/dates.ts";
import { formatMoney } from "../domain/money.ts";
import { ORDER_STATUS_LABEL, type OrderStatus } from "../domain/order-status.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { App } from "../server/app.ts";
import { moveOrder } from "../server/orders/move-order.ts";
import { findOrderByReference, type OrderRow } from "../server/orders/queries.ts";
import { ACTOR, Refused, say, withApp } from "./console.ts";

export function orderCommand(): Command {
  const order = new Command("order").description("muestra un pedido o lo mueve por los mismos pasos que todos");
  order
    .command("show")
    .description("muestra un pedido")
    .argument("<número>")
    .action((reference: string) => withApp(async (app) => show(await getOrder(app, reference))));
  move(order, "pay", "PAYMENT_ACCEPTED", "confirma su pago", "Pago confirmado");
  move(order, "reserve", "RESERVED", "aparta sus piezas sin plazo", "Apartado");
  move(order, "cancel", "CANCELLED", "lo cancela y devuelve sus piezas", "Cancelado");
  move(order, "ship", "SHIPPED", "lo marca enviado", "Enviado").option("--tracking <código>", "número de rastreo");
  return order;
}

function move(order: Command, name: string, to: OrderStatus, description: string, reason: string): Command {
  return order
    .command(name)
    .description(description)
    .argument("<número>")
    .option("--reason <texto>", "por qué", reason)
    .action((reference: string, options: { reason: string; tracking?: string }) =>
      withApp(async (app) => {
        const found = await getOrder(app, reference);
        const answer = await moveOrder(app, found.id, {
          to,
          actor: ACTOR,
          reason: options.reason,
          trackingNumber: options.tracking,
        });
        if (isRefusal(answer)) throw new Refused(whyNot(found, to, answer.refused));
        say(`Pedido #${found.reference}: ${ORDER_STATUS_LABEL[answer]}`);
      }),
    );
}

function whyNot(order: OrderRow, to: OrderStatus, refused: string): string {
  if (refused === "tracking_missing") return "Falta el número de rastreo: --tracking <código>.";
  return `El pedido #${order.reference} está en «${ORDER_STATUS_LABEL[order.status]}» y no puede pasar a «${ORDER_STATUS_LABEL[to]}».`;
}

async function getOrder(app: App, reference: string): Promise<OrderRow> {
  const order = await findOrderByReference(app.db, reference);
  if (!order) throw new Refused(`No existe el pedido ${reference}.`);
  return order;
}

function show(order: OrderRow): void {
  say(`Pedido #${order.reference} · ${ORDER_STATUS_LABEL[order.status]} · ${formatDate(order.created_at)}`);
  for (const line of order.lines) say(`  ${line.pieces} × ${line.name}  ${formatMoney(line.unit_price_cents)}`);
  say(`  Total ${formatMoney(order.grand_total_cents)} (${order.payment_method})`);
  if (order.tracking_number) say(`  Rastreo ${order.tracking_number}`);
  for (const event of order.history) {
    say(`  ${formatDate(new Date(event.at))}  ${ORDER_STATUS_LABEL[event.status]}`);
  }
}
