import type { App } from "../app.ts";
import type { writeCsv } from "../csv/write-csv.ts";
import type { CatalogFilters } from "./list-catalog.ts";
import { iterateProducts, iterateStyles } from "./list-products-to-export.ts";
import { SHOP_CSV_COLUMNS } from "./shop-csv-columns.ts";
import { SHOPIFY_EXPORT_COLUMNS } from "./shopify-columns.ts";
import { toShopCsvRows } from "./write-shop-csv.ts";
import { toShopifyRows } from "./write-shopify-csv.ts";

/** The arguments of `writeCsv`: header, rows and options. */
type WriteCsvArguments = Parameters<typeof writeCsv>;

/** The products as the shop's own CSV. */
export function shopCsv(app: Pick<App, "db">, filters: CatalogFilters): WriteCsvArguments {
  return [SHOP_CSV_COLUMNS, shopCsvRows(app, filters)];
}

async function* shopCsvRows({ db }: Pick<App, "db">, filters: CatalogFilters) {
  for await (const product of iterateProducts(db, filters)) yield* toShopCsvRows(product);
}

/** The products as Shopify's CSV. Shopify fetches their pictures from the head office. */
export async function shopifyCsv(
  app: Pick<App, "db" | "shops" | "originOf">,
  filters: CatalogFilters,
): Promise<WriteCsvArguments> {
  const headOffice = (await app.shops.all()).find(({ kind }) => kind === "headOffice");
  const origin = app.originOf(headOffice?.hosts ?? []);
  return [SHOPIFY_EXPORT_COLUMNS, shopifyRows(app, filters, origin), { hasBom: false }];
}

async function* shopifyRows({ db }: Pick<App, "db">, filters: CatalogFilters, origin: string) {
  for await (const style of iterateStyles(db, filters)) yield* toShopifyRows(style, origin);
}
