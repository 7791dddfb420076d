import { Command } from "commander";
import { formatDay } from "../domain/format-day.ts";
import { formatMoney } from "../domain/money.ts";
import { listPendingComplements, type PendingComplement } from "../server/invoicing/payment-complements.ts";
import { printLine, withApp } from "./console.ts";

const WAITS_FOR_LABEL: Record<NonNullable<PendingComplement["waitsFor"]>, string> = {
  invoice: "espera a lo anterior",
  staff: "se rechazó o se canceló: hazlo otra vez en el panel",
  provider: "espera a su PAC anterior (PAC_PREVIOUS_…)",
};

export function complementsCommand(): Command {
  return new Command("complements").description("los pagos de facturas PPD que esperan su complemento").action(() =>
    withApp(async (app) => {
      const rows = await listPendingComplements(app, "all");
      if (rows.length === 0) printLine("Ninguno pendiente.");
      for (const { reference, folio, cents, lastDay, isLate, waitsFor } of rows) {
        const reason = waitsFor ? `: ${WAITS_FOR_LABEL[waitsFor]}` : "";
        const deadlineText = `${isLate ? "VENCIDO, era" : "a más tardar"} el ${formatDay(lastDay)}`;
        printLine(`#${reference} factura ${folio} ${formatMoney(cents)}, ${deadlineText}${reason}`);
      }
    }),
  );
}
