import { centsText } from "../../../domain/micros.ts";
import type { Log } from "../../log.ts";
import { signedCancelRequest } from "./cancel-request.ts";
import { findAnswerMismatch } from "./check-answer.ts";
import type { CancelAnswer, CancelRequest, SatStatus, Pac, SealedInvoice, StampAnswer, StampedInvoice } from "./pac.ts";
import { PacClient, type NoResult, type Timeouts, type Send, type WireAnswer } from "./pac-client.ts";
import { CANCEL_RECEIVED, isRefusalOfCancellation, isRefusalOfDocument, ALREADY_STAMPED } from "./refusal-codes.ts";
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
const CREDENTIALS = new Set(["300", "701", "702"]);

/**
 * Finkok's SOAP 1.1 services (wiki.finkok.com; phpcfdi/finkok). Finkok does not use the attempt id: it recognizes a
 * document by its seal. `stamped` returns an earlier stamp, which an answer with code 307 may lack.
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
    const request = base64(signedCancelRequest(cancellation, new Date()));
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
    const first = await this.call(send, "stamp", "stamp", { xml: base64(xml) });
    if ("noResult" in first) return first;
    const incident = findNode(first, "Incidencia");
    const code = incident ? textOf(incident, "CodigoError") : "";
    if (incident && !ALREADY_STAMPED.has(code)) return this.refusal(incident, code);
    if (textOf(first, "xml") !== "") return this.checkStamp(first, code, xml);
    const stored = await this.call(send, "stamp", "stamped", { xml: base64(xml) });
    if ("noResult" in stored) return stored;
    return textOf(stored, "xml") === ""
      ? { noResult: `${code || "success"} without the stamp` }
      : this.checkStamp(stored, code, xml);
  }

  private refusal(incident: SoapNode, code: string): StampAnswer | NoResult {
    if (CREDENTIALS.has(code)) return this.refusedCredentials(code);
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

  private async cancelOnce(send: Send, xml: string, uuid: string): Promise<CancelAnswer | NoResult> {
    const result = await this.call(send, "cancel", "cancel_signature", { xml, store_pending: "false" });
    if ("noResult" in result) return result;
    const folio = findNode(result, "Folio");
    const isOfThisDocument = textOf(folio, "UUID").toUpperCase() === uuid.toUpperCase();
    const status = isOfThisDocument ? textOf(folio, "EstatusUUID") : "";
    const code = status || (/^(?:UUID: .* )?(\d{3})\b/.exec(textOf(result, "CodEstatus"))?.[1] ?? "");
    if (CANCEL_RECEIVED.has(code)) return { outcome: "received", receipt: textOf(result, "Acuse") || null };
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
    const wire = await send(`${this.config.url}/servicios/soap/${service}`, {
      method: "POST",
      headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: `"${operation}"` },
      body: soapEnvelope(`http://facturacion.finkok.com/${service}`, operation, body),
    });
    const read = readSoap(wire.text);
    const result = read?.name === `${operation}Response` ? findNode(read, `${operation}Result`) : undefined;
    return wire.status === 200 && result ? result : noResult(wire, read);
  }

  private refusedCredentials(code: string): NoResult {
    this.config.log.error({ pac: this.key, code }, "the PAC refuses our credentials");
    return { noResult: "credentials refused", isFinal: true };
  }
}

function noResult({ status, waitMs }: WireAnswer, read: SoapNode | null): NoResult {
  const what =
    read === null ? "no SOAP" : read.name === "Fault" ? `fault ${textOf(read, "faultcode")}` : "another answer";
  return { noResult: `HTTP ${status}, ${what}`, waitMs };
}

function base64(xml: string): string {
  return Buffer.from(xml).toString("base64");
}
