import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import { formatMoney } from "../domain/money.ts";
import { exportMonth } from "../server/invoicing/export-month.ts";
import { writeZip } from "../server/zip/write-zip.ts";
import { reportMonth } from "../server/invoicing/month-report.ts";
import { findIssuer } from "../server/invoicing/issuers.ts";
import { printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";
import { parseMonth } from "./parse-period.ts";

/** Commands about a whole month: a report of its sales and invoices, and an export of its files. */
export function addMonthCommands(command: Command): void {
  command
    .command("month")
    .description("lo vendido en un mes y lo que dicen de eso las facturas")
    .argument("<mes>", "p. ej. 2026-11", parseMonth)
    .option("--shop <clave>", "la tienda", "matriz")
    .action((firstDay: string, { shop: key }: { shop: string }) =>
      withApp(async (app) => {
        const { id: shopId } = await getShop(app, key);
        const timeZone = (await findIssuer(app.db, shopId))?.timeZone ?? "America/Mexico_City";
        const report = await reportMonth(app.db, { shopId, timeZone }, firstDay.slice(0, 7));
        printLine(`Cobrado ${formatMoney(report.paidCents)}, devuelto ${formatMoney(report.refundedCents)}`);
        printLine(`Conservado ${formatMoney(report.keptCents)} en ${report.salesCount} ventas`);
        printLine(`En facturas ${formatMoney(report.invoicedCents)}, en globales ${formatMoney(report.globalCents)}`);
        printLine(
          `Acreditado ${formatMoney(report.creditedCents)}, sin declarar ${formatMoney(report.undeclaredCents)}`,
        );
        printLine(`Diferencia ${formatMoney(report.differenceCents)}`);
        for (const { reference, keptCents, declaredCents } of report.ordersToCheck) {
          printLine(
            `pedido ${reference}: conservado ${formatMoney(keptCents)}, declarado ${formatMoney(declaredCents)}`,
          );
        }
      }),
    );
  command
    .command("export")
    .description("los XML, PDF y acuses de un mes en un ZIP, con su índice")
    .argument("<mes>", "p. ej. 2026-10", parseMonth)
    .requiredOption("--to <carpeta>", "dónde se guarda")
    .option("--shop <clave>", "la tienda", "matriz")
    .action((firstDay: string, options: { to: string; shop: string }) =>
      withApp(async (app) => {
        const shop = await getShop(app, options.shop);
        const file = path.join(options.to, `facturas-${shop.key}-${firstDay.slice(0, 7)}.zip`);
        await mkdir(options.to, { recursive: true });
        await writeFile(
          file,
          writeZip(
            exportMonth(app, shop, firstDay.slice(0, 7), (doneCount, totalCount) => {
              if (doneCount % 20 === 0 || doneCount === totalCount) printLine(`${doneCount} de ${totalCount}`);
            }),
          ),
        );
        printLine(file);
      }),
    );
}
