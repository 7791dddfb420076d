import { Command, InvalidArgumentError } from "commander";
import { formatDateTime } from "../domain/dates.ts";
import { formatMoney, type Cents } from "../domain/money.ts";
import { ORDER_FLAG_LABEL } from "../domain/payment.ts";
import { ORDER_STATUS_LABEL, orderStatusLabel, type OrderStatus } from "../domain/order-status.ts";
import { readPesos } from "../domain/read-pesos.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { App } from "../server/app.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { correctTracking, type TrackingRefusal } from "../server/orders/correct-tracking.ts";
import { joinOrders } from "../server/order-management/join-orders.ts";
import { moveOrder, type MoveRefusal } from "../server/orders/move-order.ts";
import { findOrdersByTracking } from "../server/orders/find-orders-by-tracking.ts";
import type { OrderRow } from "../server/orders/queries.ts";
import { requestRefund } from "../server/payments/request-refund.ts";
import { listOpenFlagsOf } from "../server/order-money/flags.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getOrder } from "./get-order.ts";
import { addDeliveredCommand } from "./order-delivered.ts";
import { addEditCommand } from "./order-edit.ts";
import { addFlagCommands } from "./order-flags.ts";
import { addReceiptCommands } from "./order-receipts.ts";
import { addTransferRefundCommands } from "./order-refunds.ts";

export function orderCommand(): Command {
  const command = new Command("order").description("muestra un pedido o lo mueve por los mismos pasos que todos");
  command
    .command("show")
    .description("muestra un pedido")
    .argument("<número>")
    .action((reference: string) => withApp(async (app) => printOrder(app, await getOrder(app, reference))));
  addMoveCommand(command, "pay", "PAYMENT_ACCEPTED", "confirma su pago", "Pago confirmado");
  addMoveCommand(command, "reserve", "RESERVED", "aparta sus piezas sin plazo", "Apartado");
  addMoveCommand(command, "cancel", "CANCELLED", "lo cancela y devuelve sus piezas", "Cancelado");
  addMoveCommand(command, "ship", "SHIPPED", "lo marca enviado", "Enviado").option(
    "--tracking <código>",
    "número de rastreo",
  );
  command
    .command("tracking")
    .description("corrige el número de rastreo de un pedido enviado, y se lo escribe al cliente")
    .argument("<número>")
    .requiredOption("--to <código>", "el número correcto")
    .action((reference: string, { to: newTracking }: { to: string }) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        const input = { seen: order.tracking_number ?? "", trackingNumber: newTracking.trim(), by: CONSOLE_ACTOR };
        const result = await correctTracking(app, order.id, input);
        if (isRefusal(result))
          throw new CommandError(CORRECTION_REFUSAL_TEXT[result.refused] ?? refusalText(result.refused, "staff"));
        printLine(`Pedido #${order.reference}: rastreo ${newTracking.trim()}`);
        await warnOfSameTracking(app, order, newTracking.trim());
      }),
    );
  command
    .command("refund")
    .description("devuelve por el proveedor de pagos lo que se pagó en línea, todo o una parte")
    .argument("<número>")
    .option("--amount <pesos>", "cuánto; sin esto, todo", parseToCents)
    .option("--reason <texto>", "por qué", "Devolución")
    .action((reference: string, options: { amount?: Cents; reason: string }) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        const context = { actor: CONSOLE_ACTOR.name, reason: options.reason };
        const refund = await requestRefund(app, order.id, options.amount ?? null, context);
        if (isRefusal(refund)) throw new CommandError(refusalText(refund.refused, "staff"));
        printLine(`Pedido #${order.reference}: se devolverán ${formatMoney(refund.cents)}`);
      }),
    );
  command
    .command("join")
    .description("lo une a otro pedido del mismo cliente: viajan juntos y se cobra un solo envío")
    .argument("<número>")
    .requiredOption("--into <número>", "el pedido que toma sus productos")
    .action((reference: string, { into: intoReference }: { into: string }) =>
      withApp((app) => join(app, reference, intoReference)),
    );
  addDeliveredCommand(command);
  addEditCommand(command);
  addReceiptCommands(command);
  addTransferRefundCommands(command, parseToCents);
  addFlagCommands(command);
  return command;
}

