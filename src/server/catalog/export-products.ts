import type { App } from "../app.ts";
import type { writeCsv } from "../csv/write-csv.ts";
import type { CatalogFilters } from "./list-catalog.ts";
import { iterateProducts, iterateStyles } from "./list-products-to-export.ts";
import { OWN_COLUMNS } from "./own-columns.ts";
import { EXPORTED_COLUMNS } from "./shopify-columns.ts";
import { toOwnRows } from "./write-own-csv.ts";
import { toShopifyRows } from "./write-shopify-csv.ts";

/** The arguments of `writeCsv`: header, rows and options. */
type Csv = Parameters<typeof writeCsv>;

/** The products as the shop's own CSV. */
export function ownCsv(app: Pick<App, "db">, filters: CatalogFilters): Csv {
  return [OWN_COLUMNS, ownRows(app, filters)];
}

async function* ownRows({ db }: Pick<App, "db">, filters: CatalogFilters) {
  for await (const product of iterateProducts(db, filters)) yield* toOwnRows(product);
}

/** The products as Shopify's CSV. Shopify fetches their pictures from the head office. */
export async function shopifyCsv(app: Pick<App, "db" | "shops" | "originOf">, filters: CatalogFilters): Promise<Csv> {
  const headOffice = (await app.shops.all()).find(({ kind }) => kind === "headOffice");
  const origin = app.originOf(headOffice?.hosts ?? []);
  return [EXPORTED_COLUMNS, shopifyRows(app, filters, origin), { hasBom: false }];
}

async function* shopifyRows({ db }: Pick<App, "db">, filters: CatalogFilters, origin: string) {
  for await (const style of iterateStyles(db, filters)) yield* toShopifyRows(style, origin);
}
