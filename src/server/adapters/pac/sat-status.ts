import { centsText } from "../../../domain/micros.ts";
import type { SatStatus, StampedInvoice } from "./pac.ts";
import type { NoResult, Send } from "./pac-client.ts";
import { readSoap, soapEnvelope, textOf, type SoapNode } from "./soap.ts";

/** SAT's public status service (SOAP). It needs no credentials. */
export const SAT_STATUS_URL = "https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc";
export const SAT_TEST_STATUS_URL = "https://pruebacfdiconsultaqr.cloudapp.net/ConsultaCFDIService.svc";

const NAMESPACE = "http://tempuri.org/";
const SOAP_ACTION = "http://tempuri.org/IConsultaCFDIService/Consulta";

/** Asks SAT for the status of a CFDI. */
export async function fetchSatStatus(send: Send, url: string, invoice: StampedInvoice): Promise<SatStatus | NoResult> {
  const { status, text, waitMs } = await send(url, {
    method: "POST",
    headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: `"${SOAP_ACTION}"` },
    body: soapEnvelope(NAMESPACE, "Consulta", { expresionImpresa: printedExpression(invoice) }),
  });
  const result = status === 200 ? readSoap(text) : null;
  const satStatus = result?.name === "ConsultaResponse" ? parseSatStatus(result) : null;
  return satStatus ?? { noResult: `SAT's status service answered ${status}`, waitMs };
}

/**
 * SAT's "expresión impresa": the data of the QR code of a printed invoice, in another format. An "&" in an RFC is
 * escaped here, and once more in the SOAP message.
 */
function printedExpression({ issuerRfc, receiverRfc, totalCents, uuid, sealEnd }: StampedInvoice): string {
  const escapeRfc = (text: string): string => text.replaceAll("&", "&amp;");
  return `?re=${escapeRfc(issuerRfc)}&rr=${escapeRfc(receiverRfc)}&tt=${centsText(totalCents)}&id=${uuid}&fe=${sealEnd}`;
}

/**
 * The status that `Estado` and `EstatusCancelacion` mean together (SAT, "Servicio de consulta de CFDI" 1.4). Null for
 * an undocumented `Estado`. If the CFDI is valid, an undocumented `EstatusCancelacion` counts as none. PACs forward the
 * same values.
 */
export function parseSatStatus(answer: SoapNode): SatStatus | null {
  const state = textOf(answer, "Estado").toLowerCase();
  const cancellation = textOf(answer, "EstatusCancelacion").toLowerCase();
  if (state === "cancelado") return { status: "cancelled" };
  if (state === "no encontrado") return { status: "not_found" };
  if (state !== "vigente") return null;
  if (cancellation === "en proceso") return { status: "requested" };
  if (cancellation.startsWith("solicitud rechazada")) return { status: "rejected" };
  return { status: "live" };
}
