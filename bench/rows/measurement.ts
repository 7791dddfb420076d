import type { BenchShop } from "../bench-shop.ts";
import type { Row } from "../table.ts";

/** Some lines of the table that are measured together. */
export interface Measurement {
  /** What to call it on the command line. */
  name: string;
  measure(shop: BenchShop): Promise<Row[]>;
}
