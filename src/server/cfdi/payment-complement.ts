import type { InstalmentTax, Instalment } from "../../domain/payment-instalment.ts";
import { PAYMENTS_USE } from "../../domain/cfdi-uses.ts";
import type { Receiver } from "../../domain/invoice-receiver.ts";
import { centsText, microsText, microsToCents, rateText, type Micros } from "../../domain/micros.ts";
import { compareVat, vatKey, type Vat } from "../../domain/vat.ts";
import { CFDI_SCHEMA, issuerElement, receiverElement, relatedDocumentsElement, type Issuer } from "./comprobante.ts";
import { xmlElement, type XmlElement } from "./xml.ts";

/** A payment that was received for an invoice with MetodoPago PPD. */
export interface PaymentComplement {
  series: string | null;
  folio: string;
  /** `formatLocalTime` at the issuer's postal code. */
  issuedAt: string;
  issuer: Issuer;
  receiver: Receiver;
  /** When the money arrived: `formatLocalTime` at the issuer's postal code. */
  paidAt: string;
  /** A key of `PAYMENT_FORMS`, never "99". */
  paymentForm: string;
  /** The invoice that it pays. */
  invoice: { uuid: string; series: string | null; folio: string };
  instalment: Instalment;
  /** UUID of the complement that this one replaces. */
  replacedUuid: string | null;
}

const PAYMENTS_SCHEMA = "http://www.sat.gob.mx/Pagos20 http://www.sat.gob.mx/sitio_internet/cfd/Pagos/Pagos20.xsd";

/**
 * Builds the document of one payment (Comprobante P with the payment complement 2.0), ready to be sealed. The document
 * itself has fixed values and no amounts (CRP20101 to CRP20123). Shops charge pesos, so every exchange rate is 1.
 */
export function buildPaymentComplement(payment: PaymentComplement): XmlElement {
  const attributes = {
    "xmlns:cfdi": "http://www.sat.gob.mx/cfd/4",
    "xmlns:pago20": "http://www.sat.gob.mx/Pagos20",
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "xsi:schemaLocation": `${CFDI_SCHEMA} ${PAYMENTS_SCHEMA}`,
    Version: "4.0",
    Serie: payment.series,
    Folio: payment.folio,
    Fecha: payment.issuedAt,
    SubTotal: "0",
    Moneda: "XXX",
    Total: "0",
    TipoDeComprobante: "P",
    Exportacion: "01",
    LugarExpedicion: payment.issuer.postalCode,
  };
  const concept = xmlElement("cfdi:Concepto", {
    ClaveProdServ: "84111506",
    Cantidad: "1",
    ClaveUnidad: "ACT",
    Descripcion: "Pago",
    ValorUnitario: "0",
    Importe: "0",
    ObjetoImp: "01",
  });
  return xmlElement("cfdi:Comprobante", attributes, [
    ...(payment.replacedUuid === null ? [] : [relatedDocumentsElement("substitution", payment.replacedUuid)]),
    issuerElement(payment.issuer),
    receiverElement({ ...payment.receiver, cfdiUse: PAYMENTS_USE }),
    xmlElement("cfdi:Conceptos", {}, [concept]),
    xmlElement("cfdi:Complemento", {}, [paymentsElement(payment)]),
  ]);
}

function paymentsElement({ paidAt, paymentForm, invoice, instalment }: PaymentComplement): XmlElement {
  const taxes = instalment.taxes.toSorted((a, b) => compareVat(a.vat, b.vat));
  const amount = centsText(instalment.paidCents);
  const paidDocument = xmlElement(
    "pago20:DoctoRelacionado",
    {
      IdDocumento: invoice.uuid,
      Serie: invoice.series,
      Folio: invoice.folio,
      MonedaDR: "MXN",
      EquivalenciaDR: "1",
      NumParcialidad: String(instalment.number),
      ImpSaldoAnt: centsText(instalment.balanceBeforeCents),
      ImpPagado: amount,
      ImpSaldoInsoluto: centsText(instalment.balanceAfterCents),
      ObjetoImpDR: instalment.taxObject,
    },
    transferredTaxElements("DR", taxes),
  );
  const payment = xmlElement(
    "pago20:Pago",
    { FechaPago: paidAt, FormaDePagoP: paymentForm, MonedaP: "MXN", TipoCambioP: "1", Monto: amount },
    [paidDocument, ...transferredTaxElements("P", taxes)],
  );
  return xmlElement("pago20:Pagos", { Version: "2.0" }, [totalsElement(taxes, amount), payment]);
}

/** The taxes of the paid document (`DR`) or of the payment (`P`): the same figures, as there is one document. */
function transferredTaxElements(suffix: "DR" | "P", taxes: readonly InstalmentTax[]): XmlElement[] {
  if (taxes.length === 0) return [];
  const rows = taxes.map(({ vat, base, tax }) => {
    const isExempt = vat.treatment === "exempt";
    return xmlElement(`pago20:Traslado${suffix}`, {
      [`Base${suffix}`]: microsText(base),
      [`Impuesto${suffix}`]: "002",
      [`TipoFactor${suffix}`]: isExempt ? "Exento" : "Tasa",
      [`TasaOCuota${suffix}`]: isExempt ? null : rateText(vat.rateBps),
      [`Importe${suffix}`]: isExempt ? null : microsText(tax),
    });
  });
  return [xmlElement(`pago20:Impuestos${suffix}`, {}, [xmlElement(`pago20:Traslados${suffix}`, {}, rows)])];
}

/** The totals of all payments of the document, rounded to centavos. Our documents have one payment. */
function totalsElement(taxes: readonly InstalmentTax[], amount: string): XmlElement {
  const findTax = (vat: Vat) => taxes.find((row) => vatKey(row.vat) === vatKey(vat));
  const [rate16, rate8, zero, exempt] = (
    [
      { treatment: "general", rateBps: 1600 },
      { treatment: "general", rateBps: 800 },
      { treatment: "zero", rateBps: 0 },
      { treatment: "exempt", rateBps: 0 },
    ] as const
  ).map(findTax);
  const toCentsText = (micros: Micros | undefined) => (micros === undefined ? null : centsText(microsToCents(micros)));
  return xmlElement("pago20:Totales", {
    TotalTrasladosBaseIVA16: toCentsText(rate16?.base),
    TotalTrasladosImpuestoIVA16: toCentsText(rate16?.tax),
    TotalTrasladosBaseIVA8: toCentsText(rate8?.base),
    TotalTrasladosImpuestoIVA8: toCentsText(rate8?.tax),
    TotalTrasladosBaseIVA0: toCentsText(zero?.base),
    TotalTrasladosImpuestoIVA0: toCentsText(zero?.tax),
    TotalTrasladosBaseIVAExento: toCentsText(exempt?.base),
    MontoTotalPagos: amount,
  });
}
