import type { ImportedOffer } from "./csv-offer.ts";
import type { Cents } from "../../domain/money.ts";
import type { ProductFacts } from "../../domain/product-facts.ts";
import type { SizeCodes } from "../../domain/size-codes.ts";

/**
 * A product as described by a CSV of either kind. An undefined field is not in the file, and does not change (rule
 * CSV-2).
 */
export interface ImportedProduct {
  /** The product's first line in the file. */
  line: number;
  /** The product's key in the file, for messages. */
  handle: string;
  /**
   * The id of the shop's product that the row names. Null if it names none: then the product is found by `sourceKey`,
   * or in a Shopify file by its handle and colour.
   */
  productId: string | null;
  /** The product's origin, so that importing the same file twice changes nothing ('shopify:ocean-blue-shirt'). */
  sourceKey: string;
  /** Set if the file is from Shopify. */
  shopify?: ShopifyOrigin;
  /** A new product must have a name and a price. */
  name?: string;
  description?: string;
  /** Names. */
  brands?: string[];
  /** Names or slugs. */
  categories?: string[];
  /** Whether the file lists all brands and categories of the product. The import then removes those that it lacks. */
  isComplete: boolean;
  color?: string | null;
  isPublished?: boolean;
  priceCents?: Cents;
  wholesalePriceCents?: Cents | null;
  costCents?: Cents | null;
  /** Null: no offer. Undefined: the file has no such column. */
  offer?: ImportedOffer | null;
  isMarkedNew?: boolean;
  facts?: Partial<ProductFacts>;
  sizes: ImportedSize[];
}

/** Pieces are received only for a new size. */
export interface ImportedSize extends Partial<SizeCodes> {
  name: string;
  pieces: number;
  line: number;
}

/** The product of Shopify that a product comes from, as a whole or as one of its colours. */
export interface ShopifyOrigin {
  handle: string;
  /** The file has several colours of Shopify's product: each is a product here (rule CSV-5). */
  isOneOfColors: boolean;
  /** Shopify's price before an offer. It is higher than the price. See shopify-offer.ts. */
  compareAtCents?: Cents;
}

/** A line of the file that could not be read, or a product that was refused, with the reason. */
export interface RefusedRow {
  line: number;
  handle: string;
  reason: string;
}

/** A row of the CSV by column name, and its line in the file. */
export interface CsvRow {
  record: Record<string, string>;
  line: number;
}

/** The products of a file, and the parts of it that are not used. */
export interface ParsedProducts {
  products: ImportedProduct[];
  refusedRows: RefusedRow[];
  /** Sentences about what the import leaves out. */
  notices: string[];
}
