import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import { formatDate } from "../domain/dates.ts";
import type { Receiver } from "../domain/invoice-receiver.ts";
import { formatMoney } from "../domain/money.ts";
import { readPesos } from "../domain/read-pesos.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { CancelMotive } from "../domain/invoice-state.ts";
import type { App } from "../server/app.ts";
import { isId } from "../server/db/new-id.ts";
import { REFUSALS } from "../server/http/refusals.ts";
import { cancelInvoice } from "../server/invoicing/cancel-invoice.ts";
import { creditInvoice } from "../server/invoicing/credit-invoice.ts";
import { storeCsd } from "../server/invoicing/csd-store.ts";
import { CSD_SENTENCES } from "../server/cfdi/csd.ts";
import { localTime } from "../server/cfdi/local-time.ts";
import { invoiceForStaff } from "../server/invoicing/invoice-order.ts";
import { invoicePeriod, type Period } from "../server/invoicing/invoice-period.ts";
import { findIssuer, type InvoiceIssuer } from "../server/invoicing/issuers.ts";
import { findInvoiceByUuid, listInvoices, type Invoice } from "../server/invoicing/queries.ts";
import { refusalSentence } from "../server/invoicing/refusal-sentences.ts";
import { replaceInvoice } from "../server/invoicing/replace-invoice.ts";
import { setIssuer, setSatKeys } from "../server/invoicing/set-issuer.ts";
import { waitForStamp } from "../server/invoicing/stamp-invoice.ts";
import { findOrderByReference } from "../server/orders/queries.ts";
import { CONSOLE, Refused, say, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";

const STATE_LABEL: Record<Invoice["state"], string> = {
  stamping: "timbrándose",
  stamped: "vigente",
  refused: "rechazada",
  replaced: "sustituida, cancelándose",
  cancelAsked: "cancelación pedida",
  cancelled: "cancelada",
};
const KIND_LABEL: Record<Invoice["kind"], string> = {
  invoice: "factura",
  creditNote: "nota de crédito",
  global: "factura global",
};

export function invoiceCommand(): Command {
  const invoice = new Command("invoice").description("facturas (CFDI 4.0): hacer, ver, cancelar, sustituir, global");
  invoice
    .command("show")
    .description("las facturas de un pedido, o las últimas de una tienda")
    .argument("[pedido]", "su número")
    .option("--shop <clave>", "la tienda, sin pedido", "matriz")
    .action((reference: string | undefined, { shop: key }: { shop: string }) =>
      withApp(async (app) => {
        const order = reference === undefined ? null : await findOrderByReference(app.db, reference);
        if (order === undefined) throw new Refused("No existe ese pedido.");
        const shopId = order?.shop_id ?? (await getShop(app, key)).id;
        const invoices = await listInvoices(app.db, { shopId, orderId: order?.id, limit: 50 });
        if (invoices.length === 0) say("Sin facturas.");
        for (const item of invoices) say(describeInvoice(item));
      }),
    );
  withReceiver(invoice.command("make").description("factura un pedido enviado, también fuera de plazo"))
    .argument("<pedido>", "su número")
    .action((reference: string, options: ReceiverOptions) =>
      withApp(async (app) => {
        const order = await findOrderByReference(app.db, reference);
        const shop = order && (await app.shops.byId(order.shop_id));
        if (!order || !shop) throw new Refused("No existe ese pedido.");
        const typed = receiverOf(options);
        const receiver = { rfc: "", name: "", postalCode: "", taxRegime: "", cfdiUse: "", ...typed };
        const input = { receiver, email: options.email ?? null, by: CONSOLE };
        print(await waitForPending(app, shop.id, order.id, await invoiceForStaff(app, shop, order.id, input)));
      }),
    );
  invoice
    .command("cancel")
    .description("pide al SAT cancelar una factura")
    .argument("<folio fiscal>")
    .requiredOption(
      "--motive <clave>",
      "02 sin relación, 03 no hubo operación, 04 una global con operación nominativa",
      motive,
    )
    .action((uuid: string, options: { motive: CancelMotive }) =>
      withApp(async (app) => {
        const { id } = await getByUuid(app, uuid);
        print(getOrThrow(await cancelInvoice(app, id, { motive: options.motive, by: CONSOLE })));
      }),
    );
  withReceiver(invoice.command("replace").description("sustituye una factura por otra con los datos que cambian"))
    .argument("<folio fiscal>")
    .option("--payment-form <clave>", "la forma de pago del SAT, p. ej. 04")
    .action((uuid: string, options: ReceiverOptions & { paymentForm?: string }) =>
      withApp(async (app) => {
        const old = await getByUuid(app, uuid);
        const { email, paymentForm } = options;
        const change = { receiver: receiverOf(options), email, paymentForm, by: CONSOLE };
        print(await waitForPending(app, old.shopId, old.orderId, await replaceInvoice(app, old.id, change)));
      }),
    );
  invoice
    .command("credit")
    .description("nota de crédito: lo devuelto desde la factura, o el monto que digas")
    .argument("<folio fiscal>")
    .option("--amount <pesos>", "el monto", pesos)
    .option("--return", "regresó mercancía; sin esto es una bonificación")
    .action((uuid: string, options: { amount?: number; return?: boolean }) =>
      withApp(async (app) => {
        const credited = await getByUuid(app, uuid);
        const reason = options.return ? ("return" as const) : ("creditNote" as const);
        const input = { cents: options.amount ?? null, reason, by: CONSOLE };
        print(
          await waitForPending(app, credited.shopId, credited.orderId, await creditInvoice(app, credited.id, input)),
        );
      }),
    );
  invoice
    .command("global")
    .description("la factura global de lo pagado en un periodo y no facturado")
    .requiredOption("--from <día>", "primer día, 2026-11-01", day)
    .requiredOption("--to <día>", "último día, 2026-11-30", day)
    .option("--every <periodo>", "day, week, fortnight, month o twoMonths", every, "month")
    .option("--shop <clave>", "la tienda", "matriz")
    .action((options: { from: string; to: string; every: Period["every"]; shop: string }) =>
      withApp(async (app) => {
        const shop = await getShop(app, options.shop);
        const issuer = await findIssuer(app.db, shop.id);
        const today = localTime(new Date(), issuer?.timeZone ?? "America/Mexico_City").slice(0, 10);
        const result = await invoicePeriod(app, shop.id, options, { by: CONSOLE, today });
        print(await waitForPending(app, shop.id, null, result));
      }),
    );
  invoice.addCommand(issuerCommand());
  invoice.addCommand(keysCommand());
  return invoice;
}

function issuerCommand(): Command {
  const issuer = new Command("issuer").description("quién factura en una tienda, y su certificado de sello (CSD)");
  issuer
    .command("show")
    .option("--shop <clave>", "la tienda", "matriz")
    .action(({ shop: key }: { shop: string }) =>
      withApp(async (app) => {
        const found = await findIssuer(app.db, (await getShop(app, key)).id);
        if (!found) throw new Refused("Esa tienda aún no dice quién factura: shop invoice issuer set.");
        describeIssuer(found).forEach(say);
      }),
    );
  issuer
    .command("set")
    .option("--shop <clave>", "la tienda", "matriz")
    .option("--rfc <rfc>")
    .option("--name <nombre>", "como en la constancia, sin «SA DE CV»")
    .option("--regime <clave>", "régimen fiscal, p. ej. 601")
    .option("--postal-code <cp>", "donde se expiden las facturas")
    .option("--time-zone <zona>", "p. ej. America/Tijuana")
    .option("--vat <por ciento>", "16, u 8 en la franja fronteriza", Number)
    .option("--series <letras>")
    .option("--product-key <clave>", "ClaveProdServ de lo que no tenga otra")
    .option("--unit-key <clave>", "ClaveUnidad de lo que no tenga otra")
    .option("--deadline <plazo>", "year (el año de la compra), month o days")
    .option("--days <n>", "días después del mes, o de la compra", Number)
    .action((options: Record<string, string | undefined> & { shop: string; vat?: number; days?: number }) =>
      withApp(async (app) => {
        const shop = await getShop(app, options.shop);
        const changed = await setIssuer(
          app,
          shop.id,
          {
            rfc: options.rfc,
            name: options.name,
            taxRegime: options.regime,
            postalCode: options.postalCode,
            timeZone: options.timeZone,
            vatRateBps: options.vat === undefined ? undefined : options.vat * 100,
            series: options.series,
            productKey: options.productKey,
            unitKey: options.unitKey,
            deadline: options.deadline,
            deadlineDays: options.days,
          },
          CONSOLE,
        );
        if ("sentence" in changed) throw new Refused(`--${changed.field}: ${changed.sentence}`);
        if (isRefusal(changed)) throw new Refused("Faltan datos: --rfc, --name, --regime y --postal-code.");
        describeIssuer(changed).forEach(say);
      }),
    );
  issuer
    .command("csd")
    .description("guarda el certificado de sello; la contraseña va en la variable CSD_PASSWORD")
    .option("--shop <clave>", "la tienda", "matriz")
    .requiredOption("--cer <archivo>")
    .requiredOption("--key <archivo>")
    .action((options: { shop: string; cer: string; key: string }) =>
      withApp(async (app) => {
        const password = process.env.CSD_PASSWORD;
        if (!password)
          throw new Refused("Pon la contraseña de la llave en CSD_PASSWORD: en la línea la vería cualquiera.");
        const found = await findIssuer(app.db, (await getShop(app, options.shop)).id);
        if (!found) throw new Refused("Primero di quién factura: shop invoice issuer set.");
        const [certificate, key] = await Promise.all([readFile(options.cer), readFile(options.key)]);
        const csd = await storeCsd(app, found, { certificate, key, password }, CONSOLE);
        if (isRefusal(csd)) {
          const sentences: Record<string, string> = CSD_SENTENCES;
          throw new Refused(sentences[csd.refused] ?? sentenceOf(csd));
        }
        say(`Certificado ${csd.number} de ${csd.name}, vale hasta ${formatDate(csd.validTo)}.`);
      }),
    );
  return issuer;
}

function keysCommand(): Command {
  const keys = new Command("keys").description("claves del SAT de un producto o de una categoría");
  for (const [name, table] of [
    ["product", "products"],
    ["category", "categories"],
  ] as const) {
    keys
      .command(name)
      .argument("<_id>")
      .argument("[clave]", "ClaveProdServ, ocho dígitos; sin ella se quita")
      .argument("[unidad]", "ClaveUnidad: H87, PR, SET, E48, ACT")
      .action((id: string, productKey?: string, unitKey?: string) =>
        withApp(async (app) => {
          if (!isId(id)) throw new Refused("No existe.");
          const changed = await setSatKeys(
            app,
            { table, id },
            { productKey: productKey ?? null, unitKey: unitKey ?? null },
            CONSOLE,
          );
          if (isRefusal(changed))
            throw new Refused(changed.refused === "not_found" ? "No existe." : "Esa clave no puede ser.");
        }),
      );
  }
  return keys;
}

interface ReceiverOptions {
  rfc?: string;
  name?: string;
  postalCode?: string;
  regime?: string;
  use?: string;
  email?: string;
}

function withReceiver(command: Command): Command {
  return command
    .option("--rfc <rfc>")
    .option("--name <nombre>")
    .option("--postal-code <cp>", "del domicilio fiscal")
    .option("--regime <clave>", "régimen fiscal, p. ej. 612")
    .option("--use <clave>", "uso del CFDI, p. ej. G03")
    .option("--email <correo>", "a dónde mandarla");
}

function receiverOf({ rfc, name, postalCode, regime, use }: ReceiverOptions): Partial<Receiver> {
  const options = { rfc, name, postalCode, taxRegime: regime, cfdiUse: use };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/**
 * The console process of a demo cannot reach the PAC sandbox, which runs inside the running shop. That process requests
 * the stamp, and the console waits for it.
 */
async function waitForPending(
  app: App,
  shopId: string,
  orderId: string | null,
  result: Invoice | Refusal,
): Promise<Invoice> {
  if (!isRefusal(result) || result.refused !== "invoice_pending") return getOrThrow(result);
  const [newest] = await listInvoices(app.db, {
    shopId,
    states: ["stamping"],
    ...(orderId === null ? {} : { orderId }),
    limit: 1,
  });
  return getOrThrow(newest ? await waitForStamp(app, newest.id) : result);
}

function getOrThrow(result: Invoice | Refusal): Invoice {
  if (isRefusal(result)) throw new Refused(sentenceOf(result));
  return result;
}

function sentenceOf(refusal: Refusal): string {
  if ("faults" in refusal) {
    return (refusal.faults as { field: string; sentence: string }[]).map((error) => error.sentence).join("\n");
  }
  if ("code" in refusal) return `${String(refusal.code)}: ${refusalSentence(String(refusal.code)).sentence}`;
  const sentences: Record<string, readonly [number, string, string]> = REFUSALS;
  return sentences[refusal.refused]?.[2] ?? refusal.refused;
}

function print(invoice: Invoice): void {
  say(describeInvoice(invoice));
}

function describeInvoice(invoice: Invoice): string {
  const parts = [
    `${KIND_LABEL[invoice.kind]} ${invoice.series ?? ""}${invoice.folio}`,
    invoice.reference ? `pedido ${invoice.reference}` : invoice.period,
    STATE_LABEL[invoice.state],
    invoice.uuid,
    `${invoice.receiver.rfc} ${invoice.receiver.name}`,
    formatMoney(invoice.totalCents),
    formatDate(invoice.createdAt),
    invoice.refusalCode && `${invoice.refusalCode} ${invoice.refusalMessage ?? ""}`,
    invoice.cancelProblem,
  ];
  return parts.filter(Boolean).join(" · ");
}

function describeIssuer({
  rfc,
  name,
  taxRegime,
  postalCode,
  timeZone,
  vatRateBps,
  csd,
  isDemo,
}: InvoiceIssuer): string[] {
  const certificate = csd ? `CSD ${csd.number}, vale hasta ${formatDate(csd.endsAt)}` : "sin CSD";
  return [
    `${rfc} ${name} · régimen ${taxRegime} · CP ${postalCode} (${timeZone}) · IVA ${vatRateBps / 100} %`,
    isDemo ? "CSD de demostración: sin validez fiscal" : certificate,
  ];
}

async function getByUuid(app: App, uuid: string): Promise<Invoice> {
  const found = await findInvoiceByUuid(app.db, uuid);
  if (!found) throw new Refused("No existe una factura con ese folio fiscal.");
  return found;
}

function motive(text: string): CancelMotive {
  if (text === "02" || text === "03" || text === "04") return text;
  throw new InvalidArgumentError("02, 03 o 04; para el 01 está shop invoice replace.");
}

function pesos(text: string): number {
  const cents = readPesos(text);
  if (cents === null) throw new InvalidArgumentError("Un monto en pesos, p. ej. 249.50.");
  return cents;
}

function day(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay) throw new InvalidArgumentError("Un día, p. ej. 2026-11-30.");
  return text;
}

function every(text: string): Period["every"] {
  const periods = ["day", "week", "fortnight", "month", "twoMonths"] as const;
  const found = periods.find((period) => period === text);
  if (!found) throw new InvalidArgumentError(periods.join(", "));
  return found;
}
