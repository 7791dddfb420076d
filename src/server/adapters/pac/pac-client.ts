import { setTimeout as sleep } from "node:timers/promises";
import type { RequestInit } from "undici";
import { HttpAgent } from "../http-agent.ts";

/** Timeouts and retries of calls to a PAC. All times are in milliseconds. */
export interface Timeouts {
  connectMs: number;
  /** One call, from connecting to the last byte received. */
  callMs: number;
  /** All calls of one request, including the pauses between them. */
  allCallsMs: number;
  /** Maximum number of attempts at one request. An attempt may make several calls (Finkok, SW). */
  maxAttempts: number;
  /** The pause after the first failed attempt. It doubles after each further one. */
  pauseMs: number;
}

/**
 * All calls of one request take thirty seconds at most. The duration of the claim on an invoice depends on it
 * (`CLAIM_S`, stamp-invoice.ts).
 */
export const TIMEOUTS: Timeouts = {
  connectMs: 10_000,
  callMs: 20_000,
  allCallsMs: 30_000,
  maxAttempts: 4,
  pauseMs: 500,
};

/** An attempt without a conclusive result. */
export interface NoResult {
  /** The reason, without any of the sent data. */
  noResult: string;
  /** The delay that the PAC asked for (`Retry-After`). */
  waitMs?: number;
  /** Retrying now would change nothing: wrong credentials, or a stamp of another document. */
  isFinal?: boolean;
}

export interface WireAnswer {
  status: number;
  text: string;
  waitMs: number | undefined;
}

/** A call without an answer. The message is the reason, without any of the sent data. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** Makes one call within its timeout. Throws `NoAnswer`. */
export type Send = (url: string, init: RequestInit) => Promise<WireAnswer>;

const MAX_PAUSE_MS = 10_000;

/** The HTTP client of a PAC: its connections, timeouts and retries. */
export class PacClient {
  private readonly timeouts: Timeouts;
  private readonly agent: HttpAgent;

  constructor(timeouts: Timeouts = TIMEOUTS) {
    this.timeouts = timeouts;
    this.agent = new HttpAgent(({ Agent }) => new Agent({ connect: { timeout: timeouts.connectMs } }));
  }

  /**
   * Repeats a request until it has a result or a final failure, or until the number of attempts or the time is
   * exhausted. The request must be idempotent.
   */
  async retry<Answer extends object>(request: (send: Send) => Promise<Answer | NoResult>): Promise<Answer | NoResult> {
    const { maxAttempts, pauseMs, allCallsMs, callMs } = this.timeouts;
    const deadline = performance.now() + allCallsMs;
    for (let attempt = 1; ; attempt++) {
      const answer = await request((url, init) =>
        this.send(url, init, Math.min(callMs, deadline - performance.now())),
      ).catch(toNoResult);
      if (!("noResult" in answer) || answer.isFinal || attempt >= maxAttempts) return answer;
      const delayMs = Math.min(answer.waitMs ?? pauseMs * 2 ** (attempt - 1), MAX_PAUSE_MS);
      if (performance.now() + delayMs >= deadline) return answer;
      await sleep(delayMs);
    }
  }

  private async send(url: string, init: RequestInit, timeoutMs: number): Promise<WireAnswer> {
    const { undici, dispatcher } = await this.agent.load();
    const signal = AbortSignal.timeout(Math.max(1, Math.round(timeoutMs)));
    try {
      // A redirect could send credentials and documents to another host.
      const response = await undici.fetch(url, { ...init, signal, redirect: "error", dispatcher });
      return { status: response.status, text: await response.text(), waitMs: readRetryAfterMs(response.headers) };
    } catch (error) {
      throw new NoAnswer(reasonOf(error as Error & { cause?: { code?: string } }), { cause: error });
    }
  }
}

function toNoResult(error: unknown): NoResult {
  if (error instanceof NoAnswer) return { noResult: error.message };
  throw error;
}

function reasonOf(error: Error & { cause?: { code?: string } }): string {
  if (error.name === "TimeoutError") return "no answer in time";
  return `no answer (${error.cause?.code ?? error.name})`;
}

function readRetryAfterMs(headers: { get(name: string): string | null }): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}