async function join(app: App, reference: string, intoReference: string): Promise<void> {
  const joinedOrder = await getOrder(app, reference);
  const receivingOrder = await getOrder(app, intoReference);
  const result = await joinOrders(app, {
    orderId: joinedOrder.id,
    intoId: receivingOrder.id,
    actor: CONSOLE_ACTOR.name,
  });
  if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
  printLine(`Pedido #${joinedOrder.reference}: ${ORDER_STATUS_LABEL.JOINED} al #${receivingOrder.reference}`);
  printLine(`Pedido #${receivingOrder.reference}: total ${formatMoney(result.grandTotalCents)}`);
  if (result.overpaidCents > 0)
    printLine(`  Se pagó de más: ${formatMoney(result.overpaidCents)}. Devuélvelo al cliente.`);
}

/** "150.50" pesos in centavos. */
function parseToCents(text: string): Cents {
  const cents = readPesos(text);
  if (!cents) throw new InvalidArgumentError("Escribe pesos: 150.50");
  return cents;
}

function addMoveCommand(
  command: Command,
  name: string,
  to: OrderStatus,
  description: string,
  defaultReason: string,
): Command {
  return command
    .command(name)
    .description(description)
    .argument("<número>")
    .option("--reason <texto>", "por qué", defaultReason)
    .action((reference: string, options: { reason: string; tracking?: string }) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        const tracking = options.tracking?.trim() || undefined;
        const result = await moveOrder(app, order.id, {
          to,
          actor: CONSOLE_ACTOR.name,
          reason: options.reason,
          trackingNumber: tracking,
        });
        if (isRefusal(result)) throw new CommandError(explainRefusal(order, to, result.refused));
        printLine(`Pedido #${order.reference}: ${statusLabelOf(order, result)}`);
        if (result === "SHIPPED" && tracking) await warnOfSameTracking(app, order, tracking);
      }),
    );
}

/** The refusals whose text in `order tracking` is not that of the other commands. */
const CORRECTION_REFUSAL_TEXT: Partial<Record<TrackingRefusal["refused"], string>> = {
  order_changed: "Alguien corrigió la guía mientras tanto: mira el pedido y vuelve a intentarlo.",
  move_not_allowed: "Ese pedido todavía no sale: la guía se escribe al enviarlo.",
  tracking_missing: "Falta el número de rastreo: --to <código>.",
};

/**
 * Warns of other orders with this tracking number. If they are not in the same parcel, the number is a typing mistake.
 */
async function warnOfSameTracking(app: App, { reference }: OrderRow, trackingNumber: string): Promise<void> {
  const referencesByTracking = await findOrdersByTracking(app.db, [trackingNumber], "all");
  const otherReferences = (referencesByTracking.get(trackingNumber) ?? []).filter((other) => other !== reference);
  if (otherReferences.length > 0)
    printLine(`  Ojo: la misma guía está en ${otherReferences.map((other) => `#${other}`).join(", ")}.`);
}

function explainRefusal(order: OrderRow, to: OrderStatus, refused: MoveRefusal["refused"]): string {
  if (refused === "tracking_missing") return "Falta el número de rastreo: --tracking <código>.";
  if (refused !== "move_not_allowed") return refusalText(refused, "staff");
  return `El pedido #${order.reference} está en «${statusLabelOf(order, order.status)}» y no puede pasar a «${ORDER_STATUS_LABEL[to]}».`;
}

const statusLabelOf = ({ exchange }: OrderRow, status: OrderStatus) => orderStatusLabel(status, exchange !== null);

async function printOrder(app: App, order: OrderRow): Promise<void> {
  printLine(`Pedido #${order.reference} · ${statusLabelOf(order, order.status)} · ${formatDateTime(order.created_at)}`);
  for (const line of order.lines) printLine(`  ${line.pieces} × ${line.name}  ${formatMoney(line.unit_price_cents)}`);
  printLine(`  Total ${formatMoney(order.grand_total_cents)} (${order.payment_method})`);
  for (const payment of order.payments) {
    const monthsText = (payment.installments ?? 1) > 1 ? ` a ${payment.installments} meses` : "";
    const refundedText = payment.refundedCents > 0 ? `, devuelto ${formatMoney(payment.refundedCents)}` : "";
    printLine(`  Pago ${formatMoney(payment.cents)}${monthsText} ${payment.state} (${payment.kind})${refundedText}`);
  }
  for (const flag of await listOpenFlagsOf(app.db, order.id)) printLine(`  ⚑ ${ORDER_FLAG_LABEL[flag]}`);
  if (order.tracking_number) printLine(`  Rastreo ${order.tracking_number}`);
  for (const event of order.history) {
    printLine(`  ${formatDateTime(new Date(event.at))}  ${statusLabelOf(order, event.status)}: ${event.reason}`);
  }
}
