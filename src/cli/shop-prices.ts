import { type Command, InvalidArgumentError } from "commander";
import { formatMoney, type Cents } from "../domain/money.ts";
import { MAX_PRICE_CENTS, readPesos } from "../domain/read-pesos.ts";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { listIncrements, sellOnlyIn, setIncrement, setOwnPrice } from "../server/shops/shop-prices.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";

/**
 * `shops increments|price|only`: a branch's prices (rule PRICE-1), and products that only some shops sell (rule
 * PRICE-4).
 */
export function addPriceCommands(command: Command): void {
  command
    .command("increments")
    .description("lo que la sucursal suma a cada marca; con marca y pesos lo cambia")
    .argument("<clave>")
    .argument("[marca]", "su nombre o como la dice su dirección")
    .argument("[pesos]", "p. ej. 20, -15.50 o no", parsePriceOrIncrement)
    .action((key: string, brand?: string, cents?: Cents | null) =>
      withApp(async (app) => {
        const shop = await getShop(app, key);
        if (brand === undefined) {
          for (const row of await listIncrements(app, shop)) {
            if (row.cents !== null) printLine(`${row.slug}  ${formatMoney(row.cents)}  ${row.brand}`);
          }
          return;
        }
        if (cents === undefined) throw new CommandError("Falta cuánto: pesos, o «no» para no sumar nada.");
        const result = await setIncrement(app, shop, brand, cents, CONSOLE_ACTOR);
        if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
      }),
    );
  command
    .command("price")
    .description("el precio propio de la sucursal para un producto; «no» lo quita")
    .argument("<clave>")
    .argument("<producto>", "su _id")
    .argument("<pesos>", "p. ej. 349.50 o no", parsePrice)
    .action((key: string, productId: string, cents: Cents | null) =>
      withApp(async (app) => {
        const result = await setOwnPrice(app, await getShop(app, key), productId, cents, CONSOLE_ACTOR);
        if (isRefusal(result)) throw new CommandError(explainPriceRefusal(result.refused));
      }),
    );
  command
    .command("only")
    .description("vende un producto solo en estas tiendas; sin tiendas, en todas")
    .argument("<producto>", "su _id")
    .argument("[clave...]")
    .action((productId: string, keys: string[]) =>
      withApp(async (app) => {
        const sellingShops = await Promise.all(keys.map((key) => getShop(app, key)));
        const result = await sellOnlyIn(app, sellingShops, productId, CONSOLE_ACTOR);
        if (isRefusal(result)) throw new CommandError(explainPriceRefusal(result.refused));
      }),
    );
}

/** A price, or null for `no`, which removes the price. */
function parsePrice(text: string): Cents | null {
  if (text.startsWith("-")) throw new InvalidArgumentError("Un precio no es menor que cero.");
  return parsePriceOrIncrement(text);
}

function parsePriceOrIncrement(text: string): Cents | null {
  if (text === "no") return null;
  const cents = readPesos(text.replace(/^-/, ""));
  if (cents === null || cents > MAX_PRICE_CENTS) throw new InvalidArgumentError("Escribe pesos como 150.50, o «no».");
  return text.startsWith("-") ? -cents : cents;
}

function explainPriceRefusal(refused: "only_branches" | "product_not_found" | "not_sold_here"): string {
  const hint = refused === "not_sold_here" ? " Para venderlo aquí, escribe todas con `shop shops only`." : "";
  return refusalText(refused, "staff") + hint;
}
