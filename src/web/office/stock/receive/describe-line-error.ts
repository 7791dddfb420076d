import type { LineError } from "../../../../server/stock/parse-delivery-text.ts";

/** What is wrong with a line of a delivery, and what to write instead. */
export function describeLineError({ lineNumber, text, problem, hint }: LineError): string {
  const prefix = `Renglón ${lineNumber}, «${text.slice(0, 80)}»`;
  if (problem === "pieces_wrong") return `${prefix}: escribe las piezas al final, un número entero desde 1.`;
  if (problem === "product_unknown") {
    return `${prefix}: no hay un producto con ese nombre, código o id.${hint && ` ¿Es «${hint}»?`}`;
  }
  if (problem === "product_ambiguous")
    return `${prefix}: ${hint} productos se llaman así; escribe también el color, o elige la talla en la búsqueda.`;
  if (problem === "size_missing") return `${prefix}: falta la talla. Tiene ${hint}.`;
  return `${prefix}: no tiene esa talla. Tiene ${hint}.`;
}
