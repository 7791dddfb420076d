import { Unavailable } from "../../domain/unavailable.ts";
/** Thrown if the queue is full or a request waited too long. Answered as 503. */
export class QueueFull extends Unavailable {
  override name = "QueueFull";
}

interface PendingRequest<Input, Answer> {
  input: Input;
  /** When the request was queued, in milliseconds of `performance.now()`. */
  queuedAt: number;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface Bounds<Input> {
  /** Two requests with the same key are never in one batch: the second one is in the next. */
  conflictKeyOf?: (input: Input) => string;
  maxBatchSize?: number;
  inFlight?: number;
  /** How long the first request waits for others, in ms, for expensive requests that are not urgent. */
  collectMs?: number;
  /**
   * A request that waited this long, in ms, is rejected instead of being answered after its caller has left. Only for
   * requests without side effects before they run.
   */
  queueTimeoutMs?: number;
}

/** The timeout of requests in a queue: visitors are asked to retry long before their browser gives up (15 s). */
export const QUEUE_TIMEOUT_MS = 2_500;

const MAX_BATCH_SIZE = 128;
const MAX_CONCURRENT_BATCHES = 2;
/** More than are queued at any moment of normal operation. */
const MAX_QUEUED = 5_000;

/**
 * Combines concurrent requests of the same kind into one statement: under load the round trip, the planning and the
 * fsync are the cost, not the rows. A batch never starts before its requests were made. If a batch fails, all its
 * requests fail.
 */
export class Batcher<Input, Answer> {
  private queue: PendingRequest<Input, Answer>[] = [];
  private inFlight = 0;
  private scheduled = false;
  private readonly work: (input: readonly Input[]) => Promise<readonly Answer[]>;
  private readonly bounds: Bounds<Input>;

  /** `work` returns its answers in the order of the requests. */
  constructor(work: (input: readonly Input[]) => Promise<readonly Answer[]>, bounds: Bounds<Input> = {}) {
    this.work = work;
    this.bounds = bounds;
  }

  ask(input: Input): Promise<Answer> {
    if (this.queue.length >= MAX_QUEUED) return Promise.reject(new QueueFull());
    return new Promise((resolve, reject) => {
      this.queue.push({ input, queuedAt: performance.now(), resolve, reject });
      this.schedule();
    });
  }

  /**
   * Starts a batch after the current turn of the event loop at the earliest, so that requests of one turn share a
   * batch.
   */
  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    const start = (): void => {
      this.scheduled = false;
      this.rejectTimedOut();
      while (this.inFlight < (this.bounds.inFlight ?? MAX_CONCURRENT_BATCHES) && this.queue.length > 0) {
        void this.runBatch(this.takeNext());
      }
    };
    if (this.bounds.collectMs) setTimeout(start, this.bounds.collectMs);
    else setImmediate(start);
  }

  private rejectTimedOut(): void {
    const { queueTimeoutMs } = this.bounds;
    if (queueTimeoutMs === undefined) return;
    const oldestAllowed = performance.now() - queueTimeoutMs;
    while (this.queue.length > 0 && this.queue[0]!.queuedAt < oldestAllowed)
      this.queue.shift()!.reject(new QueueFull());
  }

  private takeNext(): PendingRequest<Input, Answer>[] {
    const { conflictKeyOf, maxBatchSize = MAX_BATCH_SIZE } = this.bounds;
    if (!conflictKeyOf) return this.queue.splice(0, maxBatchSize);
    const batch = new Map<string, PendingRequest<Input, Answer>>();
    const remaining: PendingRequest<Input, Answer>[] = [];
    for (const pending of this.queue) {
      const key = conflictKeyOf(pending.input);
      if (batch.size < maxBatchSize && !batch.has(key)) batch.set(key, pending);
      else remaining.push(pending);
    }
    this.queue = remaining;
    return [...batch.values()];
  }

  private async runBatch(batch: PendingRequest<Input, Answer>[]): Promise<void> {
    this.inFlight++;
    try {
      const answers = await this.work(batch.map(({ input }) => input));
      batch.forEach(({ resolve }, index) => resolve(answers[index]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.inFlight--;
      if (this.queue.length > 0) this.schedule();
    }
  }
}
