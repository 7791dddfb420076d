import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { csdWarning } from "../domain/csd-expiry.ts";
import type { ReturnedLine } from "../domain/credit-note-lines.ts";
import { formatDate } from "../domain/dates.ts";
import { receiverHints, type Receiver } from "../domain/invoice-receiver.ts";
import type { ChosenPeriod, PeriodLength } from "../domain/global-period.ts";
import { isDay } from "../domain/mexico-time.ts";
import { formatMoney } from "../domain/money.ts";
import { generalVatOn } from "../domain/vat.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import { refusalText, type RefusalName } from "../domain/refusal-text.ts";
import { satError } from "../domain/sat-errors.ts";
import type { CancelMotive } from "../domain/invoice-state.ts";
import { UNIT_NAMES } from "../domain/sat-keys.ts";
import { findProductKeys } from "../domain/sat-product-keys.ts";
import type { App } from "../server/app.ts";
import { isId } from "../server/db/new-id.ts";
import { cancelInvoice } from "../server/invoicing/cancel-invoice.ts";
import { allLeft, findCreditDue } from "../server/invoicing/credit-due.ts";
import { creditInvoice } from "../server/invoicing/credit-invoice.ts";
import { creditGlobal } from "../server/invoicing/credit-global.ts";
import { exportMonth } from "../server/invoicing/export-month.ts";
import { writeZip } from "../server/zip/write-zip.ts";
import { reportMonth } from "../server/invoicing/month-report.ts";
import { replaceGlobal } from "../server/invoicing/replace-global.ts";
import { storeCsd } from "../server/invoicing/csd-store.ts";
import { localTime } from "../server/cfdi/local-time.ts";
import { findInvoicingMode, invoiceEarly } from "../server/invoicing/invoice-early.ts";
import { invoiceForStaff } from "../server/invoicing/invoice-order.ts";
import { invoicePeriod } from "../server/invoicing/invoice-period.ts";
import { findIssuer, listEndingCsds, type InvoiceIssuer } from "../server/invoicing/issuers.ts";
import { findGeneralRates } from "../server/invoicing/vat-treatments.ts";
import { findInvoiceByUuid, listInvoices, type Invoice } from "../server/invoicing/queries.ts";
import { replaceInvoice } from "../server/invoicing/replace-invoice.ts";
import { listConfirmedKeys, listKeysToReview, type KeyConfirmation } from "../server/invoicing/accept-sat-key.ts";
import { setIssuer, setSatKeys } from "../server/invoicing/set-issuer.ts";
import { requestCancellationAgain, keepReplacedInvoice } from "../server/invoicing/settle-replacement.ts";
import { waitForStamp } from "../server/invoicing/stamp-invoice.ts";
import { findOrderByReference } from "../server/orders/queries.ts";
import { CONSOLE, Refused, say, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";
import { compareCommand } from "./invoice-compare.ts";
import { complementsCommand } from "./invoice-complements.ts";
import { vatCommand } from "./invoice-vat.ts";

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
  payment: "complemento de pago",
  deposit: "factura de anticipo",
  depositApplied: "aplicación de anticipo",
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
        if (order === undefined) throw new Refused(refusalText("order_not_found", "staff"));
        const shopId = order?.shop_id ?? (await getShop(app, key)).id;
        const ending = (await listEndingCsds(app.db, new Date())).find((csd) => csd.shopId === shopId);
        if (ending) say(csdWarning(ending.endsAt, new Date())!);
        const invoices = await listInvoices(app.db, { shopId, orderId: order?.id, limit: 50 });
        if (invoices.length === 0) say("Sin facturas.");
        for (const item of invoices) say(describeInvoice(item));
      }),
    );
  withReceiver(invoice.command("make").description("factura un pedido enviado, también fuera de plazo"))
    .argument("<pedido>", "su número")
    .option("--early", "aunque falte dinero o no se haya enviado: PPD, toda la venta o su anticipo")
    .action((reference: string, options: ReceiverOptions & { early?: true }) =>
      withApp(async (app) => {
        const order = await findOrderByReference(app.db, reference);
        const shop = order && (await app.shops.byId(order.shop_id));
        if (!order || !shop) throw new Refused(refusalText("order_not_found", "staff"));
        const typed = receiverOf(options);
        const receiver = { rfc: "", name: "", postalCode: "", taxRegime: "", cfdiUse: "", ...typed };
        for (const { sentence } of receiverHints(receiver)) say(sentence);
        const input = { receiver, email: options.email ?? null, by: CONSOLE };
        const issuer = await findIssuer(app.db, shop.id);
        const mode = options.early && issuer ? await findInvoicingMode(app.db, issuer, order) : null;
        const made = mode
          ? await invoiceEarly(app, shop, order.id, { ...input, mode })
          : await invoiceForStaff(app, shop, order.id, input);
        print(await waitForPending(app, shop.id, order.id, made));
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
  invoice
    .command("cancel-again")
    .description("vuelve a pedir la cancelación de una sustituida que el receptor o el SAT no aceptó")
    .argument("<folio fiscal>", "el de la sustituida")
    .action((uuid: string) =>
      withApp(async (app) => {
        const { id } = await getByUuid(app, uuid);
        print(getOrThrow(await requestCancellationAgain(app, id, CONSOLE)));
      }),
    );
  invoice
    .command("keep")
    .description("conserva una sustituida que no se pudo cancelar, y pide cancelar la que la sustituye")
    .argument("<folio fiscal>", "el de la sustituida")
    .action((uuid: string) =>
      withApp(async (app) => {
        const { id } = await getByUuid(app, uuid);
        print(getOrThrow(await keepReplacedInvoice(app, id, CONSOLE)));
      }),
    );
  withReceiver(invoice.command("replace").description("sustituye una factura por otra con los datos que cambian"))
    .argument("<folio fiscal>")
    .option("--payment-form <clave>", "la forma de pago del SAT, p. ej. 04")
    .action((uuid: string, options: ReceiverOptions & { paymentForm?: string }) =>
      withApp(async (app) => {
        const old = await getByUuid(app, uuid);
        const { email, paymentForm } = options;
        for (const { sentence } of receiverHints({ ...old.receiver, ...receiverOf(options) })) say(sentence);
        const change = { receiver: receiverOf(options), email, paymentForm, by: CONSOLE };
        print(await waitForPending(app, old.shopId, old.orderId, await replaceInvoice(app, old.id, change)));
      }),
    );
  invoice
    .command("credit")
    .description("nota de crédito por lo devuelto desde la factura que no esté ya en otra")
    .argument("<folio fiscal>")
    .option("--return", "regresaron todas las piezas; sin esto ni --pieces es una bonificación")
    .option("--pieces <líneas>", "qué regresó: número de línea en la factura y piezas, p. ej. 1x2,3x1", pieces)
    .action((uuid: string, options: { return?: boolean; pieces?: ReturnedLine[] }) =>
      withApp(async (app) => {
        const credited = await getByUuid(app, uuid);
        const returned =
          options.pieces ?? (options.return ? allLeft((await findCreditDue(app.db, credited)).lines) : []);
        const input = { returned, by: CONSOLE };
        print(
          await waitForPending(app, credited.shopId, credited.orderId, await creditInvoice(app, credited.id, input)),
        );
      }),
    );
  invoice
    .command("global")
    .description("la factura global de lo pagado en un periodo y no facturado")
    .option("--month <mes>", "el mes, 2026-11", month)
    .option("--day <día>", "un día, 2026-11-03", day)
    .option("--week <día>", "la semana de ese día, de lunes a domingo y dentro de su mes", day)
    .option("--fortnight <día>", "la quincena de ese día", day)
    .option("--two-months <día>", "el bimestre de ese día, solo régimen 621", day)
    .option("--shop <clave>", "la tienda", "matriz")
    .action((options: PeriodOptions & { shop: string }) =>
      withApp(async (app) => {
        const chosen = chosenPeriod(options);
        const shop = await getShop(app, options.shop);
        const issuer = await findIssuer(app.db, shop.id);
        const today = localTime(new Date(), issuer?.timeZone ?? "America/Mexico_City").slice(0, 10);
        const result = await invoicePeriod(app, shop.id, chosen, { by: CONSOLE, today });
        print(await waitForPending(app, shop.id, null, result));
      }),
    );
  invoice
    .command("correct-global")
    .description("corrige una factura global que ya no coincide con sus pedidos")
    .argument("<folio fiscal>")
    .option("--by <modo>", "creditNote o reissue; sin esto, como lo eligió la tienda")
    .action((uuid: string, options: { by?: string }) =>
      withApp(async (app) => {
        const { id, shopId } = await getByUuid(app, uuid);
        const way = options.by ?? (await findIssuer(app.db, shopId))?.globalCorrection;
        const correct = way === "reissue" ? replaceGlobal : creditGlobal;
        print(getOrThrow(await correct(app, id, CONSOLE)));
      }),
    );
  invoice
    .command("month")
    .description("lo vendido en un mes y lo que dicen de eso las facturas")
    .argument("<mes>", "p. ej. 2026-11", month)
    .option("--shop <clave>", "la tienda", "matriz")
    .action((first: string, { shop: key }: { shop: string }) =>
      withApp(async (app) => {
        const { id: shopId } = await getShop(app, key);
        const timeZone = (await findIssuer(app.db, shopId))?.timeZone ?? "America/Mexico_City";
        const report = await reportMonth(app.db, { shopId, timeZone }, first.slice(0, 7));
        say(`Cobrado ${formatMoney(report.paidCents)}, devuelto ${formatMoney(report.refundedCents)}`);
        say(`Conservado ${formatMoney(report.keptCents)} en ${report.salesCount} ventas`);
        say(`En facturas ${formatMoney(report.invoicedCents)}, en globales ${formatMoney(report.globalCents)}`);
        say(`Acreditado ${formatMoney(report.creditedCents)}, sin declarar ${formatMoney(report.undeclaredCents)}`);
        say(`Diferencia ${formatMoney(report.differenceCents)}`);
        for (const { reference, keptCents, declaredCents } of report.orders) {
          say(`pedido ${reference}: conservado ${formatMoney(keptCents)}, declarado ${formatMoney(declaredCents)}`);
        }
      }),
    );
  invoice
    .command("export")
    .description("los XML, PDF y acuses de un mes en un ZIP, con su índice")
    .argument("<mes>", "p. ej. 2026-10", month)
    .requiredOption("--to <carpeta>", "dónde se guarda")
    .option("--shop <clave>", "la tienda", "matriz")
    .action((first: string, options: { to: string; shop: string }) =>
      withApp(async (app) => {
        const shop = await getShop(app, options.shop);
        const file = path.join(options.to, `facturas-${shop.key}-${first.slice(0, 7)}.zip`);
        await mkdir(options.to, { recursive: true });
        await writeFile(
          file,
          writeZip(
            exportMonth(app, shop, first.slice(0, 7), (done, of) => {
              if (done % 20 === 0 || done === of) say(`${done} de ${of}`);
            }),
          ),
        );
        say(file);
      }),
    );
  invoice.addCommand(issuerCommand());
  invoice.addCommand(keysCommand());
  invoice.addCommand(vatCommand());
  invoice.addCommand(complementsCommand());
  invoice.addCommand(compareCommand());
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
        (await describeIssuer(app, found)).forEach(say);
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
    .option("--vat <por ciento>", "el IVA general: 16, u 8 en la franja fronteriza", Number)
    .option("--vat-from <día>", "desde qué día cuenta, p. ej. 2027-01-01; sin esto, desde hoy")
    .option("--series <letras>")
    .option("--product-key <clave>", "ClaveProdServ de lo que no tenga otra")
    .option("--confirm-key <nombre>", "la clave no está en la lista y sí en la del SAT, con este nombre")
    .option("--unit-key <clave>", "ClaveUnidad de lo que no tenga otra")
    .option("--undelivered <qué>", "de lo pagado y no enviado: atOnce (toda la venta) o deposit (el anticipo)")
    .option("--deadline <plazo>", "year (el año del pago), month o days")
    .option("--days <n>", "días después del mes, o del pago", Number)
    .option("--days-after-shipping <n>", "y a lo menos estos días desde el envío", Number)
    .option("--global-correction <modo>", "creditNote (nota de crédito) o reissue (cancelar y volver a hacer)")
    .option("--global-every <periodo>", "cada cuándo se prepara la global: off, day, week, fortnight o month")
    .option("--global-auto <sí o no>", "si se manda sola: yes o no")
    .action(
      (
        options: Record<string, string | undefined> & {
          shop: string;
          vat?: number;
          days?: number;
          daysAfterShipping?: number;
        },
      ) =>
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
              vatFrom: options.vatFrom,
              series: options.series,
              productKey: options.productKey,
              unitKey: options.unitKey,
              confirmation: confirmationOf(options.confirmKey),
              undelivered: options.undelivered,
              deadline: options.deadline,
              deadlineDays: options.days,
              daysAfterShipping: options.daysAfterShipping,
              globalCorrection: options.globalCorrection,
              globalEvery: options.globalEvery,
              isGlobalSent: options.globalAuto === undefined ? undefined : options.globalAuto === "yes",
            },
            CONSOLE,
          );
          if ("sentence" in changed) throw new Refused(`--${changed.field}: ${changed.sentence}`);
          if (isRefusal(changed)) throw new Refused("Faltan datos: --rfc, --name, --regime y --postal-code.");
          (await describeIssuer(app, changed)).forEach(say);
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
        if (isRefusal(csd)) throw new Refused(refusalText(csd.refused, "staff"));
        say(`Certificado ${csd.number} de ${csd.name}, vale hasta ${formatDate(csd.validTo)}.`);
      }),
    );
  return issuer;
}

