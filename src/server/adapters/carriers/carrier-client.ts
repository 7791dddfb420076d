import { HttpAgent } from "../http-agent.ts";
import type { TimeoutClass } from "./carrier-provider.ts";

/** Timeouts of one call, in milliseconds. */
export interface CarrierTimeouts {
  connectMs: number;
  /** The time from connecting to the last byte, for a call that a customer waits for and for a job's call. */
  callMs: Record<TimeoutClass, number>;
}

/** A customer's quote falls back to the carrier's own price within 1.5 seconds. Interactive calls end before that. */
export const CARRIER_TIMEOUTS: CarrierTimeouts = { connectMs: 5_000, callMs: { interactive: 1_300, job: 25_000 } };

/** Larger answers are not read. The largest are labels, and pages of the list of shipments. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export interface CarrierAnswer {
  status: number;
  body: Buffer;
  /** The delay of `Retry-After`, in milliseconds. Undefined without the header, or if it has a date. */
  waitMs: number | undefined;
  /** The URL in `Location`, to which a redirect points. */
  location?: string | undefined;
}

/** A call without an answer. The message is the reason, without any of the sent data. */
export class NoCarrierAnswer extends Error {
  override name = "NoCarrierAnswer";
  /** Whether the request cannot have reached the server. */
  readonly isUnsent: boolean;
  constructor(reason: string, isUnsent: boolean, cause: unknown) {
    super(reason, { cause });
    this.isUnsent = isUnsent;
  }
}

export interface CarrierCall {
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  timeoutClass: TimeoutClass;
  /** A shorter timeout than that of the class, for one of several calls. */
  shorterTimeoutMs?: number;
  /** Whether a redirect is returned as the answer. Otherwise it is a failure. */
  returnsRedirect?: boolean;
}

/** The HTTP client of a provider of labels. It retries nothing: each caller decides what may be retried. */
export class CarrierClient {
  private readonly timeouts: CarrierTimeouts;
  private readonly agent: HttpAgent;

  constructor(timeouts: CarrierTimeouts = CARRIER_TIMEOUTS) {
    this.timeouts = timeouts;
    this.agent = new HttpAgent(
      ({ Agent }) => new Agent({ connect: { timeout: timeouts.connectMs }, maxResponseSize: MAX_ANSWER_BYTES }),
    );
  }

  /** Throws `NoCarrierAnswer`. */
  async call(url: string, { method, headers, body, ...call }: CarrierCall): Promise<CarrierAnswer> {
    const { undici, dispatcher } = await this.agent.load();
    const maxMs = this.timeouts.callMs[call.timeoutClass];
    const signal = AbortSignal.timeout(Math.max(0, Math.floor(Math.min(maxMs, call.shorterTimeoutMs ?? maxMs))));
    // A redirect could send the token and postal addresses to another host.
    const redirect = call.returnsRedirect ? "manual" : "error";
    try {
      const response = await undici.fetch(url, { method, headers, body, signal, redirect, dispatcher });
      const bytes = Buffer.from(await response.arrayBuffer());
      const waitMs = readRetryAfterMs(response.headers.get("retry-after"));
      return { status: response.status, body: bytes, waitMs, location: response.headers.get("location") ?? undefined };
    } catch (error) {
      throw toNoAnswer(error as Error & { cause?: { code?: string } });
    }
  }
}

/** Error codes of connections that were never established. */
const UNSENT_ERROR_CODES = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function toNoAnswer(error: Error & { cause?: { code?: string } }): NoCarrierAnswer {
  const code = error.cause?.code ?? error.name;
  const reason = error.name === "TimeoutError" ? "no answer in time" : `no answer (${code})`;
  return new NoCarrierAnswer(reason, UNSENT_ERROR_CODES.has(code), error);
}

function readRetryAfterMs(header: string | null): number | undefined {
  const seconds = header === null ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}
