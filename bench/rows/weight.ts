import type { BenchShop } from "../bench-shop.ts";
import { BUDGET, scriptBudget } from "../../measure/budgets.ts";
import { formatKilobytes } from "../figures.ts";
import { weighPage, type PageWeight } from "../../measure/page-weight.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

/** Compressed sizes of four pages' scripts, and of the home page's CSS, fonts and HTML (measure/page-weight.ts). */
export const weight: Measurement = {
  name: "weight",
  async measure(shop: BenchShop) {
    const weigh = (path: string) => weighPage(shop.port, path);
    const home = await weigh("/");
    return [
      toScriptRow("home", home, scriptBudget("/")),
      toWeightRow("home, CSS", home.styles, BUDGET.styles),
      toWeightRow("home, fonts", home.fonts, BUDGET.fonts),
      toWeightRow("home, HTML", home.html, BUDGET.homeHtml),
      toScriptRow("product", await weigh(await shop.getProductPath()), scriptBudget("/products/:productId/details")),
      toScriptRow("cart", await weigh("/cart"), scriptBudget("/cart")),
      toScriptRow("checkout", await weigh("/cart/checkout"), scriptBudget("/cart/checkout")),
    ];
  },
};

function toScriptRow(name: string, page: PageWeight, budget: number): Row {
  return toWeightRow(`${name}, JavaScript in ${page.scriptFileCount} files`, page.scripts, budget);
}

function toWeightRow(label: string, bytes: number, budget?: number): Row {
  return {
    label,
    measured: formatKilobytes(bytes),
    budget: budget === undefined ? "" : `≤ ${budget / 1_000} kB`,
    ...(budget === undefined ? {} : { isMet: bytes <= budget }),
  };
}
