import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Command } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import type { App } from "../server/app.ts";
import { importPostalCodes } from "../server/postal-codes/import-postal-codes.ts";
import { listPostalCodeImports } from "../server/postal-codes/queries.ts";
import { readPostalCodes } from "../server/postal-codes/read-postal-codes.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";

export function postalCodesCommand(): Command {
  return new Command("postal-codes")
    .description("los códigos postales con los que se llenan las direcciones")
    .addCommand(
      new Command("import")
        .description(
          "carga la lista de Correos de México (TXT) o la de GeoNames (MX.txt) en lugar de la anterior; otra vez con la misma no cambia nada",
        )
        .argument("<archivo.txt>")
        .action((file: string) => withApp((app) => importFile(app, file))),
    )
    .addCommand(new Command("status").description("cuántos hay, y de qué archivo").action(() => withApp(printStatus)));
}

async function importFile(app: App, file: string): Promise<void> {
  await stat(file).catch((error: Error) => {
    throw new CommandError(`No se pudo leer ${file}: ${error.message}`);
  });
  const list = await readPostalCodes(createReadStream(file), (lineCount) =>
    printProgress(`${formatCount(lineCount)} renglones leídos`),
  );
  endProgress();
  if (isRefusal(list)) throw new CommandError(`${file}: ${refusalText(list.refused, "staff")}`);
  const counts = await importPostalCodes(app, {
    list,
    fileName: path.basename(file),
    by: CONSOLE_ACTOR,
    onProgress: (storedCount) =>
      printProgress(`${formatCount(storedCount)} de ${formatCount(list.codes.length)} códigos guardados`),
  });
  endProgress();
  printLine(
    `${formatCount(counts.codes)} códigos con ${formatCount(counts.neighborhoods)} colonias: ${formatCount(counts.added)} nuevos, ` +
      `${formatCount(counts.changed)} cambiados, ${formatCount(counts.removed)} quitados, ${formatCount(counts.unreadableLines)} renglones no leídos`,
  );
}

async function printStatus(app: App): Promise<void> {
  const [newestImport] = await listPostalCodeImports(app.db);
  if (!newestImport) return printLine("No hay códigos postales: carga una lista con `shop postal-codes import`.");
  printLine(
    `${formatCount(newestImport.codes)} códigos con ${formatCount(newestImport.neighborhoods)} colonias, de ${newestImport.file_name} ` +
      `(${newestImport.source}), cargados el ${newestImport.at.toISOString()} por ${newestImport.actor}`,
  );
}

const formatCount = (figure: number): string => figure.toLocaleString("es-MX");

function printProgress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r${text}` : `${text}\n`);
}

function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\n");
}
