import type { BenchShop } from "../bench-shop.ts";
import type { Row } from "../table.ts";

/** Lines of the table that are measured together. */
export interface Measurement {
  /** Its name on the command line. */
  name: string;
  measure(shop: BenchShop): Promise<Row[]>;
}
