import { Argument, type Command } from "commander";
import { formatDateTime } from "../domain/dates.ts";
import { ORDER_FLAG_LABEL, ORDER_FLAGS, type OrderFlag } from "../domain/payment.ts";
import { closeFlag, listOpenFlags } from "../server/order-money/flags.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getOrder } from "./get-order.ts";

/** Commands for payment flags that staff have to check. */
export function addFlagCommands(command: Command): void {
  command
    .command("flags")
    .description("los pedidos cuyo dinero alguien debe ver, el más antiguo primero")
    .action(() =>
      withApp(async (app) => {
        for (const { reference, flag, openedAt } of await listOpenFlags(app.db)) {
          printLine(`#${reference}  ${ORDER_FLAG_LABEL[flag]} (${flag}) desde el ${formatDateTime(openedAt)}`);
        }
      }),
    );
  command
    .command("close-flag")
    .description("cierra un aviso ya atendido; no se vuelve a abrir")
    .argument("<número>")
    .addArgument(new Argument("<aviso>", "como lo dice `order flags` entre paréntesis").choices(ORDER_FLAGS))
    .action((reference: string, flag: OrderFlag) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        const wasClosed = await closeFlag(app, { orderId: order.id, flag }, CONSOLE_ACTOR);
        if (!wasClosed)
          throw new CommandError(`El pedido #${order.reference} no tiene abierto «${ORDER_FLAG_LABEL[flag]}».`);
        printLine(`Pedido #${order.reference}: «${ORDER_FLAG_LABEL[flag]}» cerrado.`);
      }),
    );
}
