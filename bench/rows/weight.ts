import type { BenchShop } from "../bench-shop.ts";
import { BUDGET, scriptBudget } from "../../measure/budgets.ts";
import { kilobytes } from "../figures.ts";
import { weighPage, type PageWeight } from "../../measure/page-weight.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

/** Bytes over the wire (gzip) that a page loads without any interaction (measure/budgets.ts). */
export const weight: Measurement = {
  name: "weight",
  async measure(shop: BenchShop) {
    const weigh = (path: string) => weighPage(shop.port, path);
    const home = await weigh("/");
    return [
      script("home", home, scriptBudget("/")),
      line("home, CSS", home.styles, BUDGET.styles),
      line("home, fonts", home.fonts, BUDGET.fonts),
      line("home, HTML", home.html, BUDGET.homeHtml),
      script("product", await weigh(await shop.productPath()), scriptBudget("/products/:productId/details")),
      script("cart", await weigh("/cart"), scriptBudget("/cart")),
      script("checkout", await weigh("/cart/checkout"), scriptBudget("/cart/checkout")),
    ];
  },
};

function script(name: string, page: PageWeight, budget: number): Row {
  return line(`${name}, JavaScript in ${page.scriptFiles} files`, page.scripts, budget);
}

function line(label: string, bytes: number, budget?: number): Row {
  return {
    label,
    measured: kilobytes(bytes),
    budget: budget === undefined ? "" : `≤ ${budget / 1_000} kB`,
    ...(budget === undefined ? {} : { isMet: bytes <= budget }),
  };
}