function keysCommand(): Command {
  const keys = new Command("keys").description("claves del SAT: buscarlas, y las de un producto o de una categoría");
  keys
    .command("search")
    .argument("<palabras...>", "p. ej. blusa mujer, o los primeros dígitos")
    .action((words: string[]) =>
      withApp(async (app) => {
        const found = findProductKeys(words.join(" "), await listConfirmedKeys(app.db), 50);
        if (found.length === 0) say("Ninguna clave de la lista es así.");
        for (const { key, name } of found) say(`${key} ${name}`);
      }),
    );
  keys
    .command("review")
    .description("lo que tiene una clave que no está en la lista ni confirmó nadie")
    .action(() =>
      withApp(async (app) => {
        const found = await listKeysToReview(app.db);
        if (found.length === 0) say("Todas las claves están en la lista o confirmadas.");
        for (const { kind, id, name, key } of found) say(`${key} · ${REVIEWED_LABEL[kind]} ${name} (${id})`);
      }),
    );
  for (const [name, table] of [
    ["product", "products"],
    ["category", "categories"],
  ] as const) {
    keys
      .command(name)
      .argument("<_id>")
      .argument("[clave]", "ClaveProdServ, ocho dígitos; sin ella se quita")
      .argument("[unidad]", `ClaveUnidad: ${Object.keys(UNIT_NAMES).join(", ")}`)
      .option("--confirm <nombre>", "la clave no está en la lista y sí en la del SAT, con este nombre")
      .action((id: string, productKey?: string, unitKey?: string, options: { confirm?: string } = {}) =>
        withApp(async (app) => {
          if (!isId(id)) throw new Refused("No existe.");
          const changed = await setSatKeys(
            app,
            { table, id },
            {
              productKey: productKey ?? null,
              unitKey: unitKey ?? null,
              confirmation: confirmationOf(options.confirm),
            },
            CONSOLE,
          );
          if (isRefusal(changed)) throw new Refused(refusalText(changed.refused, "staff"));
        }),
      );
  }
  return keys;
}

