import type { ReceiverField } from "./invoice-receiver.ts";

/** An error of SAT or of the PAC about a document. */
interface SatError {
  /** The receiver's field with the error. Null if only the shop can correct it. */
  field: ReceiverField | null;
  /** The sentence that the customer reads. */
  customer: string;
  /** The sentence that staff read. */
  staff: string;
}

/** The heading of an error about the receiver's data. */
export const SAT_REFUSED_DATA = "El SAT no aceptó estos datos.";

const SHOP_PROBLEM =
  "No pudimos timbrar tu factura por un problema nuestro, no de tus datos. Ya lo vimos: intenta más tarde o escríbenos.";

/** SAT's and the PAC's errors by their codes (SAT's "Matriz de errores" of 2026-03-25). */
const ERRORS: Record<string, SatError> = {
  CFDI40143: {
    field: "rfc",
    customer: "El SAT no reconoce ese RFC. Escríbelo como está en tu constancia.",
    staff: "El SAT no reconoce ese RFC. Compáralo con su constancia.",
  },
  CFDI40144: {
    field: "name",
    customer: "Escribe el nombre con el que estás en el SAT.",
    staff: "Falta el nombre con el que está en el SAT.",
  },
  CFDI40145: {
    field: "name",
    customer: "Ese no es el nombre que el SAT tiene para tu RFC. Escríbelo tal cual en tu constancia, sin «SA DE CV».",
    staff: "Ese no es el nombre que el SAT tiene para ese RFC. Cópialo de su constancia, sin «SA DE CV».",
  },
  CFDI40147: {
    field: "postalCode",
    customer: "Escribe el código postal de tu domicilio fiscal.",
    staff: "Falta el código postal de su domicilio fiscal.",
  },
  CFDI40148: {
    field: "postalCode",
    customer: "Ese código postal no es el de tu domicilio fiscal. Es el de tu constancia, no el de entrega.",
    staff: "Ese código postal no es el de su domicilio fiscal. Es el de su constancia, no el de entrega.",
  },
  CFDI40149: sameForBoth("postalCode", "Con un RFC genérico va el código postal de la tienda."),
  CFDI40150: sameForBoth("country", "El SAT no tiene ese país en su lista. Elige otro."),
  CFDI40151: sameForBoth("country", "El país solo va con el RFC de quienes viven fuera de México."),
  CFDI40152: sameForBoth("country", "Con México no va el RFC de quienes viven fuera."),
  CFDI40153: sameForBoth("country", "Con la identificación fiscal de otro país va también el país."),
  CFDI40154: sameForBoth("taxId", "La identificación fiscal de otro país no va con un RFC mexicano."),
  CFDI40155: sameForBoth("taxId", "El SAT no acepta aquí esa identificación. Bórrala: la factura vale sin ella."),
  CFDI40156: sameForBoth("taxId", "Ese número no tiene la forma que usa su país."),
  CFDI40157: sameForBoth("taxRegime", "Ese régimen no está en el catálogo del SAT."),
  CFDI40158: {
    field: "taxRegime",
    customer: "Ese régimen no va con tu tipo de RFC. Elige el que dice tu constancia.",
    staff: "Ese régimen no va con ese tipo de RFC.",
  },
  CFDI40159: {
    field: "taxRegime",
    customer: "El SAT no tiene ese régimen para tu RFC. Elige el que dice tu constancia.",
    staff: "El SAT no tiene ese régimen para ese RFC. Elige el de su constancia.",
  },
  CFDI40160: sameForBoth("cfdiUse", "Ese uso no está en el catálogo del SAT."),
  CFDI40161: {
    field: "cfdiUse",
    customer: "Ese uso no va con tu régimen fiscal. Elige otro.",
    staff: "Ese uso no va con su régimen fiscal.",
  },
  CFDI3307: {
    field: null,
    customer: "Este pedido ya tiene una factura y la tienda la está revisando. Escríbenos y te la mandamos.",
    staff:
      "El PAC ya timbró un documento de esta venta que no está aquí. Pasa después de restaurar un respaldo. Búscalo en el portal del PAC y cancélalo ahí antes de volver a hacerlo: si no, la venta se declara dos veces.",
  },
  301: shopError("El documento no tiene la forma que pide el SAT. Avisa a quien administra la tienda."),
  302: shopError("El sello no corresponde al documento. Sube otra vez el sello (CSD) de la tienda."),
  303: shopError("El sello no es del RFC que emite. Revisa el emisor y sube su sello (CSD)."),
  304: shopError("El SAT revocó el sello de la tienda. Pide otro y súbelo en «Emisor y sello»."),
  305: shopError("El sello no valía en esa fecha. Revisa su vigencia en «Emisor y sello»."),
  306: shopError("Se selló con la e.firma (FIEL). Sube el sello digital (CSD) en «Emisor y sello»."),
  308: shopError("El certificado no lo emitió el SAT. Sube el sello (CSD) tal como lo dio."),
  401: shopError("Pasaron más de 72 horas entre el sello y el timbre. Vuelve a hacerla."),
  402: shopError(
    "El emisor no está en la lista del SAT de quienes pueden facturar (LCO). Revisa tu situación en el SAT.",
  ),
};

/** The sentences for an error code. For an unknown code the customer reads that the shop has a problem. */
export function satError(code: string): SatError {
  return ERRORS[code] ?? shopError("El PAC no aceptó el documento. Su mensaje dice por qué.");
}

function sameForBoth(field: ReceiverField, sentence: string): SatError {
  return { field, customer: sentence, staff: sentence };
}

function shopError(staff: string): SatError {
  return { field: null, customer: SHOP_PROBLEM, staff };
}
