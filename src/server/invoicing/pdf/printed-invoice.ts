import { amountInWords } from "../../../domain/amount-words.ts";
import { verificationUrlOf, type StampedDocument } from "../../cfdi/stamp.ts";
import { childOf, childrenOf, type XmlElement } from "../../cfdi/xml.ts";
import { paymentFormWord, regimeWord, satWord, useWord } from "./sat-words.ts";

type Labelled = [label: string, text: string];

/** What the printed representation says (RMF 2.7.1.7), before it is drawn: every text as it will be read. */
export interface PrintedInvoice {
  title: string;
  folio: string;
  kind: string;
  uuid: string;
  /** Stamped by a stand-in or a provider's test service. */
  isWorthless: boolean;
  issuer: string[];
  receiver: string[];
  facts: Labelled[];
  notes: Labelled[];
  lines: PrintedLine[];
  figures: Labelled[];
  words: string;
  payment: Labelled[];
  qr: string;
  seals: Labelled[];
}

export interface PrintedLine {
  key: string;
  description: string;
  /** Its number in the shop, and what it is taxed with. */
  details: string;
  pieces: string;
  unit: string;
  unitValue: string;
  discount: string;
  amount: string;
}

/** All of it from the stamped document: what the PDF shows cannot differ from what was stamped. */
export function printInvoice(document: StampedDocument): PrintedInvoice {
  const { comprobante, stamp } = document;
  const said = (name: string): string => comprobante.attributes[name] ?? "";
  const period = childOf(comprobante, "cfdi:InformacionGlobal");
  return {
    title: titleOf(said("TipoDeComprobante"), period !== undefined),
    folio: [said("Serie"), said("Folio")].filter(Boolean).join("-"),
    kind: satWord("kind", said("TipoDeComprobante")),
    uuid: stamp.uuid,
    // SAT's own certificates begin with 0000; those of its test world with 3000.
    isWorthless: /sin validez/i.test(stamp.notice ?? "") || !stamp.satCertificateNumber.startsWith("0000"),
    issuer: issuerLines(comprobante),
    receiver: receiverLines(comprobante),
    facts: [
      ["Fecha y hora de emisión", printedTime(said("Fecha"))],
      ["Fecha y hora de certificación", printedTime(stamp.stampedAt)],
      ["Lugar de expedición", `C.P. ${said("LugarExpedicion")}`],
      ["No. de serie del certificado del emisor", said("NoCertificado")],
      ["No. de serie del certificado del SAT", stamp.satCertificateNumber],
      ["RFC del proveedor de certificación", stamp.providerRfc],
    ],
    notes: [
      ...periodNote(period),
      ...relationNotes(comprobante),
      ...(stamp.notice ? [["Leyenda", stamp.notice] as Labelled] : []),
    ],
    lines: childrenOf(childOf(comprobante, "cfdi:Conceptos"), "cfdi:Concepto").map(printedLine),
    figures: figuresOf(comprobante),
    words: amountInWords(Math.round(Number(said("Total")) * 100)),
    payment: [
      ["Forma de pago", paymentFormWord(said("FormaPago"))],
      ["Método de pago", satWord("paymentMethod", said("MetodoPago"))],
      ["Moneda", satWord("currency", said("Moneda"))],
      ["Exportación", satWord("export", said("Exportacion"))],
    ],
    qr: verificationUrlOf(document),
    seals: [
      ["Sello digital del CFDI", stamp.documentSeal],
      ["Sello digital del SAT", stamp.satSeal],
      ["Cadena original del complemento de certificación digital del SAT", stamp.originalString],
    ],
  };
}

function titleOf(kind: string, isGlobal: boolean): string {
  if (kind === "E") return "Nota de crédito";
  return isGlobal ? "Factura global" : "Factura";
}

function issuerLines(comprobante: XmlElement): string[] {
  const { Rfc = "", Nombre = "", RegimenFiscal = "" } = childOf(comprobante, "cfdi:Emisor")?.attributes ?? {};
  return [Nombre, `RFC ${Rfc}`, `Régimen fiscal ${regimeWord(RegimenFiscal)}`];
}

