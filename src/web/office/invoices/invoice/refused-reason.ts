import type { ReceiverError, ReceiverErrorCode, ReceiverField } from "../../../../domain/invoice-receiver.ts";
import type { Refusal } from "../../../../domain/refusal.ts";
import { sentenceOf, type OfficeRefusal } from "../../sentences.ts";

/** Errors of the receiver as staff read them. The shop's own page words the same rules for the customer. */
const RECEIVER_ERROR_TEXT: Record<ReceiverErrorCode, string> = {
  rfc_missing: "Escribe su RFC.",
  rfc_invalid: "Ese RFC no puede ser: son 12 o 13 letras y números, con una fecha en medio.",
  name_missing: "Escribe su nombre o razón social como está en su constancia.",
  name_too_long: "El nombre pasa de 300 caracteres.",
  name_characters: "El nombre trae caracteres que no se ven o que el SAT no acepta. Escríbelo a mano, sin pegarlo.",
  name_reserved: "«PUBLICO EN GENERAL» es solo para facturas globales. Escribe el nombre de la persona.",
  postal_code_invalid: "Ese código postal no existe. Es el de su domicilio fiscal: cinco números.",
  postal_code_generic: "Con un RFC genérico va el código postal de la tienda.",
  regime_missing: "Elige su régimen fiscal.",
  regime_unknown: "Ese régimen no está en el catálogo del SAT.",
  regime_of_companies: "Ese régimen es de empresas y el RFC es de una persona.",
  regime_of_people: "Ese régimen es de personas y el RFC es de una empresa.",
  regime_generic: "Con un RFC genérico el régimen es «616 Sin obligaciones fiscales».",
  use_missing: "Elige para qué usará la factura.",
  use_unknown: "Ese uso no está en el catálogo del SAT.",
  use_not_offered: "Ese uso no corresponde a una compra en la tienda.",
  use_of_other_regime: "Ese uso no va con su régimen fiscal.",
};

/**
 * What to do about an error of SAT or the PAC (SAT's "Matriz de errores" of 2026-03-25), with the receiver's field or
 * null.
 */
const SAT_ERROR_TEXT: Record<string, readonly [ReceiverField | null, string]> = {
  CFDI40143: ["rfc", "El SAT no reconoce ese RFC. Compáralo con su constancia."],
  CFDI40144: ["name", "Falta el nombre con el que está en el SAT."],
  CFDI40145: ["name", "Ese no es el nombre que el SAT tiene para ese RFC. Cópialo de su constancia, sin «SA DE CV»."],
  CFDI40147: ["postalCode", "Falta el código postal de su domicilio fiscal."],
  CFDI40148: [
    "postalCode",
    "Ese código postal no es el de su domicilio fiscal. Es el de su constancia, no el de entrega.",
  ],
  CFDI40149: ["postalCode", "Con un RFC genérico va el código postal de la tienda."],
  CFDI40157: ["taxRegime", "Ese régimen no está en el catálogo del SAT."],
  CFDI40158: ["taxRegime", "Ese régimen no va con ese tipo de RFC."],
  CFDI40159: ["taxRegime", "El SAT no tiene ese régimen para ese RFC. Elige el de su constancia."],
  CFDI40160: ["cfdiUse", "Ese uso no está en el catálogo del SAT."],
  CFDI40161: ["cfdiUse", "Ese uso no va con su régimen fiscal."],
  "301": [null, "El documento no tiene la forma que pide el SAT. Avisa a quien administra la tienda."],
  "302": [null, "El sello no corresponde al documento. Sube otra vez el sello (CSD) de la tienda."],
  "303": [null, "El sello no es del RFC que emite. Revisa el emisor y sube su sello (CSD)."],
  "304": [null, "El SAT revocó el sello de la tienda. Pide otro y súbelo en «Emisor y sello»."],
  "305": [null, "El sello no valía en esa fecha. Revisa su vigencia en «Emisor y sello»."],
  "306": [null, "Se selló con la e.firma (FIEL). Sube el sello digital (CSD) en «Emisor y sello»."],
  "308": [null, "El certificado no lo emitió el SAT. Sube el sello (CSD) tal como lo dio."],
  "401": [null, "Pasaron más de 72 horas entre el sello y el timbre. Vuelve a hacerla."],
  "402": [
    null,
    "El emisor no está en la lista del SAT de quienes pueden facturar (LCO). Revisa tu situación en el SAT.",
  ],
};

/** Why a document was refused, in words for the staff member who corrects it. */
export function refusedReason(code: string): { field: ReceiverField | null; sentence: string } {
  const [field, sentence] = SAT_ERROR_TEXT[code] ?? [null, "El PAC no aceptó el documento. Su mensaje dice por qué."];
  return { field, sentence };
}

export type ReceiverErrors = Partial<Record<ReceiverField, string>>;

/** A refusal as the page shows it: a sentence for the form, and errors at their fields. */
export function failureOf(refusal: Refusal): { failure: string; errors?: ReceiverErrors } {
  if ("faults" in refusal) {
    const faults = refusal.faults as readonly ReceiverError[];
    return {
      failure: "Revisa los datos de quien recibe la factura.",
      errors: Object.fromEntries(faults.map(({ field, code }) => [field, RECEIVER_ERROR_TEXT[code]])),
    };
  }
  if (refusal.refused === "invoice_refused" && "code" in refusal) {
    const { field, sentence } = refusedReason(String(refusal.code));
    return {
      failure: field ? "El SAT no aceptó estos datos." : sentence,
      errors: field ? { [field]: sentence } : undefined,
    };
  }
  if (refusal.refused === "invoiced_already" && "rfc" in refusal) {
    return { failure: `Alguien ya facturó este pedido al RFC ${String(refusal.rfc)}. Para otros datos, sustitúyela.` };
  }
  return { failure: sentenceOf(refusal as Refusal<OfficeRefusal>) };
}
