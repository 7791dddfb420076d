import type { Command } from "commander";
import { receiverHints, type Receiver } from "../domain/invoice-receiver.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { findInvoicingMode, invoiceEarly } from "../server/invoicing/invoice-early.ts";
import { invoiceForStaff } from "../server/invoicing/invoice-order.ts";
import { findIssuer } from "../server/invoicing/issuers.ts";
import { replaceInvoice } from "../server/invoicing/replace-invoice.ts";
import { findOrderByReference } from "../server/orders/queries.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { printInvoice, waitForStamp, getInvoiceByUuid } from "./invoice-helpers.ts";

/** Commands that issue the invoice of an order or replace one. */
export function addMakeAndReplaceCommands(command: Command): void {
  addReceiverOptions(command.command("make").description("factura un pedido enviado, también fuera de plazo"))
    .argument("<pedido>", "su número")
    .option("--early", "aunque falte dinero o no se haya enviado: PPD, toda la venta o su anticipo")
    .action((reference: string, options: ReceiverOptions & { early?: true }) =>
      withApp(async (app) => {
        const order = await findOrderByReference(app.db, reference);
        const shop = order && (await app.shops.byId(order.shop_id));
        if (!order || !shop) throw new CommandError(refusalText("order_not_found", "staff"));
        const typedReceiver = receiverFieldsOf(options);
        const receiver = { rfc: "", name: "", postalCode: "", taxRegime: "", cfdiUse: "", ...typedReceiver };
        for (const { sentence } of receiverHints(receiver)) printLine(sentence);
        const input = { receiver, email: options.email ?? null, by: CONSOLE_ACTOR };
        const issuer = await findIssuer(app.db, shop.id);
        const mode = options.early && issuer ? await findInvoicingMode(app.db, issuer, order) : null;
        const result = mode
          ? await invoiceEarly(app, shop, order.id, { ...input, mode })
          : await invoiceForStaff(app, shop, order.id, input);
        printInvoice(await waitForStamp(app, result));
      }),
    );
  addReceiverOptions(command.command("replace").description("sustituye una factura por otra con los datos que cambian"))
    .argument("<folio fiscal>")
    .option("--payment-form <clave>", "la forma de pago del SAT, p. ej. 04")
    .action((uuid: string, options: ReceiverOptions & { paymentForm?: string }) =>
      withApp(async (app) => {
        const invoice = await getInvoiceByUuid(app, uuid);
        const { email, paymentForm } = options;
        for (const { sentence } of receiverHints({ ...invoice.receiver, ...receiverFieldsOf(options) }))
          printLine(sentence);
        const change = { receiver: receiverFieldsOf(options), email, paymentForm, by: CONSOLE_ACTOR };
        printInvoice(await waitForStamp(app, await replaceInvoice(app, invoice.id, change)));
      }),
    );
}

interface ReceiverOptions {
  rfc?: string;
  name?: string;
  postalCode?: string;
  regime?: string;
  use?: string;
  country?: string;
  taxId?: string;
  email?: string;
}

function addReceiverOptions(command: Command): Command {
  return command
    .option("--rfc <rfc>")
    .option("--name <nombre>")
    .option("--postal-code <cp>", "del domicilio fiscal")
    .option("--regime <clave>", "régimen fiscal, p. ej. 612")
    .option("--use <clave>", "uso del CFDI, p. ej. G03")
    .option("--country <clave>", "país donde vive, con el RFC de extranjeros, p. ej. USA")
    .option("--tax-id <número>", "su identificación fiscal de ese país")
    .option("--email <correo>", "a dónde mandarla");
}

function receiverFieldsOf({ rfc, name, postalCode, regime, use, country, taxId }: ReceiverOptions): Partial<Receiver> {
  const receiverFields = { rfc, name, postalCode, taxRegime: regime, cfdiUse: use, country, taxId };
  return Object.fromEntries(Object.entries(receiverFields).filter(([, value]) => value !== undefined));
}
