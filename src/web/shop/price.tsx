import type { PriceTexts } from "../../domain/shown-prices.ts";

/** A price and its notes. During an offer also the former price, struck through, and the discount (rule SCREEN-12). */
export function Price({ prices: { price, former, percent, notes } }: { prices: PriceTexts }) {
  return (
    <>
      {price}
      {former && (
        <>
          {" "}
          <del className="font-normal text-soft">
            <span className="sr-only">Antes </span>
            {former}
          </del>{" "}
          {percent}
        </>
      )}
      {notes && <span className="block whitespace-pre-line text-xs font-normal text-soft">{notes}</span>}
    </>
  );
}
