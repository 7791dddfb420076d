import { childOf, childrenOf, type XmlElement } from "../../../cfdi/xml.ts";
import { parseXml } from "../../../cfdi/parse-xml.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import type { Db } from "../../../db/connect.ts";
import { pacRefusal, type PacRefusal } from "./refusal.ts";

/**
 * Refuses a payment complement unless it pays a document that this PAC stamped: an invoice of the same issuer and
 * receiver with MetodoPago PPD, which is not cancelled, has this balance and lacks this instalment. SAT's error matrix
 * has no code for this, because PACs do not know each other's documents. The sandbox answers CRP20999, the code for
 * other errors.
 */
export async function paidDocumentRefusal(db: Db, comprobante: XmlElement): Promise<PacRefusal | null> {
  const replacedUuids = childrenOf(comprobante, "cfdi:CfdiRelacionados").flatMap((related) =>
    childrenOf(related, "cfdi:CfdiRelacionado").map(({ attributes }) => attributes.UUID!.toUpperCase()),
  );
  const documentsPaidBefore: XmlElement[] = [];
  for (const paidDocument of paidDocumentsOf(comprobante)) {
    const error = await findPaymentError(db, comprobante, {
      paidDocument,
      documentsPaidBefore,
      replacedUuids,
    });
    if (error !== null) return pacRefusal("CRP20999", error);
    documentsPaidBefore.push(paidDocument);
  }
  return null;
}

function paidDocumentsOf(comprobante: XmlElement): XmlElement[] {
  const payments = childrenOf(childOf(childOf(comprobante, "cfdi:Complemento"), "pago20:Pagos"), "pago20:Pago");
  return payments.flatMap((payment) => childrenOf(payment, "pago20:DoctoRelacionado"));
}

interface PaymentToCheck {
  paidDocument: XmlElement;
  /** The documents that the same complement pays before this one. */
  documentsPaidBefore: readonly XmlElement[];
  /** The UUIDs of the complements that this one replaces. */
  replacedUuids: readonly string[];
}

async function findPaymentError(
  db: Db,
  comprobante: XmlElement,
  { paidDocument, documentsPaidBefore, replacedUuids }: PaymentToCheck,
): Promise<string | null> {
  const { IdDocumento = "", NumParcialidad, ImpSaldoAnt } = paidDocument.attributes;
  if (!/^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/i.test(IdDocumento)) return "IdDocumento no es un UUID.";
  const invoice = await db
    .selectFrom("sandbox_pac_stamps")
    .selectAll()
    .where("uuid", "=", IdDocumento)
    .executeTakeFirst();
  if (!invoice) return "El documento pagado no existe.";
  if (invoice.state === "cancelled") return "El documento pagado está cancelado.";
  const document = parseXml(invoice.xml);
  if (isRefusal(document) || document.attributes.MetodoPago !== "PPD") return "El documento pagado no es PPD.";
  const partyRfcsOf = (cfdi: XmlElement) => [
    childOf(cfdi, "cfdi:Emisor")?.attributes.Rfc,
    childOf(cfdi, "cfdi:Receptor")?.attributes.Rfc,
  ];
  if (partyRfcsOf(document).join() !== partyRfcsOf(comprobante).join())
    return "El documento pagado es de otro emisor o receptor.";

  const earlierComplements = await db
    .selectFrom("sandbox_pac_stamps")
    .select(["uuid", "xml"])
    .where("kind", "=", "P")
    .where("state", "!=", "cancelled")
    .where("issuer_rfc", "=", invoice.issuer_rfc)
    .execute();
  const isSameInvoice = ({ attributes }: XmlElement) =>
    attributes.IdDocumento?.toUpperCase() === IdDocumento.toUpperCase();
  const otherPayments = earlierComplements
    .filter(({ uuid }) => !replacedUuids.includes(uuid.toUpperCase()))
    .map(({ xml }) => parseXml(xml))
    .flatMap((complement) => (isRefusal(complement) ? [] : paidDocumentsOf(complement)))
    .concat(documentsPaidBefore)
    .filter(isSameInvoice);
  if (otherPayments.some(({ attributes }) => attributes.NumParcialidad === NumParcialidad))
    return "Esa parcialidad ya tiene su complemento.";
  const readCents = (text: string | undefined) => Math.round(Number(text) * 100);
  const paidCents = otherPayments.reduce((sum, { attributes }) => sum + readCents(attributes.ImpPagado), 0);
  const balanceCents = readCents(document.attributes.Total) - paidCents;
  return readCents(ImpSaldoAnt) === balanceCents ? null : "ImpSaldoAnt no es el saldo del documento.";
}
