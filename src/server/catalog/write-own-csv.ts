import { toPesos } from "../../domain/money.ts";
import type { ProductFacts } from "../../domain/product-facts.ts";
import { writeFact } from "./fact-cells.ts";
import type { ExportedProduct } from "./list-products-to-export.ts";
import { OWN_CODES, OWN_COLUMNS, OWN_FACTS, OWN_OFFER, OWN_SOURCE, type OwnColumn } from "./own-columns.ts";

type Cell = string | number | boolean | null;

/** The rows of a product in the shop's own CSV: one for each size. */
export function toOwnRows(product: ExportedProduct): Cell[][] {
  const cells = toProductCells(product);
  const sizes = product.sizes.length > 0 ? product.sizes : [null];
  return sizes.map((size) => {
    const row: Record<OwnColumn, Cell> = {
      ...cells,
      Talla: size?.name ?? "",
      Piezas: size?.available ?? null,
      [OWN_CODES.sku]: size?.sku ?? null,
      [OWN_CODES.gtin]: size?.gtin ?? null,
      [OWN_CODES.weightGrams]: size?.weightGrams ?? null,
    };
    return OWN_COLUMNS.map((column) => row[column]);
  });
}

function toProductCells(product: ExportedProduct) {
  const facts = Object.entries(OWN_FACTS) as [keyof ProductFacts, (typeof OWN_FACTS)[keyof ProductFacts]][];
  return {
    ID: product.id,
    Clave: product.sourceKey?.startsWith(OWN_SOURCE) ? product.sourceKey.slice(OWN_SOURCE.length) : product.sourceKey,
    Nombre: product.name,
    Descripción: product.description,
    Marca: product.brands.join(" | "),
    Categorías: product.categories.map(({ slug }) => slug).join(" | "),
    Color: product.color,
    Precio: toPesos(product.priceCents),
    Mayoreo: product.wholesalePriceCents === null ? "" : toPesos(product.wholesalePriceCents),
    Costo: product.costCents === null ? "" : toPesos(product.costCents),
    [OWN_OFFER.price]: product.offer ? toPesos(product.offer.priceCents) : "",
    [OWN_OFFER.former]: product.offer ? toPesos(product.offer.formerPriceCents) : "",
    [OWN_OFFER.from]: product.offer?.firstDay ?? "",
    [OWN_OFFER.until]: product.offer?.lastDay ?? "",
    Nuevo: product.isMarkedNew,
    Publicado: product.isPublished,
    ...(Object.fromEntries(facts.map(([name, column]) => [column, writeFact(product, name)])) as Record<
      (typeof OWN_FACTS)[keyof ProductFacts],
      string
    >),
  };
}
