import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Command } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { findUnknownStamp } from "../server/invoicing/find-unknown-stamp.ts";
import { CommandError, printLine, withApp } from "./console.ts";

/**
 * For use after a restore: lists stamped documents that the database lacks, and files that are no stamped CFDI. The
 * exit code is 1 if there are any.
 */
export function compareCommand(): Command {
  return new Command("compare")
    .description(
      "compara los XML que bajaste del SAT o del PAC con las facturas de aquí, después de restaurar un respaldo",
    )
    .argument("<carpeta>", "con los XML timbrados")
    .action((folder: string) =>
      withApp(async (app) => {
        const entries = await readdir(folder, { recursive: true }).catch(() => {
          throw new CommandError(`No se puede leer la carpeta ${folder}.`);
        });
        const xmlNames = entries.filter((name) => name.toLowerCase().endsWith(".xml")).toSorted();
        let unmatchedCount = 0;
        for (const name of xmlNames) {
          const unknownStamp = await findUnknownStamp(app.db, await readFile(path.join(folder, name)));
          if (unknownStamp === null) continue;
          unmatchedCount++;
          if (isRefusal(unknownStamp)) printLine(`${name}: no es un CFDI timbrado`);
          else {
            const { uuid, kind, folio, issuedAt, receiverRfc, total } = unknownStamp;
            printLine(`${uuid} ${kind} ${folio} ${issuedAt} ${receiverRfc} $${total}`);
          }
        }
        if (unmatchedCount > 0) throw new CommandError(`${unmatchedCount} de ${xmlNames.length} no están aquí.`);
        printLine(`Los ${xmlNames.length} están aquí.`);
      }),
    );
}