function receiverLines(comprobante: XmlElement): string[] {
  const said = childOf(comprobante, "cfdi:Receptor")?.attributes ?? {};
  return [
    said.Nombre ?? "",
    `RFC ${said.Rfc ?? ""}`,
    `Domicilio fiscal C.P. ${said.DomicilioFiscalReceptor ?? ""}`,
    `Régimen fiscal ${regimeWord(said.RegimenFiscalReceptor ?? "")}`,
    `Uso del CFDI ${useWord(said.UsoCFDI ?? "")}`,
  ];
}

function periodNote(period: XmlElement | undefined): Labelled[] {
  if (!period) return [];
  const { Periodicidad = "", Meses = "", Año = "" } = period.attributes;
  return [["Información global", `${satWord("periodicity", Periodicidad)} · ${satWord("months", Meses)} · ${Año}`]];
}

function relationNotes(comprobante: XmlElement): Labelled[] {
  return childrenOf(comprobante, "cfdi:CfdiRelacionados").map((related) => {
    const uuids = childrenOf(related, "cfdi:CfdiRelacionado").map(({ attributes }) => attributes.UUID ?? "");
    return ["CFDI relacionados", `${satWord("relation", related.attributes.TipoRelacion ?? "")}: ${uuids.join(", ")}`];
  });
}

function printedLine(concept: XmlElement): PrintedLine {
  const said = concept.attributes;
  const transfers = childrenOf(childOf(childOf(concept, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");
  return {
    key: said.ClaveProdServ ?? "",
    description: said.Descripcion ?? "",
    details: [
      ...(said.NoIdentificacion ? [`No. de identificación ${said.NoIdentificacion}`] : []),
      satWord("taxObject", said.ObjetoImp ?? ""),
      ...transfers.map(
        ({ attributes: tax }) =>
          `${taxName(tax)}: base ${printedAmount(tax.Base)}, importe ${printedAmount(tax.Importe)}`,
      ),
    ].join(" · "),
    pieces: said.Cantidad ?? "",
    unit: [said.ClaveUnidad, said.Unidad].filter(Boolean).join(" "),
    unitValue: printedAmount(said.ValorUnitario),
    discount: said.Descuento ? printedAmount(said.Descuento) : "",
    amount: printedAmount(said.Importe),
  };
}

function figuresOf(comprobante: XmlElement): Labelled[] {
  const { SubTotal, Descuento, Total } = comprobante.attributes;
  const transfers = childrenOf(childOf(childOf(comprobante, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");
  return [
    ["Subtotal", printedAmount(SubTotal)],
    ...(Descuento ? [["Descuento", `-${printedAmount(Descuento)}`] as Labelled] : []),
    ...transfers.map(({ attributes: tax }): Labelled => [taxName(tax), printedAmount(tax.Importe)]),
    ["Total", printedAmount(Total)],
  ];
}

/** "002 IVA 16 % (Tasa 0.160000)", for people and for who compares it with the XML. */
function taxName({ Impuesto = "", TipoFactor = "", TasaOCuota = "" }: Record<string, string>): string {
  const percent = Number((Number(TasaOCuota) * 100).toFixed(4));
  return `${satWord("tax", Impuesto)} ${percent} % (${TipoFactor} ${TasaOCuota})`;
}

/** "$1,120.258621", "$10.00": as exact as it was written, without zeros that say nothing. */
export function printedAmount(decimal = "0"): string {
  const [pesos = "0", decimals = ""] = decimal.split(".");
  const kept = decimals.slice(0, 2).padEnd(2, "0") + decimals.slice(2).replace(/0+$/, "");
  return `$${pesos.replace(/\B(?=(\d{3})+$)/g, ",")}.${kept}`;
}

/** "21/11/2026 16:05:09" from "2026-11-21T16:05:09". */
function printedTime(local: string): string {
  const [day = "", time = ""] = local.split("T");
  return `${day.split("-").toReversed().join("/")} ${time}`;
}
