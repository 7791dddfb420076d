import { shownLineName } from "../../../domain/cart-line.ts";

/** A line's name, then its brand, its colour and its size or seat on a line of its own (`cartLineName`). */
export function LineName({
  line: { name, brand, realQty },
}: {
  line: { name: string; brand: string | null; realQty: number };
}) {
  const shown = shownLineName(name, realQty === 0).replace(/ T: (?!.*T: )/, "\u00a0· T:\u00a0");
  // A product's own name may have its brand too.
  const at = brand ? shown.lastIndexOf(` ${brand} `) : shown.search(/\s· /);
  if (at < 0) return shown;
  const rest = shown
    .slice(at)
    .replace(`${brand} `, () => `${brand} · `)
    .replace(/·\s·/, "·");
  return (
    <>
      {shown.slice(0, at)}
      <span className="block text-sm text-soft">{rest.replace(/^\s· /, " ")}</span>
    </>
  );
}
