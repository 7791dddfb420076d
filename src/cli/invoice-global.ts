import { Option, type Command } from "commander";
import type { ChosenPeriod, PeriodLength } from "../domain/global-period.ts";
import { creditGlobal } from "../server/invoicing/credit-global.ts";
import { replaceGlobal } from "../server/invoicing/replace-global.ts";
import { formatLocalTime } from "../server/cfdi/local-time.ts";
import { issueGlobalInvoice } from "../server/invoicing/issue-global-invoice.ts";
import { findIssuer } from "../server/invoicing/issuers.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";
import { printInvoice, waitForStamp, getInvoiceByUuid } from "./invoice-helpers.ts";
import { parseDay, parseMonth } from "./parse-period.ts";

/** Commands that issue a global invoice and correct one. */
export function addGlobalCommands(command: Command): void {
  command
    .command("global")
    .description("la factura global de lo pagado en un periodo y no facturado")
    .option("--month <mes>", "el mes, 2026-11", parseMonth)
    .option("--day <día>", "un día, 2026-11-03", parseDay)
    .option("--week <día>", "la semana de ese día, de lunes a domingo y dentro de su mes", parseDay)
    .option("--fortnight <día>", "la quincena de ese día", parseDay)
    .option("--two-months <día>", "el bimestre de ese día, solo régimen 621", parseDay)
    .option("--shop <clave>", "la tienda", "matriz")
    .action((options: PeriodOptions & { shop: string }) =>
      withApp(async (app) => {
        const period = readChosenPeriod(options);
        const shop = await getShop(app, options.shop);
        const issuer = await findIssuer(app.db, shop.id);
        const today = formatLocalTime(new Date(), issuer?.timeZone ?? "America/Mexico_City").slice(0, 10);
        const result = await issueGlobalInvoice(app, shop.id, period, { by: CONSOLE_ACTOR, today });
        printInvoice(await waitForStamp(app, result));
      }),
    );
  command
    .command("correct-global")
    .description("corrige una factura global que ya no coincide con sus pedidos")
    .argument("<folio fiscal>")
    .addOption(new Option("--by <modo>", "sin esto, como lo eligió la tienda").choices(["creditNote", "reissue"]))
    .action((uuid: string, options: { by?: "creditNote" | "reissue" }) =>
      withApp(async (app) => {
        const { id, shopId } = await getInvoiceByUuid(app, uuid);
        const correction = options.by ?? (await findIssuer(app.db, shopId))?.globalCorrection;
        const correctGlobal = correction === "reissue" ? replaceGlobal : creditGlobal;
        printInvoice(await correctGlobal(app, id, CONSOLE_ACTOR));
      }),
    );
}

type PeriodOptions = Partial<Record<PeriodLength, string>>;

function readChosenPeriod(options: PeriodOptions): ChosenPeriod {
  const periodLengths = ["day", "week", "fortnight", "month", "twoMonths"] as const;
  const [period, secondPeriod] = periodLengths.flatMap((periodLength) =>
    options[periodLength] ? [{ periodLength, day: options[periodLength] }] : [],
  );
  if (!period || secondPeriod)
    throw new CommandError("Di un periodo: --month, --fortnight, --week, --day o --two-months.");
  return period;
}
