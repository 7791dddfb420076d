import type { Cents } from "../../domain/money.ts";

/** A product as described by a CSV of either kind. */
export interface ImportedProduct {
  /** The product's first line in the file. */
  line: number;
  /** The product's key in the file, for messages. */
  handle: string;
  /** The id of the shop's product that the row names; null if it is identified by `sourceKey`. */
  productId: string | null;
  /** The product's origin, so that importing the same file twice changes nothing ('shopify:ocean-blue-shirt'). */
  sourceKey: string;
  name: string;
  description: string;
  brand: string | null;
  /** Names or slugs. */
  categories: string[];
  /** The file has the complete data: a category that is not in it is removed. */
  isComplete: boolean;
  color: string | null;
  isPublished: boolean;
  priceCents: Cents;
  /** Undefined: unchanged. */
  wholesalePriceCents?: Cents | null;
  isOffer: boolean;
  isMarkedNew?: boolean;
  sizes: { name: string; pieces: number }[];
}

/** A row that was refused, with the reason. */
export interface RefusedRow {
  line: number;
  handle: string;
  reason: string;
}

/** A row by column name, and its line in the file. */
export interface CsvRow {
  record: Record<string, string>;
  line: number;
}
