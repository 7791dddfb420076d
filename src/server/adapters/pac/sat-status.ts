import { centsText } from "../../../domain/micros.ts";
import type { InvoiceStanding, StampedInvoice } from "./pac.ts";
import type { NoResult, Send } from "./pac-client.ts";
import { readSoap, soapEnvelope, textOf, type SoapNode } from "./soap.ts";

/** SAT's public service, the one behind the QR of a printed invoice; needs no credentials. */
export const SAT_STATUS_URL = "https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc";
export const SAT_TEST_STATUS_URL = "https://pruebacfdiconsultaqr.cloudapp.net/ConsultaCFDIService.svc";

const NAMESPACE = "http://tempuri.org/";
const ACTION = "http://tempuri.org/IConsultaCFDIService/Consulta";

/** Asks SAT how a CFDI stands. */
export async function askSat(send: Send, url: string, of: StampedInvoice): Promise<InvoiceStanding | NoResult> {
  const { status, text, waitMs } = await send(url, {
    method: "POST",
    headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: `"${ACTION}"` },
    body: soapEnvelope(NAMESPACE, "Consulta", { expresionImpresa: printedExpression(of) }),
  });
  const result = status === 200 ? readSoap(text) : null;
  const standing = result?.name === "ConsultaResponse" ? standingOf(result) : null;
  return standing ?? { noResult: `SAT's status service answered ${status}`, waitMs };
}

/** The text of the QR: an RFC's "&" is escaped in it, once more by the message it travels in. */
function printedExpression({ issuerRfc, receiverRfc, totalCents, uuid, sealEnd }: StampedInvoice): string {
  const rfc = (text: string): string => text.replaceAll("&", "&amp;");
  return `?re=${rfc(issuerRfc)}&rr=${rfc(receiverRfc)}&tt=${centsText(totalCents)}&id=${uuid}&fe=${sealEnd}`;
}

/**
 * What `Estado` and `EstatusCancelacion` mean together (SAT, "Servicio de consulta de CFDI" 1.4); null for words that nobody
 * has told us of. PACs hand the same words on.
 */
export function standingOf(answer: SoapNode): InvoiceStanding | null {
  const state = textOf(answer, "Estado").toLowerCase();
  const cancellation = textOf(answer, "EstatusCancelacion").toLowerCase();
  if (state === "cancelado") return { standing: "cancelled" };
  if (state === "no encontrado") return { standing: "not_found" };
  if (state !== "vigente") return null;
  if (cancellation === "en proceso") return { standing: "requested" };
  if (cancellation.startsWith("solicitud rechazada")) return { standing: "rejected" };
  return { standing: "live" };
}
