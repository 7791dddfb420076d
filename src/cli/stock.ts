import { Command, InvalidArgumentError } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { addStock, setStock } from "../server/stock/change-stock.ts";
import { CONSOLE, Refused, say, withApp } from "./console.ts";

const REASONS: Record<string, string> = {
  size_not_found: "No existe esa talla.",
  too_few: "No quedan tantas piezas.",
  too_many: "Son demasiadas piezas.",
};

export function stockCommand(): Command {
  const stock = new Command("stock").description("cambia existencias, siempre por el libro");
  stock
    .command("set")
    .description("deja a la venta las piezas contadas")
    .argument("<talla>", "attributeId")
    .argument("<piezas>", "cuántas quedan", wholeNumber)
    .action((sizeId: string, pieces: number) =>
      withApp(async (app) => {
        if (pieces < 0) throw new Refused("Las piezas no pueden ser menos de cero.");
        tell(await setStock(app, { sizeId, pieces, kind: "count", reason: "Conteo", by: CONSOLE }));
      }),
    );
  stock
    .command("add")
    .description("suma o resta piezas")
    .argument("<talla>", "attributeId")
    .argument("<±piezas>", "p. ej. 5 o -2", wholeNumber)
    .requiredOption("--reason <texto>", "por qué")
    .allowUnknownOption(false)
    .action((sizeId: string, pieces: number, { reason }: { reason: string }) =>
      withApp(async (app) => {
        const kind = pieces > 0 ? "receipt" : "write_off";
        tell(await addStock(app, { sizeId, pieces, kind, reason, by: CONSOLE }));
      }),
    );
  return stock;
}

function tell(answer: Awaited<ReturnType<typeof setStock>>): void {
  if (isRefusal(answer)) throw new Refused(REASONS[answer.refused] ?? answer.refused);
  say(`Quedan ${answer} a la venta.`);
}

function wholeNumber(text: string): number {
  if (!/^[+-]?\d{1,7}$/.test(text)) throw new InvalidArgumentError("debe ser un número entero.");
  return Number(text);
}
