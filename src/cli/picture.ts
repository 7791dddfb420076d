import { readFile, stat } from "node:fs/promises";
import { Command } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import type { App } from "../server/app.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { addPicture, type AddedPicture } from "../server/pictures/add-picture.ts";
import { removePicture } from "../server/pictures/remove-picture.ts";
import { CommandError, printLine, withApp } from "./console.ts";

const OUTCOME_LABEL: Record<AddedPicture["outcome"], string> = {
  added: "agregada",
  updated: "descripción cambiada",
  unchanged: "sin cambios",
};

/** A larger file is not read into memory. The shop's own limit is lower. */
const MAX_READ_BYTES = 100 * 1024 * 1024;

export function pictureCommand(): Command {
  const command = new Command("picture").description("fotos de un producto");
  command
    .command("add")
    .description("agrega fotos (JPEG, PNG, WebP o AVIF) al final; otra vez la misma no cambia nada")
    .argument("<producto>", "su _id")
    .argument("<archivo...>")
    .option("--alt <texto>", "qué se ve, para quien no puede verla; si no, el nombre del producto")
    .action((productId: string, files: string[], { alt }: { alt?: string }) =>
      withApp((app) => addPictures(app, productId, files, alt)),
    );
  command
    .command("remove")
    .description("quita una foto de un producto; sus archivos se quedan, porque su dirección vale para siempre")
    .argument("<producto>", "su _id")
    .argument("<clave>", "como la dice `picture add` o su dirección: /pictures/<clave>.720.webp")
    .action((productId: string, key: string) =>
      withApp(async (app) => {
        const result = await removePicture(app, productId, key);
        if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
        printLine("Foto quitada.");
      }),
    );
  return command;
}

/**
 * Adds each file independently: a refused file does not stop the others, but the exit code is 1. An unknown product
 * stops the command.
 */
async function addPictures(app: App, productId: string, files: string[], alt: string | undefined): Promise<void> {
  let refusedCount = 0;
  for (const [index, file] of files.entries()) {
    // Processing takes seconds per file.
    if (files.length > 1) process.stderr.write(`${index + 1} de ${files.length}\n`);
    const bytes = await readPictureFile(file);
    const result = bytes instanceof CommandError ? bytes : await addPicture(app, { productId, bytes, alt });
    if (isRefusal(result)) {
      const sentence = refusalText(result.refused, "staff");
      if (result.refused === "product_not_found") throw new CommandError(sentence);
      console.error(`${file}: ${sentence}`);
      refusedCount++;
    } else if (result instanceof CommandError) {
      console.error(`${file}: ${result.message}`);
      refusedCount++;
    } else printLine(`${result.key}  ${OUTCOME_LABEL[result.outcome]}  ${file}`);
  }
  if (refusedCount > 0) throw new CommandError(`${refusedCount} de ${files.length} fotos no se tomaron.`);
}

async function readPictureFile(file: string): Promise<Buffer | CommandError> {
  try {
    const { size } = await stat(file);
    return size > MAX_READ_BYTES ? new CommandError(refusalText("picture_too_heavy", "staff")) : await readFile(file);
  } catch (error) {
    return new CommandError(`No se pudo leer: ${(error as Error).message}`);
  }
}
