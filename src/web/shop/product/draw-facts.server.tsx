import { renderToStaticMarkup } from "react-dom/server";
import { describeCare } from "../../../domain/care.ts";
import { formatComposition } from "../../../domain/composition.ts";
import { countryName } from "../../../domain/countries.ts";
import type { ProductRow } from "../../../server/catalog/product-row.ts";
import { ProductFacts } from "./product-facts.tsx";

/** The parts of a product's page that only open and close, as HTML: their code is not sent to the browser. */
export function drawFacts(row: ProductRow, { showDescription }: { showDescription: boolean }): string {
  const facts = {
    composition: row.composition && formatComposition(row.composition),
    care: describeCare(row.care),
    origin: row.origin_country && countryName(row.origin_country),
    fitNote: row.fit_note,
    modelNote: row.model_note,
  };
  return renderToStaticMarkup(<ProductFacts description={showDescription ? row.description : ""} facts={facts} />);
}
