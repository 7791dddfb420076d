import { shownLineName } from "../../../domain/cart-line.ts";

/** The product's name, and below it the brand, the colour and the size or seat (`cartLineName`). */
export function LineName({
  line: { name, brand, realQty },
}: {
  line: { name: string; brand: string | null; realQty: number };
}) {
  const lineName = shownLineName(name, realQty === 0).replace(/ T: (?!.*T: )/, "\u00a0· Talla\u00a0");
  // The product's name may contain the brand, so the last occurrence is used.
  const detailsStart = brand ? lineName.lastIndexOf(` ${brand} `) : lineName.search(/\s· /);
  if (detailsStart < 0) return lineName;
  const details = lineName
    .slice(detailsStart)
    .replace(`${brand} `, () => `${brand} · `)
    .replace(/·\s·/, "·");
  return (
    <>
      {lineName.slice(0, detailsStart)}
      <span className="block text-sm text-soft">{details.replace(/^\s· /, " ")}</span>
    </>
  );
}
