import { parse } from "csv-parse/sync";
import { toCents } from "../../domain/money.ts";

/** A product as a Shopify export describes it: one handle, one row a variant. */
export interface ImportedProduct {
  /** First line of it in the file. */
  line: number;
  handle: string;
  name: string;
  description: string;
  brand: string | null;
  category: string | null;
  color: string | null;
  isPublished: boolean;
  priceCents: number;
  isOffer: boolean;
  sizes: { name: string; pieces: number }[];
}

/** A row that was not taken, and why. */
export interface RefusedRow {
  line: number;
  handle: string;
  reason: string;
}

type Row = Record<string, string>;

/**
 * Reads a Shopify product CSV (columns Handle, Title, Body (HTML), Vendor, Type, Tags, Published, Option1–3, Variant
 * Price, Variant Compare At Price, Variant Inventory Qty). Rows of one handle are one product; a bad variant is refused
 * alone, a product without a good one whole. Pictures are links to elsewhere and are not fetched.
 */
export function readShopifyCsv(text: string): { products: ImportedProduct[]; refused: RefusedRow[] } {
  const rows = parse(text, {
    columns: (header: string[]) => header.map((name) => name.trim()),
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  }) as unknown as { record: Row; info: { lines: number } }[];
  const refused: RefusedRow[] = [];
  const byHandle = Map.groupBy(rows, ({ record }) => (record.Handle ?? "").trim());
  const products: ImportedProduct[] = [];
  for (const [handle, group] of byHandle) {
    if (!handle) {
      refused.push(...group.map(({ info }) => ({ line: info.lines, handle, reason: "falta Handle" })));
      continue;
    }
    const product = readProduct(handle, group, refused);
    if (product) products.push(product);
  }
  return { products, refused };
}

function readProduct(
  handle: string,
  group: { record: Row; info: { lines: number } }[],
  refused: RefusedRow[],
): ImportedProduct | undefined {
  const [first] = group;
  const { record: head } = first!;
  const line = first!.info.lines;
  const refuse = (at: number, reason: string): undefined => void refused.push({ line: at, handle, reason });
  const name = clean(head.Title);
  if (!name) return refuse(line, "falta Title");
  const sizeOption = optionNamed(head, /^(size|talla|tamaño|n[uú]mero)$/i);
  const colorOption = optionNamed(head, /^(colou?r)$/i);
  const sizes: ImportedProduct["sizes"] = [];
  let priceCents: number | undefined;
  let isOffer = false;
  for (const { record, info } of group) {
    // A row with nothing but a picture belongs to the product, not to a variant.
    if (!record["Variant Price"]?.trim() && !record["Option1 Value"]?.trim()) continue;
    const price = readPrice(record["Variant Price"]);
    const pieces = readPieces(record["Variant Inventory Qty"]);
    if (price === undefined) refuse(info.lines, `Variant Price no es un precio: «${record["Variant Price"] ?? ""}»`);
    else if (pieces === undefined) {
      refuse(info.lines, `Variant Inventory Qty no es un número de piezas: «${record["Variant Inventory Qty"] ?? ""}»`);
    } else {
      const size = sizeName(record, sizeOption);
      const known = sizes.find((one) => one.name === size);
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
    name,
    description: plainText(head["Body (HTML)"] ?? ""),
    brand: clean(head.Vendor) || null,
    category: clean(head.Type) || clean(head.Tags?.split(",")[0]) || null,
    color: colorOption ? clean(head[`${colorOption} Value`]) || null : null,
    isPublished: !/^false$/i.test(head.Published?.trim() ?? ""),
    priceCents,
    isOffer,
    sizes,
  };
}

function optionNamed(head: Row, pattern: RegExp): string | undefined {
  return ["Option1", "Option2", "Option3"].find((option) => pattern.test(head[`${option} Name`]?.trim() ?? ""));
}

/** The size's name; without a size option what tells the variants apart; without any, one size for all. */
function sizeName(record: Row, sizeOption: string | undefined): string {
  if (sizeOption) return clean(record[`${sizeOption} Value`]) || "Unitalla";
  const first = clean(record["Option1 Value"]);
  return !first || first === "Default Title" ? "Unitalla" : first;
}

function readPrice(text: string | undefined): number | undefined {
  const plain = (text ?? "").trim();
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? toCents(Number(plain)) : undefined;
}

function readPieces(text: string | undefined): number | undefined {
  const plain = (text ?? "").trim();
  if (plain === "") return 0;
  return /^-?\d{1,6}$/.test(plain) ? Math.max(0, Number(plain)) : undefined;
}

// oxlint-disable-next-line no-control-regex -- PostgreSQL holds no NUL, and nobody wants the others
const BLANK = /[\s\u0000-\u001f]+/g;

function clean(text: string | undefined): string {
  return (text ?? "").toWellFormed().normalize("NFC").replaceAll(BLANK, " ").trim().slice(0, 200);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };

function plainText(html: string): string {
  return html
    .toWellFormed()
    .replaceAll("\u0000", "")
    .replaceAll(/<(?:br|\/p|\/li|\/h\d)\b[^>]*>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim()
    .slice(0, 5_000);
}
