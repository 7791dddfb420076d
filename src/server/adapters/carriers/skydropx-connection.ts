import type { z } from "zod";
import type { Log } from "../../log.ts";
import { CarrierClient, NoCarrierAnswer, type CarrierAnswer, type CarrierTimeouts } from "./carrier-client.ts";
import type { FailedOutcome, RefusedOutcome, TimeoutClass, UnknownOutcome } from "./carrier-provider.ts";
import { classifySkydropxMessage, textsOfError } from "./skydropx-errors.ts";
import { SkydropxToken } from "./skydropx-shapes.ts";
import { SkydropxRateLimiter } from "./skydropx-rate-limiter.ts";

export interface SkydropxConfig {
  /** `https://pro.skydropx.com`, without a slash at the end. */
  url: string;
  clientId: string;
  clientSecret: string;
  log: Log;
  timeouts: CarrierTimeouts;
  /** The shortest time between two requests of this process. Skydropx allows two a second. */
  spacingMs: number;
}

export interface SkydropxCall<Schema extends z.ZodType> {
  path: string;
  /** Sent as JSON with POST. Without it the call is a GET. */
  body?: object;
  schema: Schema;
  timeoutClass: TimeoutClass;
  /** When the caller stops waiting, in milliseconds of `performance.now()`. */
  deadline: number;
}

export type NoResult = (RefusedOutcome & { status?: number }) | FailedOutcome | UnknownOutcome;

/** A token is renewed this long before it expires, but not before half of its lifetime. */
const RENEW_BEFORE_MS = 5 * 60_000;

const BAD_CREDENTIALS: RefusedOutcome = { outcome: "refused", reason: "bad_credentials", message: "invalid_client" };

/** Calls the API with the token and the rate limit that all calls of one account share. */
export class SkydropxConnection {
  readonly client: CarrierClient;
  private readonly config: SkydropxConfig;
  private readonly rateLimiter: SkydropxRateLimiter;
  /** Quotations that were not complete in time, by their request's body. The next equal request continues them. */
  readonly unfinishedQuotations = new Map<string, { id: string; at: number }>();
  private token: { value: string; renewAt: number } | null = null;
  private tokenRequest: Promise<string | RefusedOutcome | FailedOutcome> | null = null;

  constructor(config: SkydropxConfig) {
    this.config = config;
    this.client = new CarrierClient(config.timeouts);
    this.rateLimiter = new SkydropxRateLimiter(config.spacingMs);
  }

  deadlineOf(timeoutClass: TimeoutClass): number {
    return performance.now() + this.config.timeouts.callMs[timeoutClass];
  }

  async call<Schema extends z.ZodType>(call: SkydropxCall<Schema>): Promise<z.output<Schema> | NoResult> {
    const token = await this.getValidToken(call);
    if (typeof token !== "string") return token;
    const firstAnswer = await this.send(call, token);
    if (isNoResult(firstAnswer)) return firstAnswer;
    if (firstAnswer.status !== 401) return readAnswer(firstAnswer, call.schema);
    // 401 means that nothing was done, because the token expired early. The call is retried once, with a new token.
    if (this.token?.value === token) this.token = null;
    const renewedToken = await this.getValidToken(call);
    if (typeof renewedToken !== "string") return renewedToken;
    const secondAnswer = await this.send(call, renewedToken);
    return isNoResult(secondAnswer) ? secondAnswer : readAnswer(secondAnswer, call.schema);
  }

  /** The token, for a request to a host of Skydropx other than the API's. */
  getTokenForOtherHost(): Promise<string | RefusedOutcome | FailedOutcome> {
    return this.getValidToken({ timeoutClass: "job", deadline: this.deadlineOf("job") });
  }

  private async send<Schema extends z.ZodType>(
    { path, body, timeoutClass, deadline }: SkydropxCall<Schema>,
    token: string,
  ): Promise<CarrierAnswer | FailedOutcome | UnknownOutcome> {
    if (!(await this.rateLimiter.acquire(timeoutClass, deadline)))
      return toFailedOutcome("the rate limit left no time");
    const headers = {
      Authorization: `Bearer ${token}`,
      Accept: "application/json",
      ...(body && { "Content-Type": "application/json" }),
    };
    const method = body ? "POST" : "GET";
    // A job's call may end after its caller's deadline, so that the answer to a purchase that was sent is not lost.
    const shorterTimeoutMs = timeoutClass === "interactive" ? deadline - performance.now() : undefined;
    try {
      return await this.client.call(this.config.url + path, {
        method,
        headers,
        body: body && JSON.stringify(body),
        timeoutClass,
        shorterTimeoutMs,
      });
    } catch (error) {
      if (!(error instanceof NoCarrierAnswer)) throw error;
      return error.isUnsent ? toFailedOutcome(error.message) : { outcome: "unknown", reason: error.message };
    }
  }

