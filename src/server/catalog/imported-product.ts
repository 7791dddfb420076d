import type { Cents } from "../../domain/money.ts";

/** A product as a CSV describes it, whatever the CSV's kind. */
export interface ImportedProduct {
  /** First line of it in the file. */
  line: number;
  /** What the file calls it, for people. */
  handle: string;
  /** A product of ours that it names; null where it goes by its source. */
  productId: string | null;
  /** Where it came from, so that the same file twice changes nothing ('shopify:ocean-blue-shirt'). */
  sourceKey: string;
  name: string;
  description: string;
  brand: string | null;
  /** Names, or as addresses name them. */
  categories: string[];
  /** The file says everything: a category that is not in it is taken off. */
  isWhole: boolean;
  color: string | null;
  isPublished: boolean;
  priceCents: Cents;
  /** Not given: as it is. */
  wholesalePriceCents?: Cents | null;
  isOffer: boolean;
  isMarkedNew?: boolean;
  sizes: { name: string; pieces: number }[];
}

/** A row that was not taken, and why. */
export interface RefusedRow {
  line: number;
  handle: string;
  reason: string;
}

/** A row by its columns' names, and where it stands in the file. */
export interface CsvRow {
  record: Record<string, string>;
  line: number;
}
