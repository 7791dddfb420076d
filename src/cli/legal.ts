import { readFileSync } from "node:fs";
import { Argument, Command } from "commander";
import { parseLegalSections, type LegalPageName } from "../domain/legal-text.ts";
import { isStorableText, UNSTORABLE_TEXT_ERROR } from "../domain/storable-text.ts";
import { removeLegalText, storeLegalText } from "../server/settings/legal-texts.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";

/** The legal pages by the path of their URL. */
const PAGE_NAME_BY_PATH: Record<string, LegalPageName> = {
  "aviso-de-privacidad": "privacy",
  terminos: "terms",
  "cambios-y-devoluciones": "returns",
};

export function legalCommand(): Command {
  const command = new Command("legal").description("los textos legales de una tienda");
  const createPageArgument = () => new Argument("<página>").choices(Object.keys(PAGE_NAME_BY_PATH));
  command
    .command("set")
    .description(
      "pone tu texto en lugar del estándar: «## Título», párrafos separados por una línea vacía, «- » en listas",
    )
    .addArgument(createPageArgument())
    .argument("<archivo>", "texto en UTF-8")
    .requiredOption("--shop <clave>", "la tienda, p. ej. matriz")
    .action((pagePath: string, file: string, { shop: key }: { shop: string }) =>
      withApp(async (app) => {
        const sections = parseLegalSections(readTextFile(file));
        if (!sections)
          throw new CommandError("El texto debe ser una o más secciones: «## Título» y debajo sus párrafos.");
        await storeLegalText(app, await getShop(app, key), PAGE_NAME_BY_PATH[pagePath]!, sections);
        printLine(`/${pagePath}: ${sections.length} ${sections.length === 1 ? "sección" : "secciones"}.`);
      }),
    );
  command
    .command("reset")
    .description("vuelve al texto estándar")
    .addArgument(createPageArgument())
    .requiredOption("--shop <clave>", "la tienda, p. ej. matriz")
    .action((pagePath: string, { shop: key }: { shop: string }) =>
      withApp(async (app) => {
        const wasRemoved = await removeLegalText(app, await getShop(app, key), PAGE_NAME_BY_PATH[pagePath]!);
        printLine(wasRemoved ? `/${pagePath}: texto estándar.` : `/${pagePath} ya tenía el texto estándar.`);
      }),
    );
  return command;
}

function readTextFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`No se pudo leer ${file}.`);
  }
  if (!isStorableText(text)) throw new CommandError(UNSTORABLE_TEXT_ERROR);
  return text;
}