  /**
   * The stored token, or a new one. Concurrent callers share one request, which continues if some of them stop waiting.
   */
  private async getValidToken({
    timeoutClass,
    deadline,
  }: {
    timeoutClass: TimeoutClass;
    deadline: number;
  }): Promise<string | RefusedOutcome | FailedOutcome> {
    if (this.token && this.token.renewAt > Date.now()) return this.token.value;
    this.tokenRequest ??= this.requestToken(timeoutClass).finally(() => {
      this.tokenRequest = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<FailedOutcome>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, deadline - performance.now()), toFailedOutcome("no token in time"));
    });
    try {
      return await Promise.race([this.tokenRequest, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async requestToken(timeoutClass: TimeoutClass): Promise<string | RefusedOutcome | FailedOutcome> {
    const { clientId, clientSecret, url } = this.config;
    if (!(await this.rateLimiter.acquire(timeoutClass, this.deadlineOf("job"))))
      return toFailedOutcome("the rate limit left no time");
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }).toString();
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" };
    try {
      const tokenUrl = `${url}/api/v1/oauth/token`;
      const answer = await this.client.call(tokenUrl, { method: "POST", headers, body, timeoutClass: "job" });
      if ([400, 401, 403].includes(answer.status)) return BAD_CREDENTIALS;
      const tokenAnswer = treatUnknownAsFailed(readAnswer(answer, SkydropxToken));
      if (isNoResult(tokenAnswer)) return tokenAnswer;
      const lifetimeMs = tokenAnswer.expires_in * 1_000;
      const renewAt = Date.now() + Math.max(lifetimeMs / 2, lifetimeMs - RENEW_BEFORE_MS);
      this.token = { value: tokenAnswer.access_token, renewAt };
      return tokenAnswer.access_token;
    } catch (error) {
      if (error instanceof NoCarrierAnswer) return toFailedOutcome(error.message);
      throw error;
    }
  }
}

export function isNoResult(answer: unknown): answer is NoResult {
  return typeof answer === "object" && answer !== null && "outcome" in answer;
}

/** For calls that may be repeated: an unknown outcome counts as a failure. */
export function treatUnknownAsFailed<Answer>(
  answer: Answer | NoResult,
): Answer | (RefusedOutcome & { status?: number }) | FailedOutcome {
  return isNoResult(answer) && answer.outcome === "unknown" ? toFailedOutcome(answer.reason) : (answer as Answer);
}

export const toFailedOutcome = (reason: string): FailedOutcome => ({ outcome: "failed", reason });

/**
 * Statuses, besides 401, 403 and 429, that mean that nothing was done. 408 and 409 are not included, because Skydropx
 * has sold labels after a 408.
 */
const REFUSAL_STATUSES = new Set([400, 402, 404, 422]);

function readAnswer<Schema extends z.ZodType>(
  { status, body, waitMs }: CarrierAnswer,
  schema: Schema,
): z.output<Schema> | NoResult {
  if (status === 429) return { outcome: "failed", reason: "HTTP 429", ...(waitMs !== undefined && { waitMs }) };
  if (status === 401 || status === 403) return { ...BAD_CREDENTIALS, message: `HTTP ${status}`, status };
  const value = parseJson(body);
  if (REFUSAL_STATUSES.has(status) && value !== undefined) {
    const message = textsOfError(value).slice(0, 300);
    const reason = status === 402 ? "no_balance" : classifySkydropxMessage(message);
    return { outcome: "refused", reason, message, status };
  }
  const parsed = status >= 200 && status < 300 ? schema.safeParse(value) : undefined;
  return parsed?.success ? parsed.data : { outcome: "unknown", reason: `HTTP ${status}, not an answer of Skydropx` };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
