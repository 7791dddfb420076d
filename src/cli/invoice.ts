import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import { formatDate } from "../domain/dates.ts";
import type { Receiver } from "../domain/invoice-receiver.ts";
import { formatMoney, toCents } from "../domain/money.ts";
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
        const found = await listInvoices(app.db, { shopId, orderId: order?.id, limit: 50 });
        if (found.length === 0) say("Sin facturas.");
        for (const one of found) say(inWords(one));
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
        const wish = { receiver, email: options.email ?? null, by: CONSOLE };
        tell(await settled(app, shop.id, order.id, await invoiceForStaff(app, shop, order.id, wish)));
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
        const { id } = await byUuid(app, uuid);
        tell(told(await cancelInvoice(app, id, { motive: options.motive, by: CONSOLE })));
      }),
    );
  withReceiver(invoice.command("replace").description("sustituye una factura por otra con los datos que cambian"))
    .argument("<folio fiscal>")
    .option("--payment-form <clave>", "la forma de pago del SAT, p. ej. 04")
    .action((uuid: string, options: ReceiverOptions & { paymentForm?: string }) =>
      withApp(async (app) => {
        const old = await byUuid(app, uuid);
        const { email, paymentForm } = options;
        const change = { receiver: receiverOf(options), email, paymentForm, by: CONSOLE };
        tell(await settled(app, old.shopId, old.orderId, await replaceInvoice(app, old.id, change)));
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
        const of = await byUuid(app, uuid);
        const reason = options.return ? ("return" as const) : ("creditNote" as const);
        const wish = { cents: options.amount ?? null, reason, by: CONSOLE };
        tell(await settled(app, of.shopId, of.orderId, await creditInvoice(app, of.id, wish)));
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
        const made = await invoicePeriod(app, shop.id, options, { by: CONSOLE, today });
        tell(await settled(app, shop.id, null, made));
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
        issuerInWords(found).forEach(say);
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
        const set = await setIssuer(
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
        if ("sentence" in set) throw new Refused(`--${set.field}: ${set.sentence}`);
        if (isRefusal(set)) throw new Refused("Faltan datos: --rfc, --name, --regime y --postal-code.");
        issuerInWords(set).forEach(say);
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
  for (const [word, table] of [
    ["product", "products"],
    ["category", "categories"],
  ] as const) {
    keys
      .command(word)
      .argument("<_id>")
      .argument("[clave]", "ClaveProdServ, ocho dígitos; sin ella se quita")
      .argument("[unidad]", "ClaveUnidad: H87, PR, SET, E48, ACT")
      .action((id: string, productKey?: string, unitKey?: string) =>
        withApp(async (app) => {
          if (!isId(id)) throw new Refused("No existe.");
          const set = await setSatKeys(
            app,
            { table, id },
            { productKey: productKey ?? null, unitKey: unitKey ?? null },
            CONSOLE,
          );
          if (isRefusal(set)) throw new Refused(set.refused === "not_found" ? "No existe." : "Esa clave no puede ser.");
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
  const given = { rfc, name, postalCode, taxRegime: regime, cfdiUse: use };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** A demo's console cannot reach the stand-in, which lives in the running shop: that one stamps, and we wait for it. */
async function settled(app: App, shopId: string, orderId: string | null, answer: Invoice | Refusal): Promise<Invoice> {
  if (!isRefusal(answer) || answer.refused !== "invoice_pending") return told(answer);
  const [newest] = await listInvoices(app.db, {
    shopId,
    states: ["stamping"],
    ...(orderId === null ? {} : { orderId }),
    limit: 1,
  });
  return told(newest ? await waitForStamp(app, newest.id) : answer);
}

function told(answer: Invoice | Refusal): Invoice {
  if (isRefusal(answer)) throw new Refused(sentenceOf(answer));
  return answer;
}

function sentenceOf(refusal: Refusal): string {
  if ("faults" in refusal) {
    return (refusal.faults as { field: string; sentence: string }[]).map((fault) => fault.sentence).join("\n");
  }
  if ("code" in refusal) return `${String(refusal.code)}: ${refusalSentence(String(refusal.code)).sentence}`;
  const known: Record<string, readonly [number, string, string]> = REFUSALS;
  return known[refusal.refused]?.[2] ?? refusal.refused;
}

function tell(invoice: Invoice): void {
  say(inWords(invoice));
}

function inWords(invoice: Invoice): string {
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

function issuerInWords({
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

async function byUuid(app: App, uuid: string): Promise<Invoice> {
  const found = await findInvoiceByUuid(app.db, uuid);
  if (!found) throw new Refused("No existe una factura con ese folio fiscal.");
  return found;
}

function motive(text: string): CancelMotive {
  if (text === "02" || text === "03" || text === "04") return text;
  throw new InvalidArgumentError("02, 03 o 04; para el 01 está shop invoice replace.");
}

function pesos(text: string): number {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError("Un monto en pesos, p. ej. 249.50.");
  return toCents(Number(text));
}

function day(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay) throw new InvalidArgumentError("Un día, p. ej. 2026-11-30.");
  return text;
}

function every(text: string): Period["every"] {
  const known = ["day", "week", "fortnight", "month", "twoMonths"] as const;
  const found = known.find((one) => one === text);
  if (!found) throw new InvalidArgumentError(known.join(", "));
  return found;
}
