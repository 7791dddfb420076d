import { creditNoteUse, NO_EFFECTS_USE } from "../../domain/cfdi-uses.ts";
import type { GlobalPeriod } from "../../domain/global-period.ts";
import type { Amounts, ConceptAmounts } from "../../domain/invoice-amounts.ts";
import type { Receiver } from "../../domain/invoice-receiver.ts";
import { centsText, microsText, rateText } from "../../domain/micros.ts";
import { GENERIC_RFC } from "../../domain/rfc.ts";
import { NO_DUTIES_REGIME } from "../../domain/tax-regimes.ts";
import { element, type XmlElement } from "./xml.ts";

/** The seller as registered with SAT: upper case, without the company's legal form. */
export interface Issuer {
  rfc: string;
  name: string;
  taxRegime: string;
  /** Postal code of the shop or branch that sells. The time of issue is the local time there. */
  postalCode: string;
}

interface Heading {
  /** At most 25 characters, or null. */
  series: string | null;
  /** At most 40 characters: the shop's own sequence. */
  folio: string;
  /** `localTime` at the issuer's postal code. */
  issuedAt: string;
  issuer: Issuer;
  /** A key of `PAYMENT_FORMS`: how the customer paid. */
  paymentForm: string;
  amounts: Amounts;
}

export interface Ingreso extends Heading {
  receiver: Receiver;
  /**
   * UUID of the CFDI that this one replaces. This one is stamped first, then the old one is cancelled (motivo 01).
   */
  replaces: string | null;
}

export interface Egreso extends Heading {
  receiver: Receiver;
  /** Money refunded without returned goods, or goods that were returned. */
  reason: "creditNote" | "return";
  /** UUID of the invoice that it credits. */
  of: string;
}

export interface GlobalIngreso extends Heading {
  period: GlobalPeriod;
  /** UUID of the global invoice that it replaces. */
  replaces: string | null;
}

/** Attributes are in the order of the XSD. `sealDocument` adds `Sello` and the certificate. */
const SCHEMA = "http://www.sat.gob.mx/cfd/4 http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd";
const RELATIONS = { creditNote: "01", return: "03", substitution: "04" } as const;

/** Builds an invoice (Comprobante I) for a paid order, ready to be sealed. */
export function buildIngreso(ingreso: Ingreso): XmlElement {
  return comprobante("I", ingreso, [
    ...(ingreso.replaces === null ? [] : [related("substitution", ingreso.replaces)]),
    issuerElement(ingreso.issuer),
    receiverElement(ingreso.receiver),
  ]);
}

/**
 * Builds a credit note (Comprobante E), ready to be sealed. Its `UsoCFDI` is the one for credit notes, not the
 * invoice's.
 */
export function buildEgreso(egreso: Egreso): XmlElement {
  const cfdiUse = creditNoteUse(egreso.receiver.taxRegime);
  return comprobante("E", egreso, [
    related(egreso.reason, egreso.of),
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
  return comprobante("I", global, [
    element("cfdi:InformacionGlobal", { Periodicidad: periodicity, Meses: months, Año: year }),
    ...(global.replaces === null ? [] : [related("substitution", global.replaces)]),
    issuerElement(global.issuer),
    receiverElement({
      rfc: GENERIC_RFC,
      name: "PUBLICO EN GENERAL",
      postalCode: global.issuer.postalCode,
      taxRegime: NO_DUTIES_REGIME,
      cfdiUse: NO_EFFECTS_USE,
    }),
  ]);
}

function comprobante(kind: "I" | "E", heading: Heading, before: XmlElement[]): XmlElement {
  const { amounts, issuer } = heading;
  const attributes = {
    "xmlns:cfdi": "http://www.sat.gob.mx/cfd/4",
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "xsi:schemaLocation": SCHEMA,
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
    MetodoPago: "PUE", // only paid orders are invoiced
    LugarExpedicion: issuer.postalCode,
  };
  return element("cfdi:Comprobante", attributes, [
    ...before,
    element(
      "cfdi:Conceptos",
      {},
      amounts.concepts.map((concept) => conceptElement(concept, amounts.rateBps)),
    ),
    taxesElement(amounts),
  ]);
}

function related(reason: keyof typeof RELATIONS, uuid: string): XmlElement {
  return element("cfdi:CfdiRelacionados", { TipoRelacion: RELATIONS[reason] }, [
    element("cfdi:CfdiRelacionado", { UUID: uuid }),
  ]);
}

function issuerElement(issuer: Issuer): XmlElement {
  return element("cfdi:Emisor", { Rfc: issuer.rfc, Nombre: issuer.name, RegimenFiscal: issuer.taxRegime });
}

function receiverElement(receiver: Receiver): XmlElement {
  return element("cfdi:Receptor", {
    Rfc: receiver.rfc,
    Nombre: receiver.name,
    DomicilioFiscalReceptor: receiver.postalCode,
    RegimenFiscalReceptor: receiver.taxRegime,
    UsoCFDI: receiver.cfdiUse,
  });
}

function conceptElement({ line, unitValue, amount, discount, base, tax }: ConceptAmounts, rateBps: number): XmlElement {
  const attributes = {
    ClaveProdServ: line.keys.productKey,
    NoIdentificacion: line.identification === null ? null : toCfdiText(line.identification, 100) || null,
    Cantidad: String(line.pieces),
    ClaveUnidad: line.keys.unitKey,
    Unidad: toCfdiText(line.keys.unitName, 20),
    Descripcion: toCfdiText(line.description, 1000) || "Artículo",
    ValorUnitario: microsText(unitValue),
    Importe: microsText(amount),
    Descuento: discount > 0n ? microsText(discount) : null,
    ObjetoImp: "02",
  };
  const transfer = element("cfdi:Traslado", {
    Base: microsText(base),
    ...vat(rateBps),
    Importe: microsText(tax),
  });
  return element("cfdi:Concepto", attributes, [
    element("cfdi:Impuestos", {}, [element("cfdi:Traslados", {}, [transfer])]),
  ]);
}

function taxesElement({ rateBps, baseCents, taxCents }: Amounts): XmlElement {
  return element("cfdi:Impuestos", { TotalImpuestosTrasladados: centsText(taxCents) }, [
    element("cfdi:Traslados", {}, [
      element("cfdi:Traslado", { Base: centsText(baseCents), ...vat(rateBps), Importe: centsText(taxCents) }),
    ]),
  ]);
}

/** 002 is IVA in SAT's c_Impuesto. */
function vat(rateBps: number): { Impuesto: string; TipoFactor: string; TasaOCuota: string } {
  return { Impuesto: "002", TipoFactor: "Tasa", TasaOCuota: rateText(rateBps) };
}

/**
 * Makes the shop's own text (a product's name, a SKU) valid for a CFDI: invisible characters, emoji and "|", which
 * the schema rejects, become spaces, and the text is cut at the schema's limit. A name in the catalogue must not
 * block an invoice.
 */
function toCfdiText(text: string, maxLength: number): string {
  const clean = text
    .normalize("NFC")
    .replace(/[\p{C}|\uFFFC-\uFFFF\u{10000}-\u{10FFFF}]|\uFE0F/gu, " ")
    .replace(/\s+/g, " ");
  return clean.trim().slice(0, maxLength).trimEnd();
}
