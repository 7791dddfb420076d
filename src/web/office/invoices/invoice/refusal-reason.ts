import type { ReceiverError, ReceiverErrorCode, ReceiverField } from "../../../../domain/invoice-receiver.ts";
import type { Refusal } from "../../../../domain/refusal.ts";
import { SAT_REFUSED_DATA, satError } from "../../../../domain/sat-errors.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";

/** Errors in a receiver's data as staff read them. Customers read the sentences of `domain/invoice-receiver.ts`. */
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
  country_unknown: "Elige de la lista el país donde vive.",
  country_of_foreigners: "El país solo va con el RFC de quienes viven fuera de México.",
  tax_id_invalid: "Ese número lleva a lo más 40 letras o números.",
  tax_id_digits: "En Estados Unidos y Canadá ese número lleva nueve dígitos.",
  tax_id_of_foreigners: "Va con el país, y solo con el RFC de quienes viven fuera de México.",
};

/** Why a document was refused, for the staff member who corrects it. */
export function refusalReasonOf(code: string): { field: ReceiverField | null; sentence: string } {
  const { field, staff: sentence } = satError(code);
  return { field, sentence };
}

export type ReceiverErrors = Partial<Record<ReceiverField, string>>;

/** A refusal as the page shows it: a sentence for the form, and errors at their fields. */
export function failureOf(refusal: Refusal): { failure: string; errors?: ReceiverErrors } {
  if ("receiverErrors" in refusal) {
    const receiverErrors = refusal.receiverErrors as readonly ReceiverError[];
    return {
      failure: "Revisa los datos de quien recibe la factura.",
      errors: Object.fromEntries(receiverErrors.map(({ field, code }) => [field, RECEIVER_ERROR_TEXT[code]])),
    };
  }
  if (refusal.refused === "invoice_refused" && "code" in refusal) {
    const { field, sentence } = refusalReasonOf(String(refusal.code));
    const message = "message" in refusal ? String(refusal.message) : "";
    return {
      failure: field
        ? SAT_REFUSED_DATA
        : message === ""
          ? sentence
          : `${sentence} Código ${String(refusal.code)}: ${message}`,
      errors: field ? { [field]: sentence } : undefined,
    };
  }
  if (refusal.refused === "invoiced_already" && "rfc" in refusal) {
    return { failure: `Alguien ya facturó este pedido al RFC ${String(refusal.rfc)}. Para otros datos, sustitúyela.` };
  }
  if (refusal.refused === "invoicing_paused" && "reason" in refusal && refusal.reason === "csd_expired") {
    return { failure: "El sello (CSD) de la tienda venció: sube uno vigente en «Emisor y sello» y vuelve a intentar." };
  }
  return { failure: sentenceOf(refusal as Refusal<OfficeRefusalName>) };
}
