import type { RequestInit } from "undici";
import { z } from "zod";
import type { Log } from "../../log.ts";
import { signCancelRequest } from "./cancel-request.ts";
import { addStamp, findAnswerMismatch } from "./check-answer.ts";
import type { CancelAnswer, CancelRequest, SatStatus, Pac, SealedInvoice, StampAnswer, StampedInvoice } from "./pac.ts";
import { PacClient, type NoResult, type Timeouts, type Send, type WireAnswer } from "./pac-client.ts";
import {
  CANCEL_RECEIVED_CODES,
  isRefusalOfCancellation,
  isRefusalOfDocument,
  leadingCode,
  ALREADY_STAMPED_CODES,
  removeLeadingCode,
} from "./refusal-codes.ts";
import { fetchSatStatus } from "./sat-status.ts";

export interface SwConfig {
  /**
   * `https://services.sw.com.mx`, without a slash at the end. A function, because the sandbox's URL is known only
   * after the server listens.
   */
  url: () => string;
  /** SAT's status service. */
  satStatusUrl: () => string;
  /** A permanent token, or the user and password for requesting a token, which is then valid for two hours. */
  credentials: { token: string } | { user: string; password: string };
  log: Log;
  timeouts?: Timeouts;
}

const SwAnswer = z.object({
  status: z.string().optional(),
  message: z.string().nullish(),
  messageDetail: z.string().nullish(),
  data: z.looseObject({}).nullish(),
});
type SwAnswer = z.output<typeof SwAnswer>;
const StampData = z.object({ uuid: z.string().nullish(), tfd: z.string().nullish(), cfdi: z.string().nullish() });
const CancelData = z.object({ acuse: z.string().nullish(), uuid: z.record(z.string(), z.string()) });
/** `expires_in` is an instant, in seconds since 1970. */
const TokenData = z.object({ token: z.string().min(1), expires_in: z.number() });

/** SW's code if the `customid` was used before. The answer has the stamp of the document that was sent with it then. */
const DUPLICATE_CUSTOM_ID_CODE = "CFDI3307";

/** A token is not used in its last minute, because it could expire during the call. */
const TOKEN_MARGIN_MS = 60_000;

/** SW sapien's REST API (developers.sw.com.mx, SDK 2.3.2 of 2025-10): stamping service /v4, answers of version 4. */
export class SwPac implements Pac {
  readonly key = "sw";
  private readonly config: SwConfig;
  private readonly client: PacClient;
  private token: { text: string; renewAt: number } | null = null;

  constructor(config: SwConfig) {
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
    const xml = signCancelRequest(cancellation, new Date());
    const answer = await this.client.retry((send) => this.cancelOnce(send, xml, cancellation.uuid));
    if (!("noResult" in answer)) return answer;
    this.config.log.warn({ pac: this.key, uuid: cancellation.uuid, reason: answer.noResult }, "cancellation unknown");
    return { outcome: "unknown", reason: answer.noResult };
  }

  async getSatStatus(invoice: StampedInvoice): Promise<SatStatus> {
    const answer = await this.client.retry((send) => fetchSatStatus(send, this.config.satStatusUrl(), invoice));
    return "noResult" in answer ? { status: "unknown", reason: answer.noResult } : answer;
  }

  private async stampOnce(send: Send, { xml, attemptId }: SealedInvoice): Promise<StampAnswer | NoResult> {
    const wireAnswer = await this.post(send, "/v4/cfdi33/stamp/v4", { xml, headers: { customid: attemptId } });
    if ("noResult" in wireAnswer) return wireAnswer;
    const answer = readAnswer(wireAnswer.text);
    if (!answer) return noResult(wireAnswer, "not an answer of SW");
    const code = leadingCode(answer.message ?? "");
    const isSuccess = wireAnswer.status === 200 && answer.status === "success";
    if (isSuccess || ALREADY_STAMPED_CODES.has(code)) return this.checkStamp(answer, code, xml, wireAnswer);
    if (!isRefusalOfDocument(code)) return noResult(wireAnswer, code);
    return { outcome: "refused", code, message: messageOf(answer) };
  }

