import { Command } from "commander";
import { DEMO_IN_LIVE_SHOP_MESSAGE, mayLoadDemo } from "../../demo/load/demo-in-live-shop.ts";
import { loadDemo } from "../../demo/load/load-demo.ts";
import { CommandError, printLine, withApp } from "./console.ts";

export function databaseCommands(): Command[] {
  return [
    new Command("migrate")
      .description("pone la base de datos al día")
      .action(() => withApp(async () => printLine("La base de datos está al día."))),
    new Command("demo").description("carga la tienda de demostración en una base de datos vacía").action(() =>
      withApp(async (app) => {
        if (!mayLoadDemo(app)) throw new CommandError(DEMO_IN_LIVE_SHOP_MESSAGE);
        if (!(await loadDemo(app))) throw new CommandError("La base de datos ya tiene una tienda: no se cargó nada.");
        printLine("Demostración cargada.");
      }),
    ),
  ];
}
