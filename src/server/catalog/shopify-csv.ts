import { cleanLine, cleanText, readPieces, readPrice, shown } from "./csv-cells.ts";
import type { CsvRow, ImportedProduct, RefusedRow } from "./imported-product.ts";

type Row = Record<string, string>;

/**
 * Reads the rows of a Shopify product CSV (columns Handle, Title, Body (HTML), Vendor, Type, Tags, Published,
 * Option1–3, Variant Price, Variant Compare At Price, Variant Inventory Qty). Rows with the same handle are one
 * product. An invalid variant is refused alone, a product without a valid variant completely. Pictures are external
 * links and are not fetched.
 */
export function readShopifyRows(rows: readonly CsvRow[]): { products: ImportedProduct[]; unread: RefusedRow[] } {
  const unread: RefusedRow[] = [];
  const byHandle = Map.groupBy(rows, ({ record }) => cleanLine(record.Handle));
  const products: ImportedProduct[] = [];
  for (const [handle, group] of byHandle) {
    if (!handle) {
      unread.push(...group.map(({ line }) => ({ line, handle, reason: "falta Handle" })));
      continue;
    }
    const product = readProduct(handle, group, unread);
    if (product) products.push(product);
  }
  return { products, unread };
}

function readProduct(handle: string, group: readonly CsvRow[], unread: RefusedRow[]): ImportedProduct | undefined {
  const [first] = group;
  const { record: firstRecord, line } = first!;
  const refuse = (at: number, reason: string): undefined => void unread.push({ line: at, handle, reason });
  const name = cleanLine(firstRecord.Title);
  if (!name) return refuse(line, "falta Title");
  const sizeOption = optionNamed(firstRecord, /^(size|talla|tamaño|n[uú]mero)$/i);
  const colorOption = optionNamed(firstRecord, /^(colou?r)$/i);
  const sizes: ImportedProduct["sizes"] = [];
  let priceCents: number | undefined;
  let isOffer = false;
  for (const { record, line: at } of group) {
    // A row with only a picture belongs to the product, not to a variant.
    if (!record["Variant Price"]?.trim() && !record["Option1 Value"]?.trim()) continue;
    const price = readPrice(record["Variant Price"]);
    const pieces = readPieces(record["Variant Inventory Qty"]);
    if (price === undefined) refuse(at, `Variant Price no es un precio: «${shown(record["Variant Price"])}»`);
    else if (pieces === undefined) {
      refuse(at, `Variant Inventory Qty no es un número de piezas: «${shown(record["Variant Inventory Qty"])}»`);
    } else {
      const size = sizeName(record, sizeOption);
      const known = sizes.find((entry) => entry.name === size);
      if (known) known.pieces += pieces;
      else sizes.push({ name: size, pieces });
      priceCents = Math.max(priceCents ?? 0, price);
      isOffer ||= (readPrice(record["Variant Compare At Price"]) ?? 0) > price;
    }
  }
  if (priceCents === undefined) return refuse(line, "ninguna variante se pudo leer");
  return {
    line,
    handle,
    productId: null,
    sourceKey: `shopify:${handle}`,
    name,
    description: plainText(firstRecord["Body (HTML)"] ?? ""),
    brand: cleanLine(firstRecord.Vendor) || null,
    categories: [cleanLine(firstRecord.Type) || cleanLine(firstRecord.Tags?.split(",")[0])].filter(
      (name) => name !== "",
    ),
    isComplete: false,
    color: colorOption ? cleanLine(firstRecord[`${colorOption} Value`]) || null : null,
    isPublished: !/^false$/i.test(firstRecord.Published?.trim() ?? ""),
    priceCents,
    isOffer,
    sizes,
  };
}

function optionNamed(firstRecord: Row, pattern: RegExp): string | undefined {
  return ["Option1", "Option2", "Option3"].find((option) => pattern.test(firstRecord[`${option} Name`]?.trim() ?? ""));
}

/** The size's name. Without a size option, the first option that distinguishes the variants; without any, one size. */
function sizeName(record: Row, sizeOption: string | undefined): string {
  if (sizeOption) return cleanLine(record[`${sizeOption} Value`]) || "Unitalla";
  const first = cleanLine(record["Option1 Value"]);
  return !first || first === "Default Title" ? "Unitalla" : first;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };

function plainText(html: string): string {
  const text = html
    .replaceAll(/<(?:br|\/p|\/li|\/h\d)\b[^>]*>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/\s*\n\s*/g, "\n");
  return cleanText(text);
}
