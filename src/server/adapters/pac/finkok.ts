import { centsText } from "../../../domain/micros.ts";
import type { Log } from "../../log.ts";
import { signCancelRequest } from "./cancel-request.ts";
import { findAnswerMismatch } from "./check-answer.ts";
import type { CancelAnswer, CancelRequest, SatStatus, Pac, SealedInvoice, StampAnswer, StampedInvoice } from "./pac.ts";
import { PacClient, type NoResult, type Timeouts, type Send, type WireAnswer } from "./pac-client.ts";
import {
  CANCEL_RECEIVED_CODES,
  isRefusalOfCancellation,
  isRefusalOfDocument,
  ALREADY_STAMPED_CODES,
} from "./refusal-codes.ts";
import { parseSatStatus } from "./sat-status.ts";
import { findNode, readSoap, soapEnvelope, textOf, type SoapNode } from "./soap.ts";

export interface FinkokConfig {
  /** `https://facturacion.finkok.com`, without a slash at the end. */
  url: string;
  credentials: { user: string; password: string };
  log: Log;
  timeouts?: Timeouts;
}

type Service = "stamp" | "cancel";

/** Codes for a wrong user or password, or a suspended account (Finkok's wiki, "Códigos de error"). */
const CREDENTIAL_ERROR_CODES = new Set(["300", "701", "702"]);

/**
 * Finkok's SOAP 1.1 services (wiki.finkok.com; phpcfdi/finkok). Finkok does not use the attempt id: it recognizes a
 * document by its seal. Its operation `stamped` returns an earlier stamp, which an answer with code 307 may lack.
 */
export class FinkokPac implements Pac {
  readonly key = "finkok";
  private readonly config: FinkokConfig;
  private readonly client: PacClient;

  constructor(config: FinkokConfig) {
    this.config = config;
    this.client = new PacClient(config.timeouts);
  }

  async stamp(invoice: SealedInvoice): Promise<StampAnswer> {
    const answer = await this.client.retry((send) => this.stampOnce(send, invoice));
    if (!("noResult" in answer)) return answer;
    this.config.log.warn({ pac: this.key, attempt: invoice.attemptId, reason: answer.noResult }, "stamp unknown");
    return { outcome: "unknown", reason: answer.noResult };
  }

  async cancel(cancellation: CancelRequest): Promise<CancelAnswer> {
    const request = toBase64(signCancelRequest(cancellation, new Date()));
    const answer = await this.client.retry((send) => this.cancelOnce(send, request, cancellation.uuid));
    if (!("noResult" in answer)) return answer;
    this.config.log.warn({ pac: this.key, uuid: cancellation.uuid, reason: answer.noResult }, "cancellation unknown");
    return { outcome: "unknown", reason: answer.noResult };
  }

  async getSatStatus(invoice: StampedInvoice): Promise<SatStatus> {
    const answer = await this.client.retry(async (send): Promise<SatStatus | NoResult> => {
      const result = await this.call(send, "cancel", "get_sat_status", {
        taxpayer_id: invoice.issuerRfc,
        rtaxpayer_id: invoice.receiverRfc,
        uuid: invoice.uuid,
        total: centsText(invoice.totalCents),
      });
      if ("noResult" in result) return result;
      return parseSatStatus(result) ?? { noResult: "unknown SAT status" };
    });
    return "noResult" in answer ? { status: "unknown", reason: answer.noResult } : answer;
  }

  private async stampOnce(send: Send, { xml }: SealedInvoice): Promise<StampAnswer | NoResult> {
    const stampResult = await this.call(send, "stamp", "stamp", { xml: toBase64(xml) });
    if ("noResult" in stampResult) return stampResult;
    const incident = findNode(stampResult, "Incidencia");
    const code = incident ? textOf(incident, "CodigoError") : "";
    if (incident && !ALREADY_STAMPED_CODES.has(code)) return this.readIncident(incident, code);
    if (textOf(stampResult, "xml") !== "") return this.checkStamp(stampResult, code, xml);
    const stampedResult = await this.call(send, "stamp", "stamped", { xml: toBase64(xml) });
    if ("noResult" in stampedResult) return stampedResult;
    return textOf(stampedResult, "xml") === ""
      ? { noResult: `${code || "success"} without the stamp` }
      : this.checkStamp(stampedResult, code, xml);
  }

