import { childOf, childrenOf, type XmlElement } from "../../cfdi/xml.ts";
import { printedAmount, printedTime } from "./printed-values.ts";
import { paymentFormText, satText } from "./sat-texts.ts";

type LabelledText = [label: string, text: string];

/** The sum of all payments, as in the XML. Undefined for a document without payments. */
export function sumOfPayments(comprobante: XmlElement): string | undefined {
  return childOf(complementOf(comprobante), "pago20:Totales")?.attributes.MontoTotalPagos;
}

/** The notes of a payment complement: each payment, the invoices that it pays, and their taxes. */
export function paymentNotes(comprobante: XmlElement): LabelledText[] {
  return childrenOf(complementOf(comprobante), "pago20:Pago").flatMap((payment): LabelledText[] => {
    const { FechaPago = "", FormaDePagoP = "", MonedaP = "", Monto = "" } = payment.attributes;
    return [
      [
        "Pago recibido",
        `${printedAmount(Monto)} ${MonedaP} · ${printedTime(FechaPago)} · Forma de pago ${paymentFormText(FormaDePagoP)}`,
      ],
      ...childrenOf(payment, "pago20:DoctoRelacionado").map(paidInvoiceNote),
      ...taxNotes(payment),
    ];
  });
}

function complementOf(comprobante: XmlElement): XmlElement | undefined {
  return childrenOf(comprobante, "cfdi:Complemento").flatMap((complement) => childrenOf(complement, "pago20:Pagos"))[0];
}

function paidInvoiceNote({ attributes }: XmlElement): LabelledText {
  const folio = [attributes.Serie, attributes.Folio].filter(Boolean).join("-");
  return [
    "Factura que paga",
    [
      `${folio ? `${folio} · ` : ""}${attributes.IdDocumento ?? ""}`,
      `Parcialidad ${attributes.NumParcialidad ?? ""}`,
      `Saldo anterior ${printedAmount(attributes.ImpSaldoAnt)}`,
      `Pagado ${printedAmount(attributes.ImpPagado)}`,
      `Saldo insoluto ${printedAmount(attributes.ImpSaldoInsoluto)}`,
      satText("taxObject", attributes.ObjetoImpDR ?? ""),
    ].join(" · "),
  ];
}

function taxNotes(payment: XmlElement): LabelledText[] {
  const taxElements = childrenOf(
    childOf(childOf(payment, "pago20:ImpuestosP"), "pago20:TrasladosP"),
    "pago20:TrasladoP",
  );
  return taxElements.map(({ attributes: { BaseP = "", TipoFactorP, TasaOCuotaP = "", ImporteP = "" } }) => [
    "Impuestos del pago",
    TipoFactorP === "Exento"
      ? `IVA exento: base ${printedAmount(BaseP)}`
      : `IVA ${Number(TasaOCuotaP) * 100} %: base ${printedAmount(BaseP)}, importe ${printedAmount(ImporteP)}`,
  ]);
}
