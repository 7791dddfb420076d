import { ServiceUnavailable } from "../../domain/service-unavailable.ts";

/** Thrown if the queue is full or a request waited too long. Answered as 503. */
export class QueueOverloaded extends ServiceUnavailable {
  override name = "QueueOverloaded";
}

/** Returned by `handleBatch` for a request that has to run again. It is put back at the front of the queue. */
export const RUN_AGAIN = Symbol("run again");

type BatchHandler<Input, Answer> = (inputs: readonly Input[]) => Promise<readonly (Answer | typeof RUN_AGAIN)[]>;

interface PendingRequest<Input, Answer> {
  input: Input;
  /** When the request was queued, in milliseconds of `performance.now()`. */
  queuedAt: number;
  /** Its conflict keys, since it was put into a batch. Empty before. */
  conflictKeys: readonly string[];
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface Options<Input> {
  /** A batch has only requests of one group: that of the longest waiting request. Compared by identity. */
  groupOf?: (input: Input) => unknown;
  /** Two requests that share a key never run at the same time: the second one waits for the end of the first. */
  conflictKeysOf?: (input: Input) => readonly string[];
  maxBatchSize?: number;
  maxInFlight?: number;
  /**
   * While other batches run, a batch starts only if it is full, or if all running ones have taken this long, in ms. For
   * work whose batches cost little per request and would wait for each other's locks.
   */
  slowAfterMs?: number;
  /** How long the first request waits for others, in ms, for expensive requests that are not urgent. */
  collectMs?: number;
  /**
   * A request that waited this long, in ms, is rejected instead of being answered after its caller has left. Only for
   * requests without side effects before they run.
   */
  queueTimeoutMs?: number;
  /** Whether a request that waited too long may be rejected. By default each one may. */
  canTimeOut?: (input: Input) => boolean;
  /** Whether one request of the batch may have caused this error. Then each one runs again in a batch of its own. */
  isErrorOfOneRequest?: (error: unknown) => boolean;
}

/** The timeout of requests in a queue: callers are asked to retry long before their browser gives up (15 s). */
export const QUEUE_TIMEOUT_MS = 2_500;

const DEFAULT_MAX_BATCH_SIZE = 128;
const DEFAULT_MAX_IN_FLIGHT = 2;
/** More requests than are queued at any moment of normal operation. */
const MAX_QUEUED = 5_000;

/**
 * Combines concurrent requests of the same kind into one statement: under load the round trip, the planning and the
 * fsync are the cost, not the rows. A request never joins a batch that has already started. If a batch fails, all its
 * requests fail, except after an error of one request (`isErrorOfOneRequest`).
 */
export class Batcher<Input, Answer> {
  private queue: PendingRequest<Input, Answer>[] = [];
  private inFlightCount = 0;
  /** How many of the batches in flight have taken `slowAfterMs`. */
  private slowInFlightCount = 0;
  private isScheduled = false;
  private readonly runningKeys = new Set<string>();
  private readonly handleBatch: BatchHandler<Input, Answer>;
  private readonly options: Options<Input>;

  /** `handleBatch` returns its answers in the order of the requests. */
  constructor(handleBatch: BatchHandler<Input, Answer>, options: Options<Input> = {}) {
    this.handleBatch = handleBatch;
    this.options = options;
  }

  /** Resolves with the answer to this input. */
  run(input: Input): Promise<Answer> {
    if (this.queue.length >= MAX_QUEUED) return Promise.reject(new QueueOverloaded());
    return new Promise((resolve, reject) => {
      this.queue.push({ input, queuedAt: performance.now(), conflictKeys: [], resolve, reject });
      this.schedule();
    });
  }

  /**
   * Starts a batch after the current turn of the event loop at the earliest, so that requests of one turn share a
   * batch.
   */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    const start = (): void => {
      this.isScheduled = false;
      this.rejectTimedOut();
      while (this.queue.length > 0 && this.mayStartBatch()) {
        const batch = this.takeNextBatch();
        if (batch.length === 0) return; // The whole group waits for running requests.
        void this.runBatch(batch);
      }
    };
    if (this.options.collectMs) setTimeout(start, this.options.collectMs);
    else setImmediate(start);
  }

