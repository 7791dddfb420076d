import { CFDI_USES } from "../../../../domain/cfdi-uses.ts";
import { PAYMENT_FORMS } from "../../../../domain/payment-forms.ts";
import { isRfc } from "../../../../domain/rfc.ts";
import type { XmlElement } from "../../../cfdi/xml.ts";

type Pattern = RegExp | ((text: string) => boolean);
interface Rule {
  /** The pattern of each attribute. A "?" at the end of a name marks an optional attribute. */
  attributes: Record<string, Pattern>;
  /** The child elements in the required order, each with its minimum and maximum count. */
  children: readonly [name: string, min: number, max: number][];
}

const AMOUNT = /^\d{1,18}(\.\d{1,6})?$/;
const TWO_DECIMAL_AMOUNT = /^\d{1,18}(\.\d{1,2})?$/;
const CURRENCY = /^(MXN|USD|EUR|XXX)$/;
const TIME = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}$/;
const UUID = /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const POSTAL_CODE = /^\d{5}$/;
const REGIME = /^\d{3}$/;
const MANY = Number.POSITIVE_INFINITY;
const textPattern = (max: number): RegExp => new RegExp(`^[^|]{1,${max}}$`, "u");

/**
 * The rules of cfdv40.xsd for the elements of a shop's CFDI, hand-written from SAT's guide: the schema itself is not
 * distributed with this repository. Elements that a shop's CFDI never has, such as withheld taxes, are refused. Of the
 * complements only payments are checked.
 */
const RULES: Record<string, Rule> = {
  "cfdi:Comprobante": {
    attributes: {
      "xsi:schemaLocation": /http:\/\/www\.sat\.gob\.mx\/cfd\/4\s+\S*cfdv40\.xsd/,
      Version: /^4\.0$/,
      "Serie?": textPattern(25),
      "Folio?": textPattern(40),
      Fecha: TIME,
      Sello: BASE64,
      "FormaPago?": (code) => Object.hasOwn(PAYMENT_FORMS, code),
      NoCertificado: /^\d{20}$/,
      Certificado: BASE64,
      "CondicionesDePago?": textPattern(1000),
      SubTotal: AMOUNT,
      "Descuento?": AMOUNT,
      Moneda: CURRENCY,
      "TipoCambio?": AMOUNT,
      Total: AMOUNT,
      TipoDeComprobante: /^[IEP]$/,
      Exportacion: /^0[1-4]$/,
      "MetodoPago?": /^(PUE|PPD)$/,
      LugarExpedicion: POSTAL_CODE,
      "Confirmacion?": /^[0-9a-zA-Z]{5}$/,
    },
    children: [
      ["cfdi:InformacionGlobal", 0, 1],
      ["cfdi:CfdiRelacionados", 0, MANY],
      ["cfdi:Emisor", 1, 1],
      ["cfdi:Receptor", 1, 1],
      ["cfdi:Conceptos", 1, 1],
      ["cfdi:Impuestos", 0, 1],
      ["cfdi:Complemento", 0, 1],
    ],
  },
  "cfdi:InformacionGlobal": {
    attributes: { Periodicidad: /^0[1-5]$/, Meses: /^(0[1-9]|1[0-8])$/, Año: /^20[2-9]\d$/ },
    children: [],
  },
  "cfdi:CfdiRelacionados": {
    attributes: { TipoRelacion: /^0[1-7]$/ },
    children: [["cfdi:CfdiRelacionado", 1, MANY]],
  },
  "cfdi:CfdiRelacionado": { attributes: { UUID }, children: [] },
  "cfdi:Emisor": {
    attributes: { Rfc: isRfc, Nombre: textPattern(300), RegimenFiscal: REGIME, "FacAtrAdquirente?": /^\d{10}$/ },
    children: [],
  },
  "cfdi:Receptor": {
    attributes: {
      Rfc: isRfc,
      Nombre: textPattern(300),
      DomicilioFiscalReceptor: POSTAL_CODE,
      "ResidenciaFiscal?": /^[A-Z]{3}$/,
      "NumRegIdTrib?": textPattern(40),
      RegimenFiscalReceptor: REGIME,
      UsoCFDI: (code) => CFDI_USES.some((use) => use.code === code),
    },
    children: [],
  },
  "cfdi:Conceptos": { attributes: {}, children: [["cfdi:Concepto", 1, MANY]] },
  "cfdi:Concepto": {
    attributes: {
      ClaveProdServ: /^\d{8}$/,
      "NoIdentificacion?": textPattern(100),
      Cantidad: /^(?=.*[1-9])\d{1,18}(\.\d{1,6})?$/,
      ClaveUnidad: /^[A-Z0-9]{1,3}$/,
      "Unidad?": textPattern(20),
      Descripcion: textPattern(1000),
      ValorUnitario: AMOUNT,
      Importe: AMOUNT,
      "Descuento?": AMOUNT,
      ObjetoImp: /^0[1-8]$/,
    },
    children: [["cfdi:Impuestos", 0, 1]],
  },
  "cfdi:Impuestos": {
    attributes: { "TotalImpuestosTrasladados?": AMOUNT },
    children: [["cfdi:Traslados", 1, 1]],
  },
  "cfdi:Traslados": { attributes: {}, children: [["cfdi:Traslado", 1, MANY]] },
  "cfdi:Traslado": {
    attributes: {
      Base: AMOUNT,
      Impuesto: /^00[1-3]$/,
      TipoFactor: /^(Tasa|Cuota|Exento)$/,
      "TasaOCuota?": /^\d\.\d{1,6}$/,
      "Importe?": AMOUNT,
    },
    children: [],
  },
  "pago20:Pagos": {
    attributes: { Version: /^2\.0$/ },
    children: [
      ["pago20:Totales", 1, 1],
      ["pago20:Pago", 1, MANY],
    ],
  },
  "pago20:Totales": {
    attributes: {
      "TotalTrasladosBaseIVA16?": TWO_DECIMAL_AMOUNT,
      "TotalTrasladosImpuestoIVA16?": TWO_DECIMAL_AMOUNT,
      "TotalTrasladosBaseIVA8?": TWO_DECIMAL_AMOUNT,
      "TotalTrasladosImpuestoIVA8?": TWO_DECIMAL_AMOUNT,
      "TotalTrasladosBaseIVA0?": TWO_DECIMAL_AMOUNT,
      "TotalTrasladosImpuestoIVA0?": TWO_DECIMAL_AMOUNT,
      "TotalTrasladosBaseIVAExento?": TWO_DECIMAL_AMOUNT,
      MontoTotalPagos: TWO_DECIMAL_AMOUNT,
    },
    children: [],
  },
  "pago20:Pago": {
    attributes: {
      FechaPago: TIME,
      FormaDePagoP: (code) => Object.hasOwn(PAYMENT_FORMS, code),
      MonedaP: CURRENCY,
      "TipoCambioP?": AMOUNT,
      Monto: AMOUNT,
      "NumOperacion?": textPattern(100),
    },
    children: [
      ["pago20:DoctoRelacionado", 1, MANY],
      ["pago20:ImpuestosP", 0, 1],
    ],
  },
  "pago20:DoctoRelacionado": {
    attributes: {
      IdDocumento: UUID,
      "Serie?": textPattern(25),
      "Folio?": textPattern(40),
      MonedaDR: CURRENCY,
      "EquivalenciaDR?": /^\d{1,18}(\.\d{1,10})?$/,
      NumParcialidad: /^[1-9]\d{0,2}$/,
      ImpSaldoAnt: AMOUNT,
      ImpPagado: AMOUNT,
      ImpSaldoInsoluto: AMOUNT,
      ObjetoImpDR: /^0[1-8]$/,
    },
    children: [["pago20:ImpuestosDR", 0, 1]],
  },
  "pago20:ImpuestosDR": { attributes: {}, children: [["pago20:TrasladosDR", 0, 1]] },
  "pago20:TrasladosDR": { attributes: {}, children: [["pago20:TrasladoDR", 1, MANY]] },
  "pago20:TrasladoDR": { attributes: transferredTaxAttributes("DR"), children: [] },
  "pago20:ImpuestosP": { attributes: {}, children: [["pago20:TrasladosP", 0, 1]] },
  "pago20:TrasladosP": { attributes: {}, children: [["pago20:TrasladoP", 1, MANY]] },
  "pago20:TrasladoP": { attributes: transferredTaxAttributes("P"), children: [] },
};

