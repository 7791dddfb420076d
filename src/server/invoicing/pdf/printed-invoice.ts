import { amountInWords } from "../../../domain/amount-words.ts";
import { findCountry } from "../../../domain/countries.ts";
import { hasNoLegalValue, verificationUrlOf, type StampedDocument } from "../../cfdi/stamp.ts";
import { childOf, childrenOf, type XmlElement } from "../../cfdi/xml.ts";
import { DEPOSIT_APPLICATION_PAYMENT_FORM, DEPOSIT_DESCRIPTION } from "../deposit-constants.ts";
import { printedAmount, printedTime } from "./printed-values.ts";
import { paymentNotes, sumOfPayments } from "./printed-payment.ts";
import { paymentFormText, taxRegimeText, satText, cfdiUseText } from "./sat-texts.ts";

type LabelledText = [label: string, text: string];

/** The texts of the printed representation (RMF 2.7.1.7), before it is drawn. */
export interface PrintedInvoice {
  title: string;
  folio: string;
  kind: string;
  uuid: string;
  /** Stamped by the sandbox or a provider's test service. */
  hasNoLegalValue: boolean;
  issuer: string[];
  receiver: string[];
  fields: LabelledText[];
  notes: LabelledText[];
  lines: PrintedLine[];
  totals: LabelledText[];
  totalInWords: string;
  paymentFields: LabelledText[];
  qrUrl: string;
  seals: LabelledText[];
}

export interface PrintedLine {
  key: string;
  description: string;
  /** Its identification in the shop, and its taxes. */
  details: string;
  pieces: string;
  unit: string;
  unitValue: string;
  discount: string;
  amount: string;
}

/** The texts of a stamped document. Everything is read from the XML, so that the PDF cannot differ from it. */
export function toPrintedInvoice(document: StampedDocument): PrintedInvoice {
  const { comprobante, stamp } = document;
  const attributeOf = (name: string): string => comprobante.attributes[name] ?? "";
  const period = childOf(comprobante, "cfdi:InformacionGlobal");
  return {
    title: titleOf(comprobante),
    folio: [attributeOf("Serie"), attributeOf("Folio")].filter(Boolean).join("-"),
    kind: satText("kind", attributeOf("TipoDeComprobante")),
    uuid: stamp.uuid,
    hasNoLegalValue: hasNoLegalValue(stamp),
    issuer: issuerLines(comprobante),
    receiver: receiverLines(comprobante),
    fields: [
      ["Fecha y hora de emisión", printedTime(attributeOf("Fecha"))],
      ["Fecha y hora de certificación", printedTime(stamp.stampedAt)],
      ["Lugar de expedición", `C.P. ${attributeOf("LugarExpedicion")}`],
      ["No. de serie del certificado del emisor", attributeOf("NoCertificado")],
      ["No. de serie del certificado del SAT", stamp.satCertificateNumber],
      ["RFC del proveedor de certificación", stamp.providerRfc],
    ],
    notes: [
      ...periodNote(period),
      ...relationNotes(comprobante),
      ...paymentNotes(comprobante),
      ...(stamp.notice ? [["Leyenda", stamp.notice] as LabelledText] : []),
    ],
    lines: childrenOf(childOf(comprobante, "cfdi:Conceptos"), "cfdi:Concepto").map(toPrintedLine),
    totals: totalsOf(comprobante),
    totalInWords: amountInWords(Math.round(Number(sumOfPayments(comprobante) ?? attributeOf("Total")) * 100)),
    paymentFields: [
      // A payment complement has its payment form in the complement node, not in the document's attributes.
      ...(attributeOf("FormaPago")
        ? ([
            ["Forma de pago", paymentFormText(attributeOf("FormaPago"))],
            ["Método de pago", satText("paymentPlan", attributeOf("MetodoPago"))],
          ] satisfies LabelledText[])
        : []),
      ["Moneda", satText("currency", attributeOf("Moneda"))],
      ["Exportación", satText("export", attributeOf("Exportacion"))],
    ],
    qrUrl: verificationUrlOf(document),
    seals: [
      ["Sello digital del CFDI", stamp.documentSeal],
      ["Sello digital del SAT", stamp.satSeal],
      ["Cadena original del complemento de certificación digital del SAT", stamp.originalString],
    ],
  };
}

function titleOf(comprobante: XmlElement): string {
  const kind = comprobante.attributes.TipoDeComprobante;
  if (kind === "P") return "Complemento de pago";
  const appliesDeposit = comprobante.attributes.FormaPago === DEPOSIT_APPLICATION_PAYMENT_FORM;
  if (kind === "E") return appliesDeposit ? "Aplicación de anticipo" : "Nota de crédito";
  if (childOf(comprobante, "cfdi:InformacionGlobal")) return "Factura global";
  const [concept] = childrenOf(childOf(comprobante, "cfdi:Conceptos"), "cfdi:Concepto");
  return concept?.attributes.Descripcion === DEPOSIT_DESCRIPTION ? "Factura de anticipo" : "Factura";
}

