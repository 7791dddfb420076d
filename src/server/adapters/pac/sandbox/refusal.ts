/** Why the sandbox refuses: a code of SAT, of SW or of the sandbox itself (ESC0001), with its message. */
export interface PacRefusal {
  code: string;
  message: string;
  detail: string | null;
}

/** The PACs' messages, shortened. */
const MESSAGES: Record<string, string> = {
  "301": "La estructura del comprobante es incorrecta.",
  "303": "El RFC del CSD del emisor no corresponde al RFC que viene como emisor en el comprobante.",
  "304": "El CSD del emisor ha sido revocado.",
  "305": "La fecha de emisión no está dentro de la vigencia del CSD del emisor.",
  "306": "La llave utilizada para sellar no corresponde a un CSD.",
  "307": "El comprobante contiene un timbre previo.",
  "308": "El certificado del emisor no fue expedido por el SAT.",
  "401": "El rango de la fecha de generación no debe de ser mayor a 72 horas para la emisión del timbre.",
  "402": "El RFC del emisor no se encuentra en el régimen de contribuyentes (LCO).",
  CFDI3307: "Timbre duplicado. El customId proporcionado está duplicado.",
  CFDI40102: "El resultado de la digestión debe ser igual al resultado de la desencripción del sello.",
  CFDI40105: "Si el método de pago es PPD, la forma de pago debe ser 99.",
  CFDI40106: "El certificado no es válido o no corresponde a NoCertificado.",
  CFDI40114: "El tipo de cambio de MXN debe ser 1.",
  CFDI40126: "El lugar de expedición no está en el catálogo de códigos postales.",
  CFDI40130: "Con el nombre PUBLICO EN GENERAL debe existir el nodo InformacionGlobal, y solo en un ingreso.",
  CFDI40132: "La periodicidad 05 es solo del régimen 621.",
  CFDI40133: "Con la periodicidad 05 los meses van de 13 a 18.",
  CFDI40134: "Los meses 13 a 18 son solo de la periodicidad 05.",
  ESC0001: "La fecha es anterior al fin del periodo de la factura global.",
  CFDI40136: "El año de la información global debe ser el actual o el anterior.",
  CFDI40141: "El régimen fiscal del emisor no corresponde con su tipo de persona.",
  CFDI40143: "El RFC del receptor no existe en la lista de RFC inscritos no cancelados del SAT.",
  CFDI40145: "El nombre del receptor no pertenece al RFC del receptor.",
  CFDI40146: "Con InformacionGlobal el RFC del receptor debe ser XAXX010101000.",
  CFDI40147: "El domicilio fiscal del receptor no es un código postal de la lista del SAT.",
  CFDI40148: "El domicilio fiscal del receptor no pertenece a su RFC.",
  CFDI40149: "Con un RFC genérico el domicilio fiscal del receptor debe ser el lugar de expedición.",
  CFDI40150: "La residencia fiscal no está en el catálogo de países.",
  CFDI40151: "La residencia fiscal es solo de receptores con el RFC genérico de extranjeros.",
  CFDI40152: "La residencia fiscal no puede ser MEX.",
  CFDI40153: "Con número de registro de identidad tributaria debe existir la residencia fiscal.",
  CFDI40154: "El número de registro de identidad tributaria es solo de extranjeros.",
  CFDI40156: "El número de registro de identidad tributaria no cumple con el patrón de su país.",
  CFDI40157: "El régimen fiscal del receptor no está en el catálogo.",
  CFDI40158: "El régimen fiscal del receptor no corresponde con su tipo de persona.",
  CFDI40159: "El régimen fiscal del receptor no es de los que tiene registrados.",
  CFDI40161: "El uso del CFDI no corresponde con el tipo de persona y el régimen del receptor.",
  CFDI40162: "La clave de producto o servicio no está en el catálogo c_ClaveProdServ.",
  CFDI40165: "La clave de unidad no está en el catálogo c_ClaveUnidad.",
};

export function pacRefusal(code: string, detail: string | null = null): PacRefusal {
  return { code, message: MESSAGES[code] ?? detail ?? "Rechazado.", detail };
}