  private readIncident(incident: SoapNode, code: string): StampAnswer | NoResult {
    if (CREDENTIAL_ERROR_CODES.has(code)) return this.logRefusedCredentials(code);
    if (!isRefusalOfDocument(code)) return { noResult: `code ${code}` };
    const message = [textOf(incident, "MensajeIncidencia"), textOf(incident, "ExtraInfo")].filter(Boolean).join(" ");
    return { outcome: "refused", code, message };
  }

  private checkStamp(result: SoapNode, code: string, sealedXml: string): StampAnswer | NoResult {
    const [xml, uuid] = [textOf(result, "xml"), textOf(result, "UUID") || null];
    const mismatch = findAnswerMismatch(sealedXml, { xml, uuid });
    if (mismatch === null) return { outcome: "stamped", xml };
    this.config.log.error({ pac: this.key, code, mismatch }, "a PAC's answer is not the document that was sent");
    return { noResult: mismatch };
  }

  private async cancelOnce(send: Send, xmlBase64: string, uuid: string): Promise<CancelAnswer | NoResult> {
    const result = await this.call(send, "cancel", "cancel_signature", { xml: xmlBase64, store_pending: "false" });
    if ("noResult" in result) return result;
    const folio = findNode(result, "Folio");
    const isOfThisDocument = textOf(folio, "UUID").toUpperCase() === uuid.toUpperCase();
    const status = isOfThisDocument ? textOf(folio, "EstatusUUID") : "";
    const code = status || (/^(?:UUID: .* )?(\d{3})\b/.exec(textOf(result, "CodEstatus"))?.[1] ?? "");
    if (CANCEL_RECEIVED_CODES.has(code)) return { outcome: "received", receipt: textOf(result, "Acuse") || null };
    // "no_cancelable" means that related documents must be cancelled first. SAT's code for this is 204.
    if (code === "no_cancelable")
      return { outcome: "refused", code: "204", message: "El SAT dice que no es cancelable." };
    if (!isRefusalOfCancellation(code)) return { noResult: `code ${code}` };
    return { outcome: "refused", code, message: textOf(folio, "EstatusCancelacion") || textOf(result, "CodEstatus") };
  }

  /** Calls one operation of one service. Returns the result element, or why there is none. */
  private async call(
    send: Send,
    service: Service,
    operation: string,
    { xml, ...values }: Record<string, string>,
  ): Promise<SoapNode | NoResult> {
    const { user: username, password } = this.config.credentials;
    const body = { ...(xml === undefined ? {} : { xml }), username, password, ...values };
    const wireAnswer = await send(`${this.config.url}/servicios/soap/${service}`, {
      method: "POST",
      headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: `"${operation}"` },
      body: soapEnvelope(`http://facturacion.finkok.com/${service}`, operation, body),
    });
    const soapContent = readSoap(wireAnswer.text);
    const result =
      soapContent?.name === `${operation}Response` ? findNode(soapContent, `${operation}Result`) : undefined;
    return wireAnswer.status === 200 && result ? result : noResult(wireAnswer, soapContent);
  }

  private logRefusedCredentials(code: string): NoResult {
    this.config.log.error({ pac: this.key, code }, "the PAC refuses our credentials");
    return { noResult: "credentials refused", isFinal: true };
  }
}

function noResult({ status, waitMs }: WireAnswer, soapContent: SoapNode | null): NoResult {
  const description =
    soapContent === null
      ? "no SOAP"
      : soapContent.name === "Fault"
        ? `fault ${textOf(soapContent, "faultcode")}`
        : "another answer";
  return { noResult: `HTTP ${status}, ${description}`, waitMs };
}

function toBase64(xml: string): string {
  return Buffer.from(xml).toString("base64");
}
