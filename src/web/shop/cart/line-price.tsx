import { formatMoney, toCents } from "../../../domain/money.ts";
import { Price } from "../price.tsx";

/** What one piece of a line costs, or all of them. If it is from an offer, with the price before. */
export function LinePrice({
  line: { unitPrice, formerPrice },
  pieces = 1,
}: {
  /** In pesos. Lines that were stored before offers have no `formerPrice`. */
  line: { unitPrice: number; formerPrice?: number | null };
  pieces?: number;
}) {
  const text = (pesos: number): string => formatMoney(toCents(pesos) * pieces);
  return <Price prices={{ price: text(unitPrice), ...(formerPrice && { former: text(formerPrice) }) }} />;
}
