import type { Cents } from "../../domain/money.ts";
import { isId } from "../db/new-id.ts";
import { iterateWithPauses } from "./iterate-with-pauses.ts";
import { readCodeCells } from "./code-cells.ts";
import {
  cellText,
  toShortLine,
  cleanText,
  priceProblem,
  readPieces,
  readPrice,
  shortenCell,
  toSingleLine,
} from "./csv-cells.ts";
import { readOfferCells } from "./csv-offer.ts";
import { readFactCells } from "./fact-cells.ts";
import type { CsvRow, ImportedProduct, ImportedSize, ParsedProducts, RefusedRow } from "./imported-product.ts";
import {
  SHOP_CSV_CODE_COLUMNS,
  SHOP_CSV_FACT_COLUMNS,
  SHOP_CSV_PRODUCT_COLUMNS,
  SHOP_CSV_KEY_PREFIX,
  type ShopCsvColumn,
} from "./shop-csv-columns.ts";

const MAX_SIZE_NAME_LENGTH = 60;

/** A reason to refuse a product. */
interface Problem {
  problem: string;
}

/**
 * Reads rows of the shop's own CSV. Rows with the same ID, or without an ID with the same Clave, are one product. An
 * existing product is identified by its ID, a new one by its Clave. An invalid size is refused alone; any other error
 * refuses the product. The field of an absent column stays undefined (rule CSV-2).
 */
export async function readShopCsvRows(rows: readonly CsvRow[]): Promise<ParsedProducts> {
  const refusedRows: RefusedRow[] = [];
  const products: ImportedProduct[] = [];
  const groups = Map.groupBy(
    rows,
    ({ record }) => cleanCell(record.ID).toLowerCase() || `clave ${cleanCell(record.Clave)}`,
  );
  for await (const group of iterateWithPauses(groups.values())) {
    const product = readProduct(group);
    if ("problem" in product)
      refusedRows.push({ line: group[0]!.line, handle: handleOf(group), reason: product.problem });
    else products.push({ ...product, sizes: readSizes(group, refusedRows) });
  }
  return { products, refusedRows, notices: [] };
}

function handleOf(group: readonly CsvRow[]): string {
  const { record } = group[0]!;
  return cleanCell(record.Clave) || cleanCell(record.ID).toLowerCase();
}

function readProduct(group: readonly CsvRow[]): Omit<ImportedProduct, "sizes"> | Problem {
  const { record, line } = group[0]!;
  const id = cleanCell(record.ID).toLowerCase();
  const key = cleanCell(record.Clave);
  if (id === "" && key === "") return { problem: "falta ID o Clave" };
  if (id !== "" && !isId(id)) return { problem: `ID no es de un producto: «${shortenCell(id)}»` };
  const difference = findDifference(group);
  if (difference) return difference;
  const textIn = (column: ShopCsvColumn) => textOf(group, column);
  const name = textIn("Nombre");
  if (name === "" || (name === undefined && id === "")) return { problem: "falta Nombre" };
  if (name !== undefined && toSingleLine(name).length > 200) return { problem: "Nombre tiene más de 200 letras" };
  const prices = readPrices(textIn, id === "");
  if ("problem" in prices) return prices;
  const offer = readOfferCells((column) => textIn(column as ShopCsvColumn));
  if (offer && "problem" in offer) return offer;
  const yesNoFields = {
    isMarkedNew: readYesNo(textIn("Nuevo"), false),
    isPublished: readYesNo(textIn("Publicado"), undefined),
  };
  if (Object.values(yesNoFields).includes(null)) return { problem: "Nuevo y Publicado llevan sí o no" };
  const facts = readFactCells(SHOP_CSV_FACT_COLUMNS, (column) => textOf(group, column as ShopCsvColumn));
  if ("problem" in facts) return facts as Problem;
  const description = textIn("Descripción");
  const color = textIn("Color");
  return {
    line,
    handle: handleOf(group),
    productId: id || null,
    sourceKey: key.includes(":") ? key : `${SHOP_CSV_KEY_PREFIX}${key}`,
    name: name === undefined ? undefined : toShortLine(name),
    description: description === undefined ? undefined : cleanText(description),
    brands: readNames(textIn("Marca")),
    categories: readNames(textIn("Categorías")),
    isComplete: true,
    color: color === undefined ? undefined : toShortLine(color) || null,
    ...prices,
    offer,
    ...(yesNoFields as Record<keyof typeof yesNoFields, boolean | undefined>),
    facts,
  };
}

/** The first text that the product's rows have in a column. Empty if none has one, undefined without such a column. */
function textOf(group: readonly CsvRow[], column: ShopCsvColumn): string | undefined {
  const cells = group.map(({ record }) => record[column]);
  if (cells.every((text) => text === undefined)) return undefined;
  return cellText(cells.find((text) => text !== undefined && text.trim() !== "") ?? "");
}

