import { centsText } from "../../../domain/micros.ts";
import type { Log } from "../../log.ts";
import { signedCancelRequest } from "./cancel-request.ts";
import { wrongInAnswer } from "./check-answer.ts";
import type {
  CancelAnswer,
  Cancellation,
  InvoiceStanding,
  Pac,
  SealedInvoice,
  StampAnswer,
  StampedInvoice,
} from "./pac.ts";
import { PacClient, type NoResult, type Timeouts, type Send, type WireAnswer } from "./pac-client.ts";
import { CANCEL_RECEIVED, isRefusalOfCancellation, isRefusalOfDocument, STAMPED_BEFORE } from "./refusal-codes.ts";
import { standingOf } from "./sat-status.ts";
import { find, readSoap, soapEnvelope, textOf, type SoapNode } from "./soap.ts";

export interface FinkokConfig {
  /** `https://facturacion.finkok.com`, without a slash at the end. */
  url: string;
  credentials: { user: string; password: string };
  isSandbox: boolean;
  log: Log;
  timeouts?: Timeouts;
}

type Service = "stamp" | "cancel";

/** Wrong user or password, account suspended (Finkok's wiki, "Códigos de error"). */
const CREDENTIALS = new Set(["300", "701", "702"]);

/**
 * Finkok by its SOAP 1.1 services (wiki.finkok.com; phpcfdi/finkok). It has no id of ours for an attempt: the same document is
 * known by its seal, and `stamped` hands out what a 307 may leave out.
 */
export class FinkokPac implements Pac {
  readonly key = "finkok";
  readonly isSandbox: boolean;
  private readonly config: FinkokConfig;
  private readonly line: PacClient;

  constructor(config: FinkokConfig) {
    this.config = config;
    this.isSandbox = config.isSandbox;
    this.line = new PacClient(config.timeouts);
  }

  async stamp(invoice: SealedInvoice): Promise<StampAnswer> {
    const answer = await this.line.persist((send) => this.stampOnce(send, invoice));
    if (!("noResult" in answer)) return answer;
    this.config.log.warn({ pac: this.key, attempt: invoice.attemptId, reason: answer.noResult }, "stamp unknown");
    return { outcome: "unknown", reason: answer.noResult };
  }

  async cancel(cancellation: Cancellation): Promise<CancelAnswer> {
    const request = base64(signedCancelRequest(cancellation, new Date()));
    const answer = await this.line.persist((send) => this.cancelOnce(send, request, cancellation.uuid));
    if (!("noResult" in answer)) return answer;
    this.config.log.warn({ pac: this.key, uuid: cancellation.uuid, reason: answer.noResult }, "cancellation unknown");
    return { outcome: "unknown", reason: answer.noResult };
  }

  async standing(of: StampedInvoice): Promise<InvoiceStanding> {
    const answer = await this.line.persist(async (send): Promise<InvoiceStanding | NoResult> => {
      const result = await this.call(send, "cancel", "get_sat_status", {
        taxpayer_id: of.issuerRfc,
        rtaxpayer_id: of.receiverRfc,
        uuid: of.uuid,
        total: centsText(of.totalCents),
      });
      if ("noResult" in result) return result;
      return standingOf(result) ?? { noResult: "SAT's words are unknown" };
    });
    return "noResult" in answer ? { standing: "unknown", reason: answer.noResult } : answer;
  }

  private async stampOnce(send: Send, { xml }: SealedInvoice): Promise<StampAnswer | NoResult> {
    const first = await this.call(send, "stamp", "stamp", { xml: base64(xml) });
    if ("noResult" in first) return first;
    const incident = find(first, "Incidencia");
    const code = incident ? textOf(incident, "CodigoError") : "";
    if (incident && !STAMPED_BEFORE.has(code)) return this.refusal(incident, code);
    if (textOf(first, "xml") !== "") return this.stampIn(first, code, xml);
    const kept = await this.call(send, "stamp", "stamped", { xml: base64(xml) });
    if ("noResult" in kept) return kept;
    return textOf(kept, "xml") === ""
      ? { noResult: `${code || "success"} without the stamp` }
      : this.stampIn(kept, code, xml);
  }

  private refusal(incident: SoapNode, code: string): StampAnswer | NoResult {
    if (CREDENTIALS.has(code)) return this.refusedCredentials(code);
    if (!isRefusalOfDocument(code)) return { noResult: `code ${code}` };
    const message = [textOf(incident, "MensajeIncidencia"), textOf(incident, "ExtraInfo")].filter(Boolean).join(" ");
    return { outcome: "refused", code, message };
  }

  private stampIn(result: SoapNode, code: string, sealedXml: string): StampAnswer | NoResult {
    const [xml, uuid] = [textOf(result, "xml"), textOf(result, "UUID") || null];
    const wrong = wrongInAnswer(sealedXml, { xml, uuid });
    if (wrong === null) return { outcome: "stamped", xml };
    this.config.log.error({ pac: this.key, code, wrong }, "a PAC answered with something else than what it was given");
    return { noResult: wrong };
  }

  private async cancelOnce(send: Send, xml: string, uuid: string): Promise<CancelAnswer | NoResult> {
    const result = await this.call(send, "cancel", "cancel_signature", { xml, store_pending: "false" });
    if ("noResult" in result) return result;
    const folio = find(result, "Folio");
    const isOurs = textOf(folio, "UUID").toUpperCase() === uuid.toUpperCase();
    const said = isOurs ? textOf(folio, "EstatusUUID") : "";
    const code = said || (/^(?:UUID: .* )?(\d{3})\b/.exec(textOf(result, "CodEstatus"))?.[1] ?? "");
    if (CANCEL_RECEIVED.has(code)) return { outcome: "received", receipt: textOf(result, "Acuse") };
    // "no_cancelable": what refers to it has to be cancelled first; SAT's own word is 204.
    if (code === "no_cancelable")
      return { outcome: "refused", code: "204", message: "El SAT dice que no es cancelable." };
    if (!isRefusalOfCancellation(code)) return { noResult: `code ${code}` };
    return { outcome: "refused", code, message: textOf(folio, "EstatusCancelacion") || textOf(result, "CodEstatus") };
  }

  /** One call of one service; its answer's element, or why there is none. */
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
    const result = read?.name === `${operation}Response` ? find(read, `${operation}Result`) : undefined;
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
