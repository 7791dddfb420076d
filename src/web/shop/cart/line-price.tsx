import { formatMoney, toCents } from "../../../domain/money.ts";
import { Price } from "../price.tsx";

/** The price of one piece of a line, or of `pieces` pieces. With an offer, the former price is shown too. */
export function LinePrice({
  line: { unitPrice, formerPrice },
  pieces = 1,
}: {
  /** In pesos. Lines that were stored before offers have no `formerPrice`. */
  line: { unitPrice: number; formerPrice?: number | null };
  pieces?: number;
}) {
  const formatTotal = (pesos: number): string => formatMoney(toCents(pesos) * pieces);
  return <Price prices={{ price: formatTotal(unitPrice), ...(formerPrice && { former: formatTotal(formerPrice) }) }} />;
}
