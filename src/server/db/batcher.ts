import { Unavailable } from "../../domain/unavailable.ts";
/** Thrown when more ask than can be answered soon, or one waited for too long: answered as 503. */
export class QueueFull extends Unavailable {
  override name = "QueueFull";
}

interface Waiting<Asked, Answer> {
  asked: Asked;
  /** Milliseconds of `performance.now()`. */
  since: number;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface Bounds<Asked> {
  /** Two that are the same never go together; the second goes with the next. */
  sameAs?: (asked: Asked) => string;
  atOnce?: number;
  inFlight?: number;
  /** How long the first one waits for others, in ms: where a moment later is as good, and the answer dear. */
  gatherMs?: number;
  /**
   * Who waited this long, in ms, is sent away at once instead of being answered when nobody listens any more. Only where
   * nothing has been done for him yet.
   */
  queueTimeoutMs?: number;
}

/** Of whoever stands at a door: he is told to come back long before his browser gives up (15 s). */
export const QUEUE_TIMEOUT_MS = 2_500;

const AT_ONCE = 128;
const IN_FLIGHT = 2;
/** More than wait at any one moment of a shop that is well. */
const MAX_WAITING = 5_000;

/**
 * Whoever asks the same kind of thing at a moment asks in one statement: under load the round trip, its planning and
 * its fsync cost, not the rows. Work always begins after it was asked for. What fails, fails for all who went together.
 */
export class Batcher<Asked, Answer> {
  private waiting: Waiting<Asked, Answer>[] = [];
  private inFlight = 0;
  private scheduled = false;
  private readonly work: (asked: readonly Asked[]) => Promise<readonly Answer[]>;
  private readonly bounds: Bounds<Asked>;

  /** `work` answers in the order it was asked. */
  constructor(work: (asked: readonly Asked[]) => Promise<readonly Answer[]>, bounds: Bounds<Asked> = {}) {
    this.work = work;
    this.bounds = bounds;
  }

  ask(asked: Asked): Promise<Answer> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(new QueueFull());
    return new Promise((resolve, reject) => {
      this.waiting.push({ asked, since: performance.now(), resolve, reject });
      this.schedule();
    });
  }

  /** At the end of this turn of the event loop at the earliest: who came in the same turn goes together. */
  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    const go = (): void => {
      this.scheduled = false;
      this.sendAwayLate();
      while (this.inFlight < (this.bounds.inFlight ?? IN_FLIGHT) && this.waiting.length > 0) {
        void this.serve(this.takeNext());
      }
    };
    if (this.bounds.gatherMs) setTimeout(go, this.bounds.gatherMs);
    else setImmediate(go);
  }

  private sendAwayLate(): void {
    const { queueTimeoutMs } = this.bounds;
    if (queueTimeoutMs === undefined) return;
    const since = performance.now() - queueTimeoutMs;
    while (this.waiting.length > 0 && this.waiting[0]!.since < since) this.waiting.shift()!.reject(new QueueFull());
  }

  private takeNext(): Waiting<Asked, Answer>[] {
    const { sameAs, atOnce = AT_ONCE } = this.bounds;
    if (!sameAs) return this.waiting.splice(0, atOnce);
    const going = new Map<string, Waiting<Asked, Answer>>();
    const later: Waiting<Asked, Answer>[] = [];
    for (const one of this.waiting) {
      const key = sameAs(one.asked);
      if (going.size < atOnce && !going.has(key)) going.set(key, one);
      else later.push(one);
    }
    this.waiting = later;
    return [...going.values()];
  }

  private async serve(batch: Waiting<Asked, Answer>[]): Promise<void> {
    this.inFlight++;
    try {
      const answers = await this.work(batch.map(({ asked }) => asked));
      batch.forEach(({ resolve }, nth) => resolve(answers[nth]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.inFlight--;
      if (this.waiting.length > 0) this.schedule();
    }
  }
}
