import { toPesos } from "../../domain/money.ts";
import type { ProductFacts } from "../../domain/product-facts.ts";
import { writeFact } from "./fact-cells.ts";
import type { ExportedProduct } from "./list-products-to-export.ts";
import {
  SHOP_CSV_CODE_COLUMNS,
  SHOP_CSV_COLUMNS,
  SHOP_CSV_FACT_COLUMNS,
  SHOP_CSV_OFFER_COLUMNS,
  SHOP_CSV_KEY_PREFIX,
  type ShopCsvColumn,
} from "./shop-csv-columns.ts";

type Cell = string | number | boolean | null;

/** The rows of a product in the shop's own CSV: one for each size, and one for a product without sizes. */
export function toShopCsvRows(product: ExportedProduct): Cell[][] {
  const cells = toProductCells(product);
  const sizes = product.sizes.length > 0 ? product.sizes : [null];
  return sizes.map((size) => {
    const row: Record<ShopCsvColumn, Cell> = {
      ...cells,
      Talla: size?.name ?? "",
      Piezas: size?.available ?? null,
      [SHOP_CSV_CODE_COLUMNS.sku]: size?.sku ?? null,
      [SHOP_CSV_CODE_COLUMNS.gtin]: size?.gtin ?? null,
      [SHOP_CSV_CODE_COLUMNS.weightGrams]: size?.weightGrams ?? null,
    };
    return SHOP_CSV_COLUMNS.map((column) => row[column]);
  });
}

function toProductCells(product: ExportedProduct) {
  const facts = Object.entries(SHOP_CSV_FACT_COLUMNS) as [
    keyof ProductFacts,
    (typeof SHOP_CSV_FACT_COLUMNS)[keyof ProductFacts],
  ][];
  return {
    ID: product.id,
    Clave: product.sourceKey?.startsWith(SHOP_CSV_KEY_PREFIX)
      ? product.sourceKey.slice(SHOP_CSV_KEY_PREFIX.length)
      : product.sourceKey,
    Nombre: product.name,
    Descripción: product.description,
    Marca: product.brands.join(" | "),
    Categorías: product.categories.map(({ slug }) => slug).join(" | "),
    Color: product.color,
    Precio: toPesos(product.priceCents),
    Mayoreo: product.wholesalePriceCents === null ? "" : toPesos(product.wholesalePriceCents),
    Costo: product.costCents === null ? "" : toPesos(product.costCents),
    [SHOP_CSV_OFFER_COLUMNS.price]: product.offer ? toPesos(product.offer.priceCents) : "",
    [SHOP_CSV_OFFER_COLUMNS.formerPrice]: product.offer ? toPesos(product.offer.formerPriceCents) : "",
    [SHOP_CSV_OFFER_COLUMNS.from]: product.offer?.firstDay ?? "",
    [SHOP_CSV_OFFER_COLUMNS.until]: product.offer?.lastDay ?? "",
    Nuevo: product.isMarkedNew,
    Publicado: product.isPublished,
    ...(Object.fromEntries(facts.map(([name, column]) => [column, writeFact(product, name)])) as Record<
      (typeof SHOP_CSV_FACT_COLUMNS)[keyof ProductFacts],
      string
    >),
  };
}
