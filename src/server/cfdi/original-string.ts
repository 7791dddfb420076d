import { childOf, childrenOf, type XmlElement } from "./xml.ts";

/**
 * The cadena original (original string): the text that is sealed. SAT defines it by a style sheet
 * (cadenaoriginal_4_0.xslt). These constants list its attributes in its order, for the elements that our documents use.
 * "?" marks an optional attribute.
 */
const COMPROBANTE =
  "Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda TipoCambio? Total TipoDeComprobante Exportacion MetodoPago? LugarExpedicion Confirmacion?";
const GLOBAL = "Periodicidad Meses Año";
const ISSUER = "Rfc Nombre RegimenFiscal FacAtrAdquirente?";
const RECEIVER = "Rfc Nombre DomicilioFiscalReceptor ResidenciaFiscal? NumRegIdTrib? RegimenFiscalReceptor UsoCFDI";
const CONCEPT =
  "ClaveProdServ NoIdentificacion? Cantidad ClaveUnidad Unidad? Descripcion ValorUnitario Importe Descuento? ObjetoImp";
const TRANSFERRED_TAX = "Base Impuesto TipoFactor TasaOCuota? Importe?";
/** The payment complement (Pagos20.xslt). Withheld taxes are not part of our documents. */
const PAYMENT_TOTALS =
  "TotalTrasladosBaseIVA16? TotalTrasladosImpuestoIVA16? TotalTrasladosBaseIVA8? TotalTrasladosImpuestoIVA8? TotalTrasladosBaseIVA0? TotalTrasladosImpuestoIVA0? TotalTrasladosBaseIVAExento? MontoTotalPagos";
const PAYMENT = "FechaPago FormaDePagoP MonedaP TipoCambioP? Monto NumOperacion?";
const PAID_DOCUMENT =
  "IdDocumento Serie? Folio? MonedaDR EquivalenciaDR? NumParcialidad ImpSaldoAnt ImpPagado ImpSaldoInsoluto ObjetoImpDR";
const PAID_DOCUMENT_TAX = "BaseDR ImpuestoDR TipoFactorDR TasaOCuotaDR? ImporteDR?";
const PAYMENT_TAX = "BaseP ImpuestoP TipoFactorP TasaOCuotaP? ImporteP?";
const STAMP = "Version UUID FechaTimbrado RfcProvCertif Leyenda? SelloCFD NoCertificadoSAT";

/**
 * The allowed children of these elements. Any other child would need rules that are not implemented here. The children
 * of other elements are not checked.
 */
const ALLOWED_CHILDREN: Record<string, readonly string[]> = {
  "cfdi:Comprobante": [
    "cfdi:InformacionGlobal",
    "cfdi:CfdiRelacionados",
    "cfdi:Emisor",
    "cfdi:Receptor",
    "cfdi:Conceptos",
    "cfdi:Impuestos",
    "cfdi:Complemento",
    "cfdi:Addenda",
  ],
  "cfdi:Conceptos": ["cfdi:Concepto"],
  "cfdi:Concepto": ["cfdi:Impuestos"],
  "cfdi:Impuestos": ["cfdi:Traslados"],
  "cfdi:Complemento": ["pago20:Pagos", "tfd:TimbreFiscalDigital"],
  "pago20:Pagos": ["pago20:Totales", "pago20:Pago"],
  "pago20:Pago": ["pago20:DoctoRelacionado", "pago20:ImpuestosP"],
  "pago20:DoctoRelacionado": ["pago20:ImpuestosDR"],
  "pago20:ImpuestosDR": ["pago20:TrasladosDR"],
  "pago20:TrasladosDR": ["pago20:TrasladoDR"],
  "pago20:ImpuestosP": ["pago20:TrasladosP"],
  "pago20:TrasladosP": ["pago20:TrasladoP"],
};

/**
 * Thrown for a document with an element that ours never have, or with a value that contains "|", the separator of the
 * original string.
 */
export class UnsealableDocument extends Error {
  override name = "UnsealableDocument";
}