function issuerLines(comprobante: XmlElement): string[] {
  const { Rfc = "", Nombre = "", RegimenFiscal = "" } = childOf(comprobante, "cfdi:Emisor")?.attributes ?? {};
  return [Nombre, `RFC ${Rfc}`, `Régimen fiscal ${taxRegimeText(RegimenFiscal)}`];
}

function receiverLines(comprobante: XmlElement): string[] {
  const attributes = childOf(comprobante, "cfdi:Receptor")?.attributes ?? {};
  return [
    attributes.Nombre ?? "",
    `RFC ${attributes.Rfc ?? ""}`,
    ...residenceLines(attributes),
    `Domicilio fiscal C.P. ${attributes.DomicilioFiscalReceptor ?? ""}`,
    `Régimen fiscal ${taxRegimeText(attributes.RegimenFiscalReceptor ?? "")}`,
    `Uso del CFDI ${cfdiUseText(attributes.UsoCFDI ?? "")}`,
  ];
}

/** The tax residence of a receiver who lives abroad. Empty for others. */
function residenceLines({ ResidenciaFiscal: code, NumRegIdTrib: taxId }: XmlElement["attributes"]): string[] {
  if (!code) return [];
  return [
    `Residencia fiscal ${code} ${findCountry(code)?.name ?? ""}`.trimEnd(),
    ...(taxId ? [`Identificación fiscal ${taxId}`] : []),
  ];
}

function periodNote(period: XmlElement | undefined): LabelledText[] {
  if (!period) return [];
  const { Periodicidad = "", Meses = "", Año = "" } = period.attributes;
  return [["Información global", `${satText("periodicity", Periodicidad)} · ${satText("months", Meses)} · ${Año}`]];
}

function relationNotes(comprobante: XmlElement): LabelledText[] {
  return childrenOf(comprobante, "cfdi:CfdiRelacionados").map((related) => {
    const uuids = childrenOf(related, "cfdi:CfdiRelacionado").map(({ attributes }) => attributes.UUID ?? "");
    return ["CFDI relacionados", `${satText("relation", related.attributes.TipoRelacion ?? "")}: ${uuids.join(", ")}`];
  });
}

function toPrintedLine(concept: XmlElement): PrintedLine {
  const { attributes } = concept;
  const taxElements = childrenOf(childOf(childOf(concept, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");
  return {
    key: attributes.ClaveProdServ ?? "",
    description: attributes.Descripcion ?? "",
    details: [
      ...(attributes.NoIdentificacion ? [`No. de identificación ${attributes.NoIdentificacion}`] : []),
      satText("taxObject", attributes.ObjetoImp ?? ""),
      ...taxElements.map(({ attributes: tax }) => {
        const amount = isExempt(tax) ? "" : `, importe ${printedAmount(tax.Importe)}`;
        return `${taxName(tax)}: base ${printedAmount(tax.Base)}${amount}`;
      }),
    ].join(" · "),
    pieces: attributes.Cantidad ?? "",
    unit: [attributes.ClaveUnidad, attributes.Unidad].filter(Boolean).join(" "),
    unitValue: printedAmount(attributes.ValorUnitario),
    discount: attributes.Descuento ? printedAmount(attributes.Descuento) : "",
    amount: printedAmount(attributes.Importe),
  };
}

function totalsOf(comprobante: XmlElement): LabelledText[] {
  const paidAmount = sumOfPayments(comprobante);
  if (paidAmount !== undefined) return [["Pago recibido", printedAmount(paidAmount)]];
  const { SubTotal, Descuento, Total } = comprobante.attributes;
  const taxElements = childrenOf(childOf(childOf(comprobante, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");
  return [
    ["Subtotal", printedAmount(SubTotal)],
    ...(Descuento ? [["Descuento", `-${printedAmount(Descuento)}`] as LabelledText] : []),
    ...taxElements.flatMap(({ attributes: tax }): LabelledText[] => {
      const amount: LabelledText = [taxName(tax), printedAmount(tax.Importe)];
      // With one rate for all lines, the base is the subtotal less the discount and need not be shown.
      if (taxElements.length === 1 && !isExempt(tax) && isAllItemised(comprobante)) return [amount];
      const base: LabelledText = [`Base ${taxName(tax)}`, printedAmount(tax.Base)];
      return isExempt(tax) ? [base] : [base, amount];
    }),
    ["Total", printedAmount(Total)],
  ];
}

function isAllItemised(comprobante: XmlElement): boolean {
  const concepts = childrenOf(childOf(comprobante, "cfdi:Conceptos"), "cfdi:Concepto");
  return concepts.every(({ attributes }) => attributes.ObjetoImp === "02");
}

function isExempt({ TipoFactor }: Record<string, string>): boolean {
  return TipoFactor === "Exento";
}

/** "002 IVA 16 % (Tasa 0.160000)" or "002 IVA Exento". The rate is also shown as it is in the XML. */
function taxName({ Impuesto = "", TipoFactor = "", TasaOCuota = "" }: Record<string, string>): string {
  if (TipoFactor === "Exento") return `${satText("tax", Impuesto)} ${TipoFactor}`;
  const percent = Number((Number(TasaOCuota) * 100).toFixed(4));
  return `${satText("tax", Impuesto)} ${percent} % (${TipoFactor} ${TasaOCuota})`;
}