/** Finds rows of one product with different texts in a column. Empty cells are ignored. */
function findDifference(group: readonly CsvRow[]): Problem | undefined {
  for (const column of SHOP_CSV_PRODUCT_COLUMNS) {
    const rowsWithText = group.filter(({ record }) => cleanCell(record[column]) !== "");
    const otherRow = rowsWithText.find(
      ({ record }) => record[column]!.trim() !== rowsWithText[0]!.record[column]!.trim(),
    );
    if (otherRow) {
      return {
        problem: `${column} no dice lo mismo en los renglones ${rowsWithText[0]!.line} y ${otherRow.line} del producto`,
      };
    }
  }
  return undefined;
}

interface Prices {
  priceCents?: Cents;
  wholesalePriceCents?: Cents | null;
  costCents?: Cents | null;
}

function readPrices(textIn: (column: ShopCsvColumn) => string | undefined, isNew: boolean): Prices | Problem {
  const price = textIn("Precio");
  const priceCents = readPrice(price);
  if (priceCents === undefined && (price !== undefined || isNew)) return { problem: priceProblem("Precio", price) };
  const wholesalePriceCents = readOptionalPrice(textIn, "Mayoreo");
  if (isProblem(wholesalePriceCents)) return wholesalePriceCents;
  if (priceCents !== undefined && typeof wholesalePriceCents === "number" && wholesalePriceCents > priceCents) {
    return { problem: "Mayoreo es mayor que Precio" };
  }
  const costCents = readOptionalPrice(textIn, "Costo");
  return isProblem(costCents) ? costCents : { priceCents, wholesalePriceCents, costCents };
}

/** Null for an empty cell, undefined without such a column, and a problem for a text that is not a price. */
function readOptionalPrice(
  textIn: (column: ShopCsvColumn) => string | undefined,
  column: ShopCsvColumn,
): Cents | null | undefined | Problem {
  const text = textIn(column);
  if (text === undefined || text.trim() === "") return text === undefined ? undefined : null;
  return readPrice(text) ?? { problem: priceProblem(column, text) };
}

function isProblem(price: Cents | null | undefined | Problem): price is Problem {
  return typeof price === "object" && price !== null;
}

function readSizes(group: readonly CsvRow[], refusedRows: RefusedRow[]): ImportedSize[] {
  const sizes: ImportedSize[] = [];
  for (const { record, line } of group) {
    const name = cleanCell(record.Talla);
    const addRefusedRow = (reason: string) => refusedRows.push({ line, handle: handleOf(group), reason });
    if (name === "") {
      const filledColumn = (["Piezas", ...Object.values(SHOP_CSV_CODE_COLUMNS)] as const).find(
        (column) => cleanCell(record[column]) !== "",
      );
      if (filledColumn) addRefusedRow(`falta Talla, y hay ${filledColumn}`);
      continue;
    }
    const pieces = readPieces(record.Piezas);
    const codes = readCodeCells({
      columns: SHOP_CSV_CODE_COLUMNS,
      cells: {
        sku: record[SHOP_CSV_CODE_COLUMNS.sku],
        gtin: record[SHOP_CSV_CODE_COLUMNS.gtin],
        weightGrams: record[SHOP_CSV_CODE_COLUMNS.weightGrams],
      },
    });
    if (pieces === undefined) addRefusedRow(`Piezas no es un número de piezas: «${shortenCell(record.Piezas)}»`);
    else if ("problem" in codes) addRefusedRow(codes.problem);
    else if (name.length > MAX_SIZE_NAME_LENGTH) addRefusedRow(`Talla tiene más de ${MAX_SIZE_NAME_LENGTH} letras`);
    else if (sizes.some((size) => size.name === name)) addRefusedRow(`la talla ${name} está dos veces`);
    else sizes.push({ name, pieces, line, ...codes });
  }
  return sizes;
}

/** The names of a cell "Hombre | Novedades". */
function readNames(text: string | undefined): string[] | undefined {
  return text
    ?.split("|")
    .map(toShortLine)
    .filter((name) => name !== "");
}

function cleanCell(text: string | undefined): string {
  return toShortLine(cellText(text ?? ""));
}

/**
 * True for sí, false for no, `whenEmpty` for an empty cell, null for any other text. Undefined without such a column.
 */
function readYesNo(text: string | undefined, whenEmpty: false | undefined): boolean | null | undefined {
  if (text === undefined) return undefined;
  const word = toShortLine(text).toLowerCase();
  if (word === "") return whenEmpty;
  if (/^(?:s[ií]|1|true|verdadero|x)$/.test(word)) return true;
  return /^(?:no|0|false|falso)$/.test(word) ? false : null;
}
