import { Command, InvalidArgumentError } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { releaseSource } from "../server/order-management/release-source.ts";
import { listSources } from "../server/holding/sources.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { adjustStock, setStock } from "../server/stock/change-stock.ts";
import { CommandError, printLine, withApp } from "./console.ts";

export function stockCommand(): Command {
  const command = new Command("stock").description("cambia existencias, siempre por el libro, y dice quién las aparta");
  command
    .command("set")
    .description("deja a la venta las piezas contadas")
    .argument("<talla>", "attributeId")
    .argument("<piezas>", "cuántas quedan", parseInteger)
    .action((sizeId: string, pieces: number) =>
      withApp(async (app) => {
        if (pieces < 0) throw new CommandError("Las piezas no pueden ser menos de cero.");
        printAvailable(await setStock(app, { sizeId, pieces, kind: "count", reason: "Conteo", by: CONSOLE_ACTOR }));
      }),
    );
  command
    .command("add")
    .description("suma o resta piezas")
    .argument("<talla>", "attributeId")
    .argument("<±piezas>", "p. ej. 5 o -2", parseInteger)
    .requiredOption("--reason <texto>", "por qué")
    .allowUnknownOption(false)
    .action((sizeId: string, pieces: number, { reason }: { reason: string }) =>
      withApp(async (app) => {
        const movementKind = pieces > 0 ? "receipt" : "write_off";
        printAvailable(await adjustStock(app, { sizeId, pieces, kind: movementKind, reason, by: CONSOLE_ACTOR }));
      }),
    );
  command
    .command("holds")
    .description("desde dónde se apartan piezas sin pagar, lo más primero")
    .action(() =>
      withApp(async (app) => {
        const { sources, stockPieces } = await listSources(app);
        for (const { label, kind, key, pieces, cartCount, orderCount, percent, isAlarm } of sources) {
          const heldText = `${pieces} piezas (${percent.toFixed(1)} % de ${stockPieces})`;
          printLine(
            `${label}  ${heldText}, ${cartCount} carritos, ${orderCount} pedidos${isAlarm ? "  ← demasiado" : ""}  ${kind}:${key}`,
          );
        }
        if (sources.length === 0) printLine("Nadie tiene piezas apartadas.");
      }),
    );
  command
    .command("release")
    .description(
      "devuelve a la venta lo que un solo lugar aparta: termina sus carritos y cancela sus pedidos por pagar",
    )
    .argument("<lugar>", "como lo dice «stock holds», p. ej. address:5f0c…")
    .action((source: string) =>
      withApp(async (app) => {
        const [kind, key = ""] = source.split(":");
        if (kind !== "address" && kind !== "device") throw new CommandError("El lugar empieza con address: o device:.");
        const result = await releaseSource(app, { kind, key }, CONSOLE_ACTOR);
        if (isRefusal(result)) throw new CommandError(refusalText("source_empty", "staff"));
        const { carts: cartCount, pieces, cancelledOrders, keptOrders: skippedOrders } = result;
        printLine(
          `Volvieron ${pieces} piezas: ${cartCount} carritos y ${cancelledOrders.length} pedidos (${cancelledOrders.join(", ") || "ninguno"}).`,
        );
        if (skippedOrders.length > 0) {
          printLine(
            `Siguen, porque tienen un pago o comprobante, o cambiaron mientras tanto: ${skippedOrders.join(", ")}.`,
          );
        }
      }),
    );
  return command;
}

function printAvailable(result: Awaited<ReturnType<typeof setStock>>): void {
  if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
  printLine(`Quedan ${result} a la venta.`);
}

function parseInteger(text: string): number {
  if (!/^[+-]?\d{1,7}$/.test(text)) throw new InvalidArgumentError("debe ser un número entero.");
  return Number(text);
}
