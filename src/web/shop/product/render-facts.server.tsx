import { renderToStaticMarkup } from "react-dom/server";
import { describeCare } from "../../../domain/care.ts";
import { formatComposition } from "../../../domain/composition.ts";
import { countryName } from "../../../domain/countries.ts";
import type { ProductRow } from "../../../server/catalog/product-row.ts";
import { ProductFacts } from "./product-facts.tsx";

/** The facts of a product as HTML. They only open and close, so the browser needs no code for them. */
export function renderFacts(row: ProductRow, { showDescription }: { showDescription: boolean }): string {
  const facts = {
    composition: row.composition && formatComposition(row.composition),
    care: describeCare(row.care),
    origin: row.origin_country && countryName(row.origin_country),
    fitNote: row.fit_note,
    modelNote: row.model_note,
  };
  return renderToStaticMarkup(<ProductFacts description={showDescription ? row.description : ""} facts={facts} />);
}
