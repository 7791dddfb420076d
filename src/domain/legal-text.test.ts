import { expect, test } from "vitest";
import { parseLegalSections } from "./legal-text.ts";

test("titles, paragraphs of several lines and lists are recognized", () => {
  const fileText =
    "## Precios\r\nEn pesos,\r\ncon IVA.\r\n\r\nSin letras chiquitas.\n\n## Pagos\n\nPuedes pagar:\n- con tarjeta\n- por transferencia\n\nDespués te avisamos.\n";
  expect(parseLegalSections(fileText)).toEqual([
    { title: "Precios", paragraphs: ["En pesos, con IVA.", "Sin letras chiquitas."] },
    { title: "Pagos", paragraphs: ["Puedes pagar:", ["con tarjeta", "por transferencia"], "Después te avisamos."] },
  ]);
});

test.each(["", "Sin título", "Antes\n## Título\nTexto", "## Título sin texto\n", "## A\n\n## B\ntexto"])(
  "%j is not a legal text",
  (fileText) => expect(parseLegalSections(fileText)).toBeUndefined(),
);
