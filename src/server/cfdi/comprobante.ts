import { creditNoteUse, NO_TAX_EFFECTS_USE } from "../../domain/cfdi-uses.ts";
import type { GlobalPeriod } from "../../domain/global-period.ts";
import { taxObjectOf, type InvoiceAmounts, type ConceptAmounts } from "../../domain/invoice-amounts.ts";
import type { Receiver } from "../../domain/invoice-receiver.ts";
import type { PaymentPlan } from "../../domain/invoice-enums.ts";
import { centsText, microsText, rateText } from "../../domain/micros.ts";
import { GENERAL_PUBLIC_RFC } from "../../domain/rfc.ts";
import { NO_DUTIES_REGIME } from "../../domain/tax-regimes.ts";
import { isItemised, type Vat } from "../../domain/vat.ts";
import { xmlElement, type XmlElement } from "./xml.ts";

/** The seller as registered with SAT: upper case, without the company's legal form. */
export interface Issuer {
  rfc: string;
  name: string;
  taxRegime: string;
  /** Postal code of the shop (head office or branch) that sells. The time of issue is the local time there. */
  postalCode: string;
}

interface Heading {
  /** At most 25 characters, or null. */
  series: string | null;
  /** At most 40 characters: the shop's own sequence. */
  folio: string;
  /** `formatLocalTime` at the issuer's postal code. */
  issuedAt: string;
  issuer: Issuer;
  /** A key of `PAYMENT_FORMS`: how the customer paid. "99" for an invoice that is paid later (PPD). */
  paymentForm: string;
  /** PUE (the default): paid when it is issued. PPD: paid later, each payment with its own complement. */
  paymentPlan?: PaymentPlan;
  amounts: InvoiceAmounts;
}

export interface Ingreso extends Heading {
  receiver: Receiver;
  /**
   * UUID of the CFDI that this one replaces. This one is stamped first, then the old one is cancelled (motive 01).
   */
  replacedUuid: string | null;
  /** UUID of the deposit that this invoice of the whole sale applies. */
  depositUuid?: string | null;
}

export interface Egreso extends Heading {
  receiver: Receiver;
  /** Money refunded without returned goods, goods that were returned, or a deposit that the invoice applies. */
  reason: "creditNote" | "return" | "depositApplied";
  /** UUID of the invoice that it credits, or of the invoice of the whole sale. */
  invoiceUuid: string;
}

export interface GlobalIngreso extends Heading {
  period: Pick<GlobalPeriod, "periodicity" | "months" | "year">;
  /** UUID of the global invoice that it replaces. */
  replacedUuid: string | null;
}

export const CFDI_SCHEMA = "http://www.sat.gob.mx/cfd/4 http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd";
const RELATIONS = { creditNote: "01", return: "03", substitution: "04", depositApplied: "07" } as const;

/** Builds the invoice of an order or of its deposit (Comprobante I), ready to be sealed. */
export function buildIngreso(ingreso: Ingreso): XmlElement {
  return buildComprobante("I", ingreso, [
    ...(ingreso.replacedUuid === null ? [] : [relatedDocumentsElement("substitution", ingreso.replacedUuid)]),
    ...(ingreso.depositUuid ? [relatedDocumentsElement("depositApplied", ingreso.depositUuid)] : []),
    issuerElement(ingreso.issuer),
    receiverElement(ingreso.receiver),
  ]);
}

/**
 * Builds a credit note or the egreso that applies a deposit (Comprobante E), ready to be sealed. Its `UsoCFDI` is the
 * one for credit notes, not the invoice's.
 */
export function buildEgreso(egreso: Egreso): XmlElement {
  const cfdiUse = creditNoteUse(egreso.receiver.taxRegime);
  return buildComprobante("E", egreso, [
    relatedDocumentsElement(egreso.reason, egreso.invoiceUuid),
    issuerElement(egreso.issuer),
    receiverElement({ ...egreso.receiver, cfdiUse }),
  ]);
}

/**
 * Builds one invoice for all orders of a period that have no invoice of their own. Its lines are `globalSaleLine`s.
 * Ready to be sealed.
 */
export function buildGlobal(global: GlobalIngreso): XmlElement {
  const { periodicity, months, year } = global.period;
  return buildComprobante("I", global, [
    xmlElement("cfdi:InformacionGlobal", { Periodicidad: periodicity, Meses: months, Año: year }),
    ...(global.replacedUuid === null ? [] : [relatedDocumentsElement("substitution", global.replacedUuid)]),
    issuerElement(global.issuer),
    receiverElement({
      rfc: GENERAL_PUBLIC_RFC,
      name: "PUBLICO EN GENERAL",
      postalCode: global.issuer.postalCode,
      taxRegime: NO_DUTIES_REGIME,
      cfdiUse: NO_TAX_EFFECTS_USE,
    }),
  ]);
}