/** `||4.0|A|17|…||` of a CFDI 4.0, without its stamp. Throws `UnsealableDocument`. */
export function originalString(comprobante: XmlElement): string {
  checkChildren(comprobante);
  const taxes = childOf(comprobante, "cfdi:Impuestos");
  return enclose([
    ...valuesOf(comprobante, COMPROBANTE),
    ...childrenOf(comprobante, "cfdi:InformacionGlobal").flatMap((global) => valuesOf(global, GLOBAL)),
    ...childrenOf(comprobante, "cfdi:CfdiRelacionados").flatMap((related) => [
      ...valuesOf(related, "TipoRelacion"),
      ...childrenOf(related, "cfdi:CfdiRelacionado").flatMap((document) => valuesOf(document, "UUID")),
    ]),
    ...childrenOf(comprobante, "cfdi:Emisor").flatMap((issuer) => valuesOf(issuer, ISSUER)),
    ...childrenOf(comprobante, "cfdi:Receptor").flatMap((receiver) => valuesOf(receiver, RECEIVER)),
    ...childrenOf(childOf(comprobante, "cfdi:Conceptos"), "cfdi:Concepto").flatMap((concept) => [
      ...valuesOf(concept, CONCEPT),
      ...transferredTaxValues(childOf(concept, "cfdi:Impuestos")),
    ]),
    ...transferredTaxValues(taxes),
    ...(taxes ? valuesOf(taxes, "TotalImpuestosTrasladados?") : []),
    ...childrenOf(comprobante, "cfdi:Complemento").flatMap((complement) =>
      childrenOf(complement, "pago20:Pagos").flatMap(paymentValues),
    ),
  ]);
}

/**
 * `||1.1|UUID|…||` of a `tfd:TimbreFiscalDigital` (cadenaoriginal_TFD_1_1.xslt): what the PAC seals and the PDF
 * shows.
 */
export function stampOriginalString(stamp: XmlElement): string {
  return enclose(valuesOf(stamp, STAMP));
}

function transferredTaxValues(taxes: XmlElement | undefined): string[] {
  return childrenOf(childOf(taxes, "cfdi:Traslados"), "cfdi:Traslado").flatMap((transferredTax) =>
    valuesOf(transferredTax, TRANSFERRED_TAX),
  );
}

function paymentValues(complement: XmlElement): string[] {
  return [
    ...valuesOf(complement, "Version"),
    ...childrenOf(complement, "pago20:Totales").flatMap((totals) => valuesOf(totals, PAYMENT_TOTALS)),
    ...childrenOf(complement, "pago20:Pago").flatMap((payment) => [
      ...valuesOf(payment, PAYMENT),
      ...childrenOf(payment, "pago20:DoctoRelacionado").flatMap((paidDocument) => [
        ...valuesOf(paidDocument, PAID_DOCUMENT),
        ...childrenOf(
          childOf(childOf(paidDocument, "pago20:ImpuestosDR"), "pago20:TrasladosDR"),
          "pago20:TrasladoDR",
        ).flatMap((transferredTax) => valuesOf(transferredTax, PAID_DOCUMENT_TAX)),
      ]),
      ...childrenOf(childOf(childOf(payment, "pago20:ImpuestosP"), "pago20:TrasladosP"), "pago20:TrasladoP").flatMap(
        (transferredTax) => valuesOf(transferredTax, PAYMENT_TAX),
      ),
    ]),
  ];
}

/** The values of the named attributes, in this order (see `COMPROBANTE`). */
function valuesOf({ attributes }: XmlElement, names: string): string[] {
  return names.split(" ").flatMap((name) => {
    const value = attributes[name.replace("?", "")];
    if (value?.includes("|")) throw new UnsealableDocument(`${name} has a bar`);
    return value === undefined && name.endsWith("?") ? [] : [normalizeSpace(value ?? "")];
  });
}

/** XPath's normalize-space: only XML's four whitespace characters. A non-breaking space stays. */
function normalizeSpace(text: string): string {
  return text.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
}

function enclose(values: string[]): string {
  return `||${values.join("|")}||`;
}

function checkChildren({ name, children }: XmlElement): void {
  const allowed = ALLOWED_CHILDREN[name];
  if (!allowed) return;
  for (const child of children) {
    if (!allowed.includes(child.name)) throw new UnsealableDocument(`${child.name} in ${name}`);
    checkChildren(child);
  }
}