const REVIEWED_LABEL = { issuers: "quien factura en", categories: "categoría", products: "producto" } as const;

function confirmationOf(name: string | undefined): KeyConfirmation | undefined {
  return name === undefined ? undefined : { name };
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

function withReceiver(command: Command): Command {
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

function receiverOf({ rfc, name, postalCode, regime, use, country, taxId }: ReceiverOptions): Partial<Receiver> {
  const options = { rfc, name, postalCode, taxRegime: regime, cfdiUse: use, country, taxId };
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
  result: Invoice | Refusal<RefusalName>,
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

function getOrThrow(result: Invoice | Refusal<RefusalName>): Invoice {
  if (isRefusal(result)) throw new Refused(sentenceOf(result));
  return result;
}

function sentenceOf(refusal: Refusal<RefusalName>): string {
  if ("receiverErrors" in refusal) {
    return (refusal.receiverErrors as { field: string; sentence: string }[]).map((error) => error.sentence).join("\n");
  }
  if ("code" in refusal) return `${String(refusal.code)}: ${satError(String(refusal.code)).staff}`;
  if ("reason" in refusal && refusal.reason === "csd_expired") return refusalText("csd_expired", "staff");
  return refusalText(refusal.refused, "staff");
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

async function describeIssuer(app: App, issuer: InvoiceIssuer): Promise<string[]> {
  const { rfc, name, taxRegime, postalCode, timeZone, csd, isDemo } = issuer;
  const rates = await findGeneralRates(app.db, issuer.shopId);
  const today = localTime(new Date(), timeZone).slice(0, 10);
  const warning = csd && !isDemo ? csdWarning(csd.endsAt, new Date()) : null;
  const certificate = csd ? `CSD ${csd.number}, vale hasta ${formatDate(csd.endsAt)}` : "sin CSD";
  return [
    `${rfc} ${name} · régimen ${taxRegime} · CP ${postalCode} (${timeZone}) · IVA ${generalVatOn(today, rates).rateBps / 100} %`,
    ...(rates.length > 1 ? rates.map((rate) => `IVA ${rate.rateBps / 100} % desde el ${rate.validFrom}`) : []),
    isDemo ? "CSD de demostración: sin validez fiscal" : certificate,
    ...(warning ? [warning] : []),
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

function pieces(text: string): ReturnedLine[] {
  return text.split(",").map((part) => {
    const [, line, count] = /^\s*(\d{1,4})x(\d{1,4})\s*$/.exec(part) ?? [];
    if (line === undefined) throw new InvalidArgumentError("Línea y piezas, p. ej. 1x2,3x1.");
    return { line: Number(line) - 1, pieces: Number(count) };
  });
}

function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("Un día, p. ej. 2026-11-30.");
  return text;
}

/** The first day of a month. */
function month(text: string): string {
  if (!isDay(`${text}-01`)) throw new InvalidArgumentError("Un mes, p. ej. 2026-11.");
  return `${text}-01`;
}

type PeriodOptions = Partial<Record<PeriodLength, string>>;

function chosenPeriod(options: PeriodOptions): ChosenPeriod {
  const lengths = ["day", "week", "fortnight", "month", "twoMonths"] as const;
  const [chosen, another] = lengths.flatMap((every) => (options[every] ? [{ every, day: options[every] }] : []));
  if (!chosen || another) throw new Refused("Di un periodo: --month, --fortnight, --week, --day o --two-months.");
  return chosen;
}
