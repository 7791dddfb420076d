import type { z } from "zod";
import type { Log } from "../../log.ts";
import { CarrierClient, NoCarrierAnswer, type CarrierAnswer, type CarrierTimeouts } from "./carrier-client.ts";
import type { Failed, Refused, TimeoutClass, Unknown } from "./carrier-provider.ts";
import { meaningOfSkydropx, textsOfError } from "./skydropx-errors.ts";
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
  /** When its caller gives up, in milliseconds of `performance.now()`. */
  deadline: number;
}

export type NoResult = (Refused & { status?: number }) | Failed | Unknown;

/** A token is renewed so long before its end, or after half of its life if that is later. */
const RENEW_BEFORE_MS = 5 * 60_000;

const BAD_CREDENTIALS: Refused = { outcome: "refused", why: "bad_credentials", message: "invalid_client" };

/** What all calls of one account share: its token and its rate limit. */
export class SkydropxConnection {
  readonly client: CarrierClient;
  private readonly config: SkydropxConfig;
  private readonly rateLimiter: SkydropxRateLimiter;
  /** Quotations that were not complete in time, by what was asked. The next one who asks reads them. */
  readonly unfinished = new Map<string, { id: string; at: number }>();
  private token: { value: string; until: number } | null = null;
  private refresh: Promise<string | Refused | Failed> | null = null;

  constructor(config: SkydropxConfig) {
    this.config = config;
    this.client = new CarrierClient(config.timeouts);
    this.rateLimiter = new SkydropxRateLimiter(config.spacingMs);
  }

  deadlineOf(timeoutClass: TimeoutClass): number {
    return performance.now() + this.config.timeouts.callMs[timeoutClass];
  }

  async call<Schema extends z.ZodType>(call: SkydropxCall<Schema>): Promise<z.output<Schema> | NoResult> {
    const token = await this.validToken(call);
    if (typeof token !== "string") return token;
    const first = await this.send(call, token);
    if (isNoResult(first)) return first;
    if (first.status !== 401) return readAnswer(first, call.schema);
    // 401 says that nothing was done: the token ended early. Once, with a new one.
    if (this.token?.value === token) this.token = null;
    const renewed = await this.validToken(call);
    if (typeof renewed !== "string") return renewed;
    const second = await this.send(call, renewed);
    return isNoResult(second) ? second : readAnswer(second, call.schema);
  }

  /** For a host of Skydropx that wants the token, which is not one of the API's own paths. */
  readToken(): Promise<string | Refused | Failed> {
    return this.validToken({ timeoutClass: "job", deadline: this.deadlineOf("job") });
  }

  private async send<Schema extends z.ZodType>(
    { path, body, timeoutClass, deadline }: SkydropxCall<Schema>,
    token: string,
  ): Promise<CarrierAnswer | Failed | Unknown> {
    if (!(await this.rateLimiter.acquire(timeoutClass, deadline))) return failed("the rate limit left no time");
    const headers = {
      Authorization: `Bearer ${token}`,
      Accept: "application/json",
      ...(body && { "Content-Type": "application/json" }),
    };
    const method = body ? "POST" : "GET";
    // A job's call may end later than its caller's deadline: a purchase that was sent is worth waiting for.
    const withinMs = timeoutClass === "interactive" ? deadline - performance.now() : undefined;
    try {
      return await this.client.call(this.config.url + path, {
        method,
        headers,
        body: body && JSON.stringify(body),
        timeoutClass,
        withinMs,
      });
    } catch (error) {
      if (!(error instanceof NoCarrierAnswer)) throw error;
      return error.isUnsent ? failed(error.message) : { outcome: "unknown", reason: error.message };
    }
  }

  /** The stored token, or a new one. Of several that need a new one, one asks, and its answer is not lost if others give up. */
  private async validToken({
    timeoutClass,
    deadline,
  }: {
    timeoutClass: TimeoutClass;
    deadline: number;
  }): Promise<string | Refused | Failed> {
    if (this.token && this.token.until > Date.now()) return this.token.value;
    this.refresh ??= this.requestToken(timeoutClass).finally(() => {
      this.refresh = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Failed>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, deadline - performance.now()), failed("no token in time"));
    });
    try {
      return await Promise.race([this.refresh, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async requestToken(timeoutClass: TimeoutClass): Promise<string | Refused | Failed> {
    const { clientId, clientSecret, url } = this.config;
    if (!(await this.rateLimiter.acquire(timeoutClass, this.deadlineOf("job"))))
      return failed("the rate limit left no time");
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }).toString();
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" };
    try {
      const path = `${url}/api/v1/oauth/token`;
      const answer = await this.client.call(path, { method: "POST", headers, body, timeoutClass: "job" });
      if ([400, 401, 403].includes(answer.status)) return BAD_CREDENTIALS;
      const read = repeatable(readAnswer(answer, SkydropxToken));
      if (isNoResult(read)) return read;
      const lifeMs = read.expires_in * 1_000;
      const until = Date.now() + Math.max(lifeMs / 2, lifeMs - RENEW_BEFORE_MS);
      this.token = { value: read.access_token, until };
      return read.access_token;
    } catch (error) {
      if (error instanceof NoCarrierAnswer) return failed(error.message);
      throw error;
    }
  }
}

export function isNoResult(answer: unknown): answer is NoResult {
  return typeof answer === "object" && answer !== null && "outcome" in answer;
}

/** A call that may be repeated failed if nobody knows what it did. */
export function repeatable<Answer>(answer: Answer | NoResult): Answer | (Refused & { status?: number }) | Failed {
  return isNoResult(answer) && answer.outcome === "unknown" ? failed(answer.reason) : (answer as Answer);
}

export const failed = (reason: string): Failed => ({ outcome: "failed", reason });

/** Statuses that say that nothing was done. 408 and 409 are not among them: Skydropx has sold labels after a 408. */
const REFUSALS = new Set([400, 402, 404, 422]);

function readAnswer<Schema extends z.ZodType>(
  { status, body, waitMs }: CarrierAnswer,
  schema: Schema,
): z.output<Schema> | NoResult {
  if (status === 429) return { outcome: "failed", reason: "HTTP 429", ...(waitMs !== undefined && { waitMs }) };
  if (status === 401 || status === 403) return { ...BAD_CREDENTIALS, message: `HTTP ${status}`, status };
  const value = parseJson(body);
  if (REFUSALS.has(status) && value !== undefined) {
    const message = textsOfError(value).slice(0, 300);
    const why = status === 402 ? "no_balance" : meaningOfSkydropx(message);
    return { outcome: "refused", why, message, status };
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