  private rejectTimedOut(): void {
    const { queueTimeoutMs, canTimeOut } = this.options;
    if (queueTimeoutMs === undefined) return;
    const minQueuedAt = performance.now() - queueTimeoutMs;
    const isLate = ({ queuedAt, input }: PendingRequest<Input, Answer>): boolean =>
      queuedAt < minQueuedAt && (canTimeOut?.(input) ?? true);
    const timedOutRequests = this.queue.filter(isLate);
    if (timedOutRequests.length === 0) return;
    this.queue = this.queue.filter((pending) => !isLate(pending));
    for (const pending of timedOutRequests) pending.reject(new QueueOverloaded());
  }

  private mayStartBatch(): boolean {
    const { maxInFlight = DEFAULT_MAX_IN_FLIGHT, maxBatchSize = DEFAULT_MAX_BATCH_SIZE, slowAfterMs } = this.options;
    if (this.inFlightCount >= maxInFlight) return false;
    return (
      slowAfterMs === undefined || this.slowInFlightCount === this.inFlightCount || this.queue.length >= maxBatchSize
    );
  }

  private takeNextBatch(): PendingRequest<Input, Answer>[] {
    const { groupOf, conflictKeysOf, maxBatchSize = DEFAULT_MAX_BATCH_SIZE } = this.options;
    if (!groupOf && !conflictKeysOf) return this.queue.splice(0, maxBatchSize);
    const group = groupOf?.(this.queue[0]!.input);
    const batch: PendingRequest<Input, Answer>[] = [];
    const remaining: PendingRequest<Input, Answer>[] = [];
    for (const pending of this.queue) {
      const keys = conflictKeysOf?.(pending.input) ?? [];
      const fits = batch.length < maxBatchSize && groupOf?.(pending.input) === group;
      if (!fits || keys.some((key) => this.runningKeys.has(key))) remaining.push(pending);
      else {
        batch.push(pending);
        pending.conflictKeys = keys;
        for (const key of keys) this.runningKeys.add(key);
      }
    }
    this.queue = remaining;
    return batch;
  }

  private async runBatch(batch: PendingRequest<Input, Answer>[]): Promise<void> {
    this.inFlightCount++;
    const endWatch = this.watchDuration();
    try {
      const toRunAgain = await this.runOrIsolate(batch);
      // Not in one expression with the await: another batch may have replaced the queue meanwhile.
      this.queue.unshift(...toRunAgain);
    } finally {
      endWatch();
      this.inFlightCount--;
      for (const { conflictKeys } of batch) for (const key of conflictKeys) this.runningKeys.delete(key);
      if (this.queue.length > 0) this.schedule();
    }
  }

  /** Counts the batch as slow once it has taken `slowAfterMs`, until the returned function is called. */
  private watchDuration(): () => void {
    if (this.options.slowAfterMs === undefined) return () => {};
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.slowInFlightCount++;
      if (this.queue.length > 0) this.schedule();
    }, this.options.slowAfterMs);
    return () => {
      clearTimeout(timer);
      if (isSlow) this.slowInFlightCount--;
    };
  }

  /** Answers the requests and returns those to run again. */
  private async runOrIsolate(batch: PendingRequest<Input, Answer>[]): Promise<PendingRequest<Input, Answer>[]> {
    try {
      return await this.answerRequests(batch);
    } catch (error) {
      if (!this.options.isErrorOfOneRequest?.(error)) {
        for (const { reject } of batch) reject(error);
        return [];
      }
    }
    const toRunAgain: PendingRequest<Input, Answer>[] = [];
    for (const pending of batch) {
      try {
        toRunAgain.push(...(await this.answerRequests([pending])));
      } catch (error) {
        pending.reject(error);
      }
    }
    return toRunAgain;
  }

  private async answerRequests(batch: PendingRequest<Input, Answer>[]): Promise<PendingRequest<Input, Answer>[]> {
    const answers = await this.handleBatch(batch.map(({ input }) => input));
    const toRunAgain: PendingRequest<Input, Answer>[] = [];
    for (const [index, pending] of batch.entries()) {
      const answer = answers[index]!;
      if (answer === RUN_AGAIN) toRunAgain.push(pending);
      else pending.resolve(answer);
    }
    return toRunAgain;
  }
}
