import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import { csdWarning } from "../domain/csd-expiry.ts";
import { formatDateTime } from "../domain/dates.ts";
import { generalVatOn } from "../domain/vat.ts";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import type { App } from "../server/app.ts";
import { storeCsd } from "../server/invoicing/csd-store.ts";
import { formatLocalTime } from "../server/cfdi/local-time.ts";
import { findIssuer, type InvoiceIssuer } from "../server/invoicing/issuers.ts";
import { listGeneralRates } from "../server/invoicing/vat-treatments.ts";
import { setIssuer } from "../server/invoicing/set-issuer.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";
import { confirmationOf } from "./invoice-keys.ts";

/** Commands that show and set the issuer of a shop's invoices and its CSD. */
export function issuerCommand(): Command {
  const command = new Command("issuer").description("quién factura en una tienda, y su certificado de sello (CSD)");
  command
    .command("show")
    .option("--shop <clave>", "la tienda", "matriz")
    .action(({ shop: key }: { shop: string }) =>
      withApp(async (app) => {
        const issuer = await findIssuer(app.db, (await getShop(app, key)).id);
        if (!issuer) throw new CommandError("Esa tienda aún no dice quién factura: shop invoice issuer set.");
        (await describeIssuer(app, issuer)).forEach(printLine);
      }),
    );
  command
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
    .option("--global-auto <sí o no>", "si se manda sola", parseYesOrNo)
    .action(
      (
        options: Record<string, string | undefined> & {
          shop: string;
          vat?: number;
          days?: number;
          daysAfterShipping?: number;
          globalAuto?: boolean;
        },
      ) =>
        withApp(async (app) => {
          const shop = await getShop(app, options.shop);
          const result = await setIssuer(
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
              sendsGlobalAutomatically: options.globalAuto,
            },
            CONSOLE_ACTOR,
          );
          if ("sentence" in result) throw new CommandError(`--${result.field}: ${result.sentence}`);
          if (isRefusal(result)) throw new CommandError("Faltan datos: --rfc, --name, --regime y --postal-code.");
          (await describeIssuer(app, result)).forEach(printLine);
        }),
    );
  command
    .command("csd")
    .description("guarda el certificado de sello; la contraseña va en la variable CSD_PASSWORD")
    .option("--shop <clave>", "la tienda", "matriz")
    .requiredOption("--cer <archivo>")
    .requiredOption("--key <archivo>")
    .action((options: { shop: string; cer: string; key: string }) =>
      withApp(async (app) => {
        const password = process.env.CSD_PASSWORD;
        if (!password)
          throw new CommandError("Pon la contraseña de la llave en CSD_PASSWORD: en la línea la vería cualquiera.");
        const issuer = await findIssuer(app.db, (await getShop(app, options.shop)).id);
        if (!issuer) throw new CommandError("Primero di quién factura: shop invoice issuer set.");
        const [certificate, privateKey] = await Promise.all([readFile(options.cer), readFile(options.key)]);
        const csd = await storeCsd(app, issuer, { certificate, key: privateKey, password }, CONSOLE_ACTOR);
        if (isRefusal(csd)) throw new CommandError(refusalText(csd.refused, "staff"));
        printLine(`Certificado ${csd.number} de ${csd.name}, vale hasta ${formatDateTime(csd.validTo)}`);
      }),
    );
  return command;
}

function parseYesOrNo(text: string): boolean {
  if (!/^(?:s[ií]|yes|no)$/i.test(text)) throw new InvalidArgumentError("Escribe sí o no.");
  return !/^no$/i.test(text);
}

async function describeIssuer(app: App, issuer: InvoiceIssuer): Promise<string[]> {
  const { rfc, name, taxRegime, postalCode, timeZone, csd, isDemo } = issuer;
  const rates = await listGeneralRates(app.db, issuer.shopId);
  const today = formatLocalTime(new Date(), timeZone).slice(0, 10);
  const warning = csd && !isDemo ? csdWarning(csd.endsAt, new Date()) : null;
  const csdText = csd ? `CSD ${csd.number}, vale hasta ${formatDateTime(csd.endsAt)}` : "sin CSD";
  return [
    `${rfc} ${name} · régimen ${taxRegime} · CP ${postalCode} (${timeZone}) · IVA ${generalVatOn(today, rates).rateBps / 100} %`,
    ...(rates.length > 1 ? rates.map((rate) => `IVA ${rate.rateBps / 100} % desde el ${rate.validFrom}`) : []),
    isDemo ? "CSD de demostración: sin validez fiscal" : csdText,
    ...(warning ? [warning] : []),
  ];
}
