import { setTimeout as sleep } from "node:timers/promises";
import { Agent, fetch, type RequestInit } from "undici";

/** How long a PAC is waited for, in milliseconds. */
export interface Timeouts {
  connectMs: number;
  /** One call, from connecting to the last byte. */
  callMs: number;
  /** All calls of one question, the pauses between them too. */
  wholeMs: number;
  /** Calls of one question at most. */
  calls: number;
  /** Pause after the first call in vain; doubled each time. */
  pauseMs: number;
}

/** Half a minute for everything: whoever has the PAC to himself meanwhile counts on it (`ASKING_S`, stamp-invoice.ts). */
export const TIMEOUTS: Timeouts = { connectMs: 10_000, callMs: 20_000, wholeMs: 30_000, calls: 4, pauseMs: 500 };

/** A call after which nobody knows more than before. */
export interface NoResult {
  noResult: string;
  /** What the PAC asked to wait (`Retry-After`). */
  waitMs?: number;
  /** Asking again now would change nothing: wrong credentials, another document's answer. */
  isFinal?: boolean;
}

export interface WireAnswer {
  status: number;
  text: string;
  waitMs: number | undefined;
}

/** A call that came to no answer: why, without a word of what was sent. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** Makes one call, within its time. Throws `NoAnswer`. */
export type Send = (url: string, init: RequestInit) => Promise<WireAnswer>;

const MAX_WAIT_MS = 10_000;

/** The connection to a PAC: keeps its sockets, its timeouts. */
export class PacClient {
  private readonly timeouts: Timeouts;
  private readonly agent: Agent;

  constructor(timeouts: Timeouts = TIMEOUTS) {
    this.timeouts = timeouts;
    this.agent = new Agent({ connect: { timeout: timeouts.connectMs } });
  }

  /**
   * Asks the same question until there is an answer, calls or time run out. Whoever asks must be asking something that may
   * be asked twice.
   */
  async persist<Answer extends object>(ask: (send: Send) => Promise<Answer | NoResult>): Promise<Answer | NoResult> {
    const { calls, pauseMs, wholeMs, callMs } = this.timeouts;
    const end = performance.now() + wholeMs;
    for (let call = 1; ; call++) {
      const left = end - performance.now();
      const answer = await ask((url, init) => this.send(url, init, Math.min(callMs, left))).catch(toNoResult);
      if (!("noResult" in answer) || answer.isFinal || call >= calls) return answer;
      const pause = Math.min(answer.waitMs ?? pauseMs * 2 ** (call - 1), MAX_WAIT_MS);
      if (performance.now() + pause >= end) return answer;
      await sleep(pause);
    }
  }

  private async send(url: string, init: RequestInit, withinMs: number): Promise<WireAnswer> {
    const signal = AbortSignal.timeout(Math.max(1, Math.round(withinMs)));
    try {
      // A redirect would take credentials and documents to where nobody sent them.
      const response = await fetch(url, { ...init, signal, redirect: "error", dispatcher: this.agent });
      return { status: response.status, text: await response.text(), waitMs: retryAfter(response.headers) };
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

function retryAfter(headers: { get(name: string): string | null }): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}
