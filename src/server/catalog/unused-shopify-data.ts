import { toShortLine } from "./csv-cells.ts";
import type { CsvRow } from "./imported-product.ts";
import { SHOPIFY_COLUMNS } from "./shopify-columns.ts";

/** Counts the data of Shopify's products that the import does not use, for its notices (rule CSV-1). */
export class UnusedShopifyData {
  readonly #counts = { joined: 0, offers: 0, prices: 0, tags: 0 };
  readonly #options = new Set<string>();

  /** Records a product if it has tags besides the one that is its category. */
  recordUnusedTags(group: readonly CsvRow[]): void {
    const cellsOf = (column: string) => group.flatMap(({ record }) => toShortLine(record[column]) || []);
    const tags = cellsOf(SHOPIFY_COLUMNS.tags).flatMap((cell) => cell.split(","));
    if (tags.length > (cellsOf(SHOPIFY_COLUMNS.type).length > 0 ? 0 : 1)) this.#counts.tags++;
  }

  /** Records the columns of options that are neither size nor colour, if a variant of the product was read. */
  recordIgnoredColumns(variantCount: number, ignoredColumns: readonly string[]): void {
    if (variantCount > 0) for (const option of ignoredColumns) this.#options.add(option);
  }

  /** Records a variant that was added to the size of another variant. */
  recordJoinedVariant(): void {
    this.#counts.joined++;
  }

  /** Records a product with a Compare At Price. It becomes an offer only under rule CSV-7. */
  recordCompareAtPrice(): void {
    this.#counts.offers++;
  }

  /** Records a product whose sizes have different prices. */
  recordDifferentPrices(): void {
    this.#counts.prices++;
  }

  toNotices(): string[] {
    const { joined, offers, prices, tags } = this.#counts;
    const notices: string[] = [];
    if (tags > 0)
      notices.push(`En ${productsText(tags)} no usamos todo lo que dice Tags: Type, o la primera, da la categoría.`);
    if (this.#options.size > 0) {
      notices.push(`Hay opciones que no son talla ni color, y no las usamos: ${[...this.#options].join(", ")}.`);
    }
    if (joined > 0) {
      const variants = joined === 1 ? "una variante" : `${joined.toLocaleString("es-MX")} variantes`;
      notices.push(`Sumamos las piezas de ${variants} de una talla repetida; sus códigos no se usan.`);
    }
    if (prices > 0) notices.push(`En ${productsText(prices)} las tallas tienen distintos precios: tomamos el mayor.`);
    if (offers > 0) {
      notices.push(
        `En ${productsText(offers)} hay un precio anterior (Compare At Price): es una oferta solo si es el precio que el producto ya tiene aquí.`,
      );
    }
    return notices;
  }
}

function productsText(count: number): string {
  return count === 1 ? "un producto" : `${count.toLocaleString("es-MX")} productos`;
}