/** Attributes are in the order of the XSD. `sealDocument` adds `Sello` and the certificate. */
function buildComprobante(kind: "I" | "E", heading: Heading, leadingElements: XmlElement[]): XmlElement {
  const { amounts, issuer } = heading;
  const attributes = {
    "xmlns:cfdi": "http://www.sat.gob.mx/cfd/4",
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "xsi:schemaLocation": CFDI_SCHEMA,
    Version: "4.0",
    Serie: heading.series,
    Folio: heading.folio,
    Fecha: heading.issuedAt,
    FormaPago: heading.paymentForm,
    SubTotal: centsText(amounts.subtotalCents),
    Descuento: amounts.concepts.some(({ discount }) => discount > 0n) ? centsText(amounts.discountCents) : null,
    Moneda: "MXN",
    Total: centsText(amounts.totalCents),
    TipoDeComprobante: kind,
    Exportacion: "01",
    MetodoPago: heading.paymentPlan ?? "PUE",
    LugarExpedicion: issuer.postalCode,
  };
  return xmlElement("cfdi:Comprobante", attributes, [
    ...leadingElements,
    xmlElement("cfdi:Conceptos", {}, amounts.concepts.map(conceptElement)),
    ...taxesElement(amounts),
  ]);
}

export function relatedDocumentsElement(reason: keyof typeof RELATIONS, uuid: string): XmlElement {
  return xmlElement("cfdi:CfdiRelacionados", { TipoRelacion: RELATIONS[reason] }, [
    xmlElement("cfdi:CfdiRelacionado", { UUID: uuid }),
  ]);
}

export function issuerElement(issuer: Issuer): XmlElement {
  return xmlElement("cfdi:Emisor", { Rfc: issuer.rfc, Nombre: issuer.name, RegimenFiscal: issuer.taxRegime });
}

export function receiverElement(receiver: Receiver): XmlElement {
  return xmlElement("cfdi:Receptor", {
    Rfc: receiver.rfc,
    Nombre: receiver.name,
    DomicilioFiscalReceptor: receiver.postalCode,
    ResidenciaFiscal: receiver.country ?? null,
    NumRegIdTrib: receiver.taxId ?? null,
    RegimenFiscalReceptor: receiver.taxRegime,
    UsoCFDI: receiver.cfdiUse,
  });
}

function conceptElement(concept: ConceptAmounts): XmlElement {
  const { line, unitValue, amount, discount } = concept;
  const attributes = {
    ClaveProdServ: line.keys.productKey,
    NoIdentificacion: line.identification === null ? null : toCfdiText(line.identification, 100) || null,
    Cantidad: String(line.pieces),
    ClaveUnidad: line.keys.unitKey,
    Unidad: line.keys.unitName === null ? null : toCfdiText(line.keys.unitName, 20),
    Descripcion: toCfdiText(line.description, 1000) || "Artículo",
    ValorUnitario: microsText(unitValue),
    Importe: microsText(amount),
    Descuento: discount > 0n ? microsText(discount) : null,
    ObjetoImp: taxObjectOf(concept),
  };
  const taxElements = concept.taxes
    .filter(({ vat }) => isItemised(vat))
    .map(({ vat, base, tax }) => taxElement(vat, microsText(base), microsText(tax)));
  const taxes = xmlElement("cfdi:Impuestos", {}, [xmlElement("cfdi:Traslados", {}, taxElements)]);
  return xmlElement("cfdi:Concepto", attributes, taxElements.length > 0 ? [taxes] : []);
}

/**
 * The document's taxes, one row for each rate. There is no total if all rows are exempt, and no element without rows.
 */
function taxesElement({ taxes }: InvoiceAmounts): XmlElement[] {
  const rows = taxes.filter(isItemised);
  if (rows.length === 0) return [];
  const rowsWithAmount = rows.filter(({ treatment }) => treatment !== "exempt");
  const taxCents = rowsWithAmount.reduce((sum, row) => sum + row.taxCents, 0);
  return [
    xmlElement(
      "cfdi:Impuestos",
      { TotalImpuestosTrasladados: rowsWithAmount.length > 0 ? centsText(taxCents) : null },
      [
        xmlElement(
          "cfdi:Traslados",
          {},
          rows.map((row) => taxElement(row, centsText(row.baseCents), centsText(row.taxCents))),
        ),
      ],
    ),
  ];
}

/** 002 is IVA in SAT's c_Impuesto. An exempt base has neither rate nor amount (CFDI40177). */
function taxElement({ treatment, rateBps }: Vat, base: string, tax: string): XmlElement {
  const isExempt = treatment === "exempt";
  return xmlElement("cfdi:Traslado", {
    Base: base,
    Impuesto: "002",
    TipoFactor: isExempt ? "Exento" : "Tasa",
    TasaOCuota: isExempt ? null : rateText(rateBps),
    Importe: isExempt ? null : tax,
  });
}

/**
 * Makes the shop's own text (a product's name, a SKU) valid for a CFDI: "|", which the schema rejects, invisible
 * characters and emoji become spaces, and the text is cut at the schema's limit. A name in the catalogue must not
 * block an invoice.
 */
function toCfdiText(text: string, maxLength: number): string {
  const clean = text
    .normalize("NFC")
    .replace(/[\p{C}|\uFFFC-\uFFFF\u{10000}-\u{10FFFF}]|\uFE0F/gu, " ")
    .replace(/\s+/g, " ");
  return clean.trim().slice(0, maxLength).trimEnd();
}
