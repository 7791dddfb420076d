import { isRefusal } from "../../domain/refusal.ts";
import type { ParsedProducts } from "../catalog/imported-product.ts";
import { readProductsCsv } from "../catalog/read-products-csv.ts";
import { writeCsv } from "../csv/write-csv.ts";

/** The products of a CSV that is expected to be readable. */
export async function readProductsOrThrow(text: string): Promise<ParsedProducts> {
  const parsedProducts = await readProductsCsv(Buffer.from(text));
  if (isRefusal(parsedProducts)) throw new Error(parsedProducts.refused);
  return parsedProducts;
}

/** Rows as the text of a CSV. */
export async function writeCsvText(...args: Parameters<typeof writeCsv>): Promise<string> {
  let text = "";
  for await (const chunk of writeCsv(...args)) text += chunk;
  return text;
}