function transferredTaxAttributes(suffix: "DR" | "P"): Rule["attributes"] {
  return {
    [`Base${suffix}`]: AMOUNT,
    [`Impuesto${suffix}`]: /^00[1-3]$/,
    [`TipoFactor${suffix}`]: /^(Tasa|Cuota|Exento)$/,
    [`TasaOCuota${suffix}?`]: /^\d\.\d{1,6}$/,
    [`Importe${suffix}?`]: AMOUNT,
  };
}

/** Why a document is not a valid CFDI 4.0, as a message to its author. Null if it is valid. */
export function findStructureError(element: XmlElement): string | null {
  const rule = RULES[element.name];
  if (element.name === "cfdi:Complemento")
    return firstError(element.children.filter(({ name }) => name.startsWith("pago20:")));
  if (!rule) return `El elemento '${element.name}' no se esperaba.`;
  return attributeError(element, rule) ?? childrenError(element, rule) ?? firstError(element.children);
}

function firstError(children: readonly XmlElement[]): string | null {
  for (const child of children) {
    const error = findStructureError(child);
    if (error !== null) return error;
  }
  return null;
}

function attributeError({ name, attributes }: XmlElement, rule: Rule): string | null {
  for (const [declaredAttribute, pattern] of Object.entries(rule.attributes)) {
    const attribute = declaredAttribute.replace("?", "");
    const value = attributes[attribute];
    if (value === undefined) {
      if (declaredAttribute.endsWith("?")) continue;
      return `El atributo '${attribute}' de '${name}' es requerido.`;
    }
    if (!(typeof pattern === "function" ? pattern(value) : pattern.test(value))) {
      return `El valor del atributo '${attribute}' de '${name}' no cumple con su patrón o catálogo.`;
    }
  }
  const declaredNames = new Set(
    Object.keys(rule.attributes).map((declaredAttribute) => declaredAttribute.replace("?", "")),
  );
  const unexpectedAttribute = Object.keys(attributes).find((attribute) => !declaredNames.has(attribute));
  return unexpectedAttribute === undefined
    ? null
    : `El atributo '${unexpectedAttribute}' de '${name}' no está declarado.`;
}

function childrenError({ name, children }: XmlElement, rule: Rule): string | null {
  const positions = children.map((child) => rule.children.findIndex(([declaredName]) => declaredName === child.name));
  const unexpectedIndex = positions.findIndex((position, i) => position < 0 || position < (positions[i - 1] ?? 0));
  if (unexpectedIndex >= 0) return `El elemento '${children[unexpectedIndex]!.name}' no se esperaba ahí en '${name}'.`;
  for (const [position, [child, min, max]] of rule.children.entries()) {
    const count = positions.filter((other) => other === position).length;
    if (count < min || count > max) return `'${name}' lleva '${child}' ${count} veces.`;
  }
  return null;
}
