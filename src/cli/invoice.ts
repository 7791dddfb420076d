import { Command } from "commander";
import { csdWarning } from "../domain/csd-expiry.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { listEndingCsds } from "../server/invoicing/issuers.ts";
import { listInvoices } from "../server/invoicing/queries.ts";
import { findOrderByReference } from "../server/orders/queries.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";
import { compareCommand } from "./invoice-compare.ts";
import { complementsCommand } from "./invoice-complements.ts";
import { vatCommand } from "./invoice-vat.ts";
import { describeInvoice } from "./invoice-helpers.ts";
import { addMakeAndReplaceCommands } from "./invoice-make-and-replace.ts";
import { addCancelCommands } from "./invoice-cancel.ts";
import { addCreditCommand } from "./invoice-credit.ts";
import { addGlobalCommands } from "./invoice-global.ts";
import { addMonthCommands } from "./invoice-month.ts";
import { issuerCommand } from "./invoice-issuer.ts";
import { keysCommand } from "./invoice-keys.ts";

/** `shop invoice`: the commands about invoices. */
export function invoiceCommand(): Command {
  const command = new Command("invoice").description("facturas (CFDI 4.0): hacer, ver, cancelar, sustituir, global");
  command
    .command("show")
    .description("las facturas de un pedido, o las últimas de una tienda")
    .argument("[pedido]", "su número")
    .option("--shop <clave>", "la tienda, sin pedido", "matriz")
    .action((reference: string | undefined, { shop: key }: { shop: string }) =>
      withApp(async (app) => {
        const order = reference === undefined ? null : await findOrderByReference(app.db, reference);
        if (order === undefined) throw new CommandError(refusalText("order_not_found", "staff"));
        const shopId = order?.shop_id ?? (await getShop(app, key)).id;
        const endingCsd = (await listEndingCsds(app.db, new Date())).find((csd) => csd.shopId === shopId);
        if (endingCsd) printLine(csdWarning(endingCsd.endsAt, new Date())!);
        const invoices = await listInvoices(app.db, { shopId, orderId: order?.id, limit: 50 });
        if (invoices.length === 0) printLine("Sin facturas.");
        for (const invoice of invoices) printLine(describeInvoice(invoice));
      }),
    );
  addMakeAndReplaceCommands(command);
  addCancelCommands(command);
  addCreditCommand(command);
  addGlobalCommands(command);
  addMonthCommands(command);
  command.addCommand(issuerCommand());
  command.addCommand(keysCommand());
  command.addCommand(vatCommand());
  command.addCommand(complementsCommand());
  command.addCommand(compareCommand());
  return command;
}
