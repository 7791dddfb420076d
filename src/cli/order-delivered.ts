import { type Command, InvalidArgumentError } from "commander";
import { deliveryInstant } from "../domain/delivery-instant.ts";
import { formatDay } from "../domain/format-day.ts";
import { isDay } from "../domain/mexico-time.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { isRefusal } from "../domain/refusal.ts";
import { readOrderArrival } from "../server/parcels/order-arrival.ts";
import { markDelivered } from "../server/parcels/mark-delivered.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getOrder } from "./get-order.ts";

/** `order delivered`: records that an order's parcels arrived. */
export function addDeliveredCommand(command: Command): void {
  command
    .command("delivered")
    .description("anota que llegó lo que salió de un pedido")
    .argument("<número>")
    .option("--on <día>", "qué día llegó, p. ej. 2026-11-24; sin esto, hoy", parseDay)
    .action((reference: string, { on: day }: { on?: string }) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        const now = new Date();
        const result = await markDelivered(app, order.id, { at: deliveryInstant(day, now)!, now, by: CONSOLE_ACTOR });
        if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
        printLine(`Pedido #${order.reference}: entregado${day ? ` el ${formatDay(day)}` : ""}`);
        const { deliveredAt } = await readOrderArrival(app.db, order.id);
        if (deliveredAt === null) printLine("  Ojo: aún le falta una parte por salir o por llegar.");
      }),
    );
}

function parseDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("Escribe un día: 2026-11-24");
  return text;
}
