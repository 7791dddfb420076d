import { Command } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { VAT_LABEL, VAT_TREATMENTS } from "../domain/vat.ts";
import { formatLocalTime } from "../server/cfdi/local-time.ts";
import { isId } from "../server/db/new-id.ts";
import {
  listProductVat,
  listCategoryVat,
  setVatTreatment,
  type VatHistory,
  type VatRefusal,
} from "../server/invoicing/vat-treatments.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";

const TREATMENT_LIST_TEXT = [...VAT_TREATMENTS, "inherit"]
  .map((treatment) => `${treatment} (${VAT_LABEL[treatment as keyof typeof VAT_LABEL]})`)
  .join(", ");

const REFUSAL_SENTENCES: Record<VatRefusal["refused"], string> = {
  not_found: "No existe.",
  vat_unknown: `El IVA es uno de estos: ${TREATMENT_LIST_TEXT}.`,
  vat_day_invalid: "--from es un día del calendario, desde el año 2000 y a lo más dentro de dos años.",
  vat_changed: "Alguien lo cambió al mismo tiempo. Inténtalo otra vez.",
};

/** Commands that list and set how VAT applies to products and categories. The general rate belongs to the issuer. */
export function vatCommand(): Command {
  const command = new Command("vat").description("el IVA de productos y categorías, con el día desde el que cuenta");
  command
    .command("list")
    .description("lo que tiene IVA propio; de cada producto o categoría, lo más nuevo primero")
    .action(() =>
      withApp(async (app) => {
        const categories = await listCategoryVat(app.db);
        const products = await listProductVat(app.db, { term: "", limit: 10_000 });
        const lines = [...categories, ...products].flatMap(describeVatHistory);
        (lines.length > 0 ? lines : ["Todo lleva el IVA general."]).forEach(printLine);
      }),
    );
  for (const [commandName, table] of [
    ["product", "products"],
    ["category", "categories"],
  ] as const) {
    command
      .command(commandName)
      .description("dice cómo va el IVA; las facturas hechas no cambian")
      .argument("<_id>")
      .argument("<iva>", TREATMENT_LIST_TEXT)
      .option("--from <día>", "desde qué día cuenta, p. ej. 2027-01-01; sin esto, desde hoy")
      .action((id: string, treatment: string, { from }: { from?: string }) =>
        withApp(async (app) => {
          if (!isId(id)) throw new CommandError("No existe.");
          const today = formatLocalTime(new Date(), "America/Mexico_City").slice(0, 10);
          const input = { treatment, validFrom: from ?? today, today };
          const outcome = await setVatTreatment(app, { table, id }, input, CONSOLE_ACTOR);
          if (isRefusal(outcome)) throw new CommandError(REFUSAL_SENTENCES[outcome.refused]);
        }),
      );
  }
  return command;
}

function describeVatHistory({ id, name, periods }: VatHistory): string[] {
  return periods.map(
    ({ treatment, validFrom, actor }) => `${name} · ${VAT_LABEL[treatment]} desde el ${validFrom} · ${actor} · ${id}`,
  );
}
