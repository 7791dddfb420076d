import type { BenchShop } from "../bench-shop.ts";
import type { Row } from "../table.ts";

/** Produces rows of the table that are measured together. */
export interface Measurement {
  /** The measurement's name on the command line. */
  name: string;
  measure(shop: BenchShop): Promise<Row[]>;
}
