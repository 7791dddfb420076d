import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";

/** How a call ended: with success, with a refusal, with a 503, or without a definite answer. */
export type Outcome = "ok" | "refused" | "unavailable" | "unknown";

export interface Answer {
  outcome: Outcome;
  status: number;
  /** Where a redirect leads. */
  location?: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each caller knows its response
  json: any;
}

export interface Call {
  body?: unknown;
  form?: Record<string, string>;
  token?: string;
  /** The idempotency key. */
  key?: string;
  headers?: Record<string, string>;
}

const TIMEOUT_MS = 15_000;

/** Calls the shop as browsers and apps do, and counts the outcomes. */
export class Client {
  readonly outcomeCounts: Record<Outcome, number> = { ok: 0, refused: 0, unavailable: 0, unknown: 0 };
  /** Answers that the shop must never send: a 5xx other than 503, or a 503 without `Retry-After`. */
  readonly forbiddenAnswers: string[] = [];
  private readonly isBalanced: boolean;
  private readonly agent = new Agent({ connectTimeout: 2_000, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

  /** `isBalanced`: calls go through a load balancer, which answers 502 or 504 if a process does not answer. */
  constructor({ isBalanced }: { isBalanced: boolean }) {
    this.isBalanced = isBalanced;
  }

  async send(origin: string, method: string, path: string, call: Call = {}): Promise<Answer> {
    const answer = await this.sendOnce(origin, method, path, call);
    this.outcomeCounts[answer.outcome]++;
    return answer;
  }

  /**
   * Repeats a call, with the same idempotency key if it has one, until it succeeds or is refused. Each attempt picks an
   * origin. Returns undefined if none of the `attempts` did.
   */
  async sendUntilAnswered(
    pickOrigin: () => string,
    method: string,
    path: string,
    call: Call,
    attempts = 8,
  ): Promise<Answer | undefined> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const answer = await this.send(pickOrigin(), method, path, call);
      if (answer.outcome === "ok" || answer.outcome === "refused") return answer;
      await sleep(Math.min(250 * 2 ** attempt, 2_000));
    }
    return undefined;
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async sendOnce(origin: string, method: string, path: string, call: Call): Promise<Answer> {
    const { body, form, token, key, headers } = call;
    try {
      const response = await request(origin + path, {
        method: method as "GET",
        dispatcher: this.agent,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(form
            ? { "content-type": "application/x-www-form-urlencoded", origin, "sec-fetch-site": "same-origin" }
            : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(key ? { "idempotency-key": key } : {}),
          ...headers,
        },
        body: form ? new URLSearchParams(form).toString() : body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.body.text();
      const { statusCode: status } = response;
      const isJson = /json/.test(String(response.headers["content-type"] ?? ""));
      const hasRetryAfter = status === 503 && response.headers["retry-after"] !== undefined;
      if (status >= 500 && !hasRetryAfter && !(this.isBalanced && (status === 502 || status === 504))) {
        this.forbiddenAnswers.push(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`);
      }
      const location = response.headers.location?.toString();
      return { outcome: outcomeOf(status), status, location, json: isJson ? JSON.parse(text) : undefined };
    } catch {
      return { outcome: "unknown", status: 0, json: undefined };
    }
  }
}

function outcomeOf(status: number): Outcome {
  if (status === 503) return "unavailable";
  if (status >= 500) return "unknown";
  return status < 400 ? "ok" : "refused";
}