  /** Checks the stamp in an answer against the document that was sent. */
  private checkStamp(
    { data }: SwAnswer,
    code: string,
    sealedXml: string,
    wireAnswer: WireAnswer,
  ): StampAnswer | NoResult {
    const { uuid = null, tfd, cfdi } = StampData.safeParse(data).data ?? {};
    const xml = cfdi || (tfd ? addStamp(sealedXml, tfd) : null);
    if (!xml) return noResult(wireAnswer, `${code || "success"} without the stamp`);
    const mismatch = findAnswerMismatch(sealedXml, { xml, uuid });
    if (mismatch === null) return { outcome: "stamped", xml };
    this.config.log.error({ pac: this.key, code, mismatch }, "a PAC's answer is not the document that was sent");
    if (code === DUPLICATE_CUSTOM_ID_CODE && mismatch === "stamp_of_another") {
      return {
        outcome: "refused",
        code,
        message: `El PAC tiene otro documento con este identificador. ${uuid ?? ""}`.trim(),
      };
    }
    return { ...noResult(wireAnswer, mismatch), isFinal: ALREADY_STAMPED_CODES.has(code) };
  }

  private async cancelOnce(send: Send, xml: string, uuid: string): Promise<CancelAnswer | NoResult> {
    const wireAnswer = await this.post(send, "/cfdi33/cancel/xml", { xml, headers: {} });
    if ("noResult" in wireAnswer) return wireAnswer;
    const answer = readAnswer(wireAnswer.text);
    if (!answer) return noResult(wireAnswer, "not an answer of SW");
    const data = CancelData.safeParse(answer.data).data;
    const [, codeOfUuid] =
      Object.entries(data?.uuid ?? {}).find(([key]) => key.toUpperCase() === uuid.toUpperCase()) ?? [];
    const code = codeOfUuid ?? leadingCode(answer.message ?? "");
    if (CANCEL_RECEIVED_CODES.has(code)) return { outcome: "received", receipt: data?.acuse || null };
    if (!isRefusalOfCancellation(code)) return noResult(wireAnswer, code);
    return { outcome: "refused", code, message: messageOf(answer) };
  }

  /** Posts a document to one of the services. If the token has expired, a new one is requested once. */
  private async post(
    send: Send,
    path: string,
    { xml, headers }: { xml: string; headers: Record<string, string> },
  ): Promise<WireAnswer | NoResult> {
    for (const isSecondAttempt of [false, true]) {
      const token = await this.getToken(send);
      if (typeof token !== "string") return token;
      const wireAnswer = await send(
        this.config.url() + path,
        await multipartRequest(xml, { ...headers, Authorization: `Bearer ${token}` }),
      );
      if (wireAnswer.status !== 401 || isRefusalOfDocument(codeOf(wireAnswer))) return wireAnswer;
      this.token = null;
      if (isSecondAttempt || "token" in this.config.credentials) return this.logRefusedCredentials(wireAnswer);
    }
    throw new Error("unreachable");
  }

  private async getToken(send: Send): Promise<string | NoResult> {
    const { credentials } = this.config;
    if ("token" in credentials) return credentials.token;
    if (this.token && Date.now() < this.token.renewAt) return this.token.text;
    const wireAnswer = await send(`${this.config.url()}/v2/security/authenticate`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(credentials),
    });
    const issuedToken = TokenData.safeParse(readAnswer(wireAnswer.text)?.data).data;
    if (issuedToken) {
      this.token = { text: issuedToken.token, renewAt: issuedToken.expires_in * 1_000 - TOKEN_MARGIN_MS };
      return issuedToken.token;
    }
    return codeOf(wireAnswer).startsWith("AU") || wireAnswer.status === 401
      ? this.logRefusedCredentials(wireAnswer)
      : noResult(wireAnswer, "no token");
  }

  private logRefusedCredentials(wireAnswer: WireAnswer): NoResult {
    this.config.log.error(
      { pac: this.key, status: wireAnswer.status, code: codeOf(wireAnswer) },
      "the PAC refuses our credentials",
    );
    return { ...noResult(wireAnswer, "credentials refused"), isFinal: true };
  }
}

async function multipartRequest(xml: string, headers: Record<string, string>): Promise<RequestInit> {
  const { FormData } = await import("undici");
  const body = new FormData();
  body.append("xml", new Blob([xml], { type: "text/xml" }), "xml");
  return { method: "POST", headers, body };
}

function readAnswer(text: string): SwAnswer | null {
  try {
    return SwAnswer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function messageOf({ message, messageDetail }: SwAnswer): string {
  return [removeLeadingCode(message ?? ""), messageDetail].filter(Boolean).join(" ");
}

function codeOf(wireAnswer: WireAnswer): string {
  return leadingCode(readAnswer(wireAnswer.text)?.message ?? "");
}

function noResult({ status, waitMs }: WireAnswer, description: string): NoResult {
  return { noResult: `HTTP ${status}${description ? `, ${description}` : ""}`, waitMs };
}
