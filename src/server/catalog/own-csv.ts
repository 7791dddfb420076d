import { toPesos } from "../../domain/money.ts";
import { isId } from "../db/new-id.ts";
import { cleanLine, cleanText, readPieces, readPrice, shown } from "./csv-cells.ts";
import type { CsvRow, ImportedProduct, RefusedRow } from "./imported-product.ts";
import type { CatalogRow } from "./list-catalog.ts";

/** The columns of the shop's own CSV. One row per size, with the product's data repeated in each row. */
export const OWN_COLUMNS = [
  "ID",
  "Clave",
  "Nombre",
  "Descripción",
  "Marca",
  "Categorías",
  "Color",
  "Precio",
  "Mayoreo",
  "Oferta",
  "Nuevo",
  "Publicado",
  "Talla",
  "Piezas",
] as const;

/** Prefix of the source key of products from a manually written file. A product from elsewhere keeps its own prefix. */
const OWN_SOURCE = "csv:";

/** A product as rows of the shop's own CSV. */
export function toOwnRows(product: CatalogRow): (string | number | boolean | null)[][] {
  const sizes = product.sizes.length > 0 ? product.sizes : [{ name: "", available: null }];
  return sizes.map(({ name, available }) => [
    product.id,
    product.sourceKey?.startsWith(OWN_SOURCE) ? product.sourceKey.slice(OWN_SOURCE.length) : product.sourceKey,
    product.name,
    product.description,
    product.brands[0] ?? "",
    product.categories.map(({ slug }) => slug).join(" | "),
    product.color,
    toPesos(product.priceCents),
    product.wholesalePriceCents === null ? "" : toPesos(product.wholesalePriceCents),
    product.isOffer,
    product.isMarkedNew,
    product.isPublished,
    name,
    available,
  ]);
}

/**
 * Reads rows of the shop's own CSV. Rows with the same ID, or without an ID with the same Clave, are one product. An
 * existing product is identified by its ID, a new one by its Clave. An invalid size is refused alone; any other error
 * refuses the product.
 */
export function readOwnRows(rows: readonly CsvRow[]): { products: ImportedProduct[]; unread: RefusedRow[] } {
  const unread: RefusedRow[] = [];
  const products: ImportedProduct[] = [];
  const groups = Map.groupBy(rows, ({ record }) => cell(record.ID).toLowerCase() || `clave ${cell(record.Clave)}`);
  for (const group of groups.values()) {
    const product = readProduct(group, unread);
    if (product) products.push(product);
  }
  return { products, unread };
}

function readProduct(group: readonly CsvRow[], unread: RefusedRow[]): ImportedProduct | undefined {
  const { record: firstRecord, line } = group[0]!;
  const id = cell(firstRecord.ID).toLowerCase();
  const key = cell(firstRecord.Clave);
  const handle = key || id;
  const refuse = (at: number, reason: string): undefined => void unread.push({ line: at, handle, reason });
  if (id === "" && key === "") return refuse(line, "falta ID o Clave");
  if (id !== "" && !isId(id)) return refuse(line, `ID no es de un producto: «${shown(id)}»`);
  const name = cell(firstRecord.Nombre);
  if (name === "") return refuse(line, "falta Nombre");
  const priceCents = readPrice(firstRecord.Precio);
  if (priceCents === undefined) return refuse(line, `Precio no es un precio: «${shown(firstRecord.Precio)}»`);
  const wholesale = cell(firstRecord.Mayoreo);
  const wholesalePriceCents = wholesale === "" ? null : readPrice(wholesale);
  if (wholesalePriceCents === undefined) return refuse(line, `Mayoreo no es un precio: «${shown(wholesale)}»`);
  if (wholesalePriceCents !== null && wholesalePriceCents > priceCents) {
    return refuse(line, "Mayoreo es mayor que Precio");
  }
  const isOffer = readYesNo(firstRecord.Oferta, false);
  const isMarkedNew = readYesNo(firstRecord.Nuevo, false);
  const isPublished = readYesNo(firstRecord.Publicado, true);
  if (isOffer === undefined || isMarkedNew === undefined || isPublished === undefined) {
    return refuse(line, "Oferta, Nuevo y Publicado llevan sí o no");
  }
  return {
    line,
    handle,
    productId: id || null,
    sourceKey: key.includes(":") ? key : `${OWN_SOURCE}${key}`,
    name,
    description: cleanText(asText(firstRecord["Descripción"] ?? "")),
    brand: cell(firstRecord.Marca) || null,
    categories: cell(firstRecord["Categorías"])
      .split("|")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
    isComplete: true,
    color: cell(firstRecord.Color) || null,
    isPublished,
    priceCents,
    wholesalePriceCents,
    isOffer,
    isMarkedNew,
    sizes: readSizes(group, refuse),
  };
}

function readSizes(group: readonly CsvRow[], refuse: (line: number, reason: string) => undefined) {
  const sizes: ImportedProduct["sizes"] = [];
  for (const { record, line } of group) {
    const name = cell(record.Talla).slice(0, 60);
    const pieces = readPieces(record.Piezas);
    if (name === "") continue;
    if (pieces === undefined) refuse(line, `Piezas no es un número de piezas: «${shown(record.Piezas)}»`);
    else if (sizes.some((size) => size.name === name)) refuse(line, `la talla ${name} está dos veces`);
    else sizes.push({ name, pieces });
  }
  return sizes;
}

function cell(text: string | undefined): string {
  return cleanLine(asText(text ?? ""));
}

/**
 * The export puts an apostrophe before a text that a spreadsheet would execute (csv/write-csv.ts). It is not part of
 * the text.
 */
function asText(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/** True for sí, false for no, undefined for any other text. */
function readYesNo(text: string | undefined, fallback: boolean): boolean | undefined {
  const word = cell(text).toLowerCase();
  if (word === "") return fallback;
  if (/^(?:s[ií]|1|true|verdadero|x)$/.test(word)) return true;
  return /^(?:no|0|false|falso)$/.test(word) ? false : undefined;
}
