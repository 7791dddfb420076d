import { Command } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { changeSetting, readSetting } from "../server/settings/change-setting.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";

export function settingsCommand(): Command {
  const command = new Command("settings").description("lee o cambia los ajustes de una tienda");
  command
    .command("get")
    .description("muestra un ajuste, p. ej. management.canSell")
    .argument("<ruta>")
    .requiredOption("--shop <clave>", "la tienda, p. ej. matriz")
    .action((path: string, { shop: shopKey }: { shop: string }) =>
      withApp(async (app) => {
        const value = readSetting(await getShop(app, shopKey), path);
        if (value === undefined) throw new CommandError(`No existe el ajuste ${path}.`);
        printLine(JSON.stringify(value));
      }),
    );
  command
    .command("set")
    .description("cambia un ajuste; vale en todos los procesos antes de 2 s")
    .argument("<ruta>")
    .argument("<valor>", "JSON, o texto tal cual")
    .requiredOption("--shop <clave>", "la tienda, p. ej. matriz")
    .action((path: string, value: string, { shop: shopKey }: { shop: string }) =>
      withApp(async (app) => {
        const shop = await getShop(app, shopKey);
        const changedShop = await changeSetting(app, shop, path, parseValue(value, readSetting(shop, path)));
        if (isRefusal(changedShop)) {
          throw new CommandError("message" in changedShop ? changedShop.message : `No existe el ajuste ${path}.`);
        }
        printLine(JSON.stringify(readSetting(changedShop, path)));
      }),
    );
  return command;
}

/** The argument as it is if the setting is a text or the argument is not JSON. Otherwise the parsed JSON. */
function parseValue(value: string, currentValue: unknown): unknown {
  if (typeof currentValue === "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
