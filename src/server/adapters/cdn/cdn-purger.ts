import { CATALOGUE_TAG, MAX_COPY_AGE_SECONDS, productTag } from "../../http/cdn-headers.ts";
import type { Log } from "../../log.ts";
import type { Cdn } from "./cdn.ts";

export interface PurgeTiming {
  /** Changes within this time are purged together, because under load changes are constant. */
  collectMs: number;
  /**
   * After this time the same tags are purged again. A stale response may reach the CDN after the first purge: it was
   * being sent, was in another process's response cache, or was read from a replica. In each of these
   * cases it reaches the CDN before this time is over.
   */
  repeatMs: number;
  /** A failed purge is retried for this time after the change. Then every stale copy has expired. */
  retryMs: number;
}

const REPEAT_MS = 7_000;
const TIMING: PurgeTiming = {
  collectMs: 1_000,
  repeatMs: REPEAT_MS,
  // The last stale response may reach the CDN just before the repeated purge.
  retryMs: REPEAT_MS + MAX_COPY_AGE_SECONDS * 1_000,
};

const PRODUCT_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/**
 * Purges the responses in the CDN that a change makes stale. A failed purge is retried until the stale copies have
 * expired. Callers do not wait for a purge.
 */
export class CdnPurger {
  /**
   * Tags to purge, with the time of `performance.now()` of their newest change. For a repeated purge that failed it is
   * the time when it was due.
   */
  private pendingTags = new Map<string, number>();
  /** Tags to purge again, with the time of `performance.now()` when it is due. */
  private repeatedPurges: { at: number; tags: string[] }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private nextSendAt = 0;
  private readonly cdn: Cdn;
  private readonly log: Log;
  private readonly timing: PurgeTiming;
  private runningPurge: Promise<void> = Promise.resolve();

  constructor(cdn: Cdn, log: Log, timing: PurgeTiming = TIMING) {
    this.cdn = cdn;
    this.log = log;
    this.timing = timing;
  }

  /** Purges the catalogue and the products among these keys of `ProductChangeTracker`. */
  purgeProducts(keys: Iterable<string>): void {
    this.purge([CATALOGUE_TAG, ...[...keys].filter((key) => PRODUCT_ID.test(key)).map(productTag)]);
  }

  purge(tags: Iterable<string>): void {
    for (const tag of tags) this.pendingTags.set(tag, performance.now());
    this.schedule(this.timing.collectMs);
  }

  /** Purges all pending tags, once. Stale copies that reach the CDN afterwards expire. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.runningPurge;
    // The purge that was running may have scheduled another one.
    clearTimeout(this.timer);
    const tags = [...this.pendingTags.keys(), ...this.repeatedPurges.flatMap((repeat) => repeat.tags)];
    if (tags.length > 0) await this.cdn.purge([...new Set(tags)]).catch((error: Error) => this.warn(error));
  }

  /** Schedules a purge in at most `ms` milliseconds. */
  private schedule(ms: number): void {
    const at = performance.now() + ms;
    if (this.timer && this.nextSendAt <= at) return;
    clearTimeout(this.timer);
    this.nextSendAt = at;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.runningPurge = this.runningPurge.then(() => this.send());
    }, Math.ceil(ms)).unref();
  }

  private async send(): Promise<void> {
    const newTags = this.pendingTags;
    const now = performance.now();
    const dueRepeats = this.repeatedPurges.filter(({ at }) => at <= now);
    this.repeatedPurges = this.repeatedPurges.filter(({ at }) => at > now);
    const tags = new Map([
      ...dueRepeats.flatMap(({ at, tags: repeatedTags }) => repeatedTags.map((tag) => [tag, at] as const)),
      ...newTags,
    ]);
    this.pendingTags = new Map();
    try {
      if (tags.size > 0) await this.cdn.purge([...tags.keys()]);
      if (newTags.size > 0) {
        this.repeatedPurges.push({ at: performance.now() + this.timing.repeatMs, tags: [...newTags.keys()] });
      }
    } catch (error) {
      this.warn(error as Error);
      for (const [tag, changedAt] of tags) {
        const isExpired = performance.now() - changedAt > this.timing.retryMs;
        if (!isExpired && !this.pendingTags.has(tag)) this.pendingTags.set(tag, changedAt);
      }
    }
    const [next] = this.repeatedPurges;
    if (this.pendingTags.size > 0) this.schedule(this.timing.collectMs);
    else if (next) this.schedule(Math.max(this.timing.collectMs, next.at - performance.now()));
  }

  private warn(error: Error): void {
    this.log.warn({ err: error }, "the CDN was not purged");
  }
}
