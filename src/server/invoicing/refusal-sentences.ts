/** The field of the form that SAT's refusal is about, by its name on the wire. Null if only the shop can correct it. */
type Field = "rfc" | "name" | "postalCode" | "fiscalReg" | "usoCFDI" | null;

/**
 * SAT's and the PAC's refusals in the customer's words (codes: SAT's "Matriz de errores" of 2026-03-25). All other
 * refusals are the shop's to solve: its certificate, its amounts, its account.
 */
const SENTENCES: Record<string, [Field, string]> = {
  CFDI40143: ["rfc", "El SAT no reconoce ese RFC. Escríbelo como está en tu constancia."],
  CFDI40144: ["name", "Escribe el nombre con el que estás en el SAT."],
  CFDI40145: [
    "name",
    "Ese no es el nombre que el SAT tiene para tu RFC. Escríbelo tal cual en tu constancia, sin «SA DE CV».",
  ],
  CFDI40147: ["postalCode", "Escribe el código postal de tu domicilio fiscal."],
  CFDI40148: [
    "postalCode",
    "Ese código postal no es el de tu domicilio fiscal. Es el de tu constancia, no el de entrega.",
  ],
  CFDI40149: ["postalCode", "Con un RFC genérico va el código postal de la tienda."],
  CFDI40157: ["fiscalReg", "Ese régimen no está en el catálogo del SAT."],
  CFDI40158: ["fiscalReg", "Ese régimen no va con tu tipo de RFC. Elige el que dice tu constancia."],
  CFDI40159: ["fiscalReg", "El SAT no tiene ese régimen para tu RFC. Elige el que dice tu constancia."],
  CFDI40160: ["usoCFDI", "Ese uso no está en el catálogo del SAT."],
  CFDI40161: ["usoCFDI", "Ese uso no va con tu régimen fiscal. Elige otro."],
};

const SHOP_PROBLEM =
  "No pudimos timbrar tu factura por un problema nuestro, no de tus datos. Ya lo vimos: intenta más tarde o escríbenos.";

export function refusalSentence(code: string): { field: Field; sentence: string } {
  const [field, sentence] = SENTENCES[code] ?? [null, SHOP_PROBLEM];
  return { field, sentence };
}
