import { CATALOGUE_TAG, CDN_SECONDS, productTag } from "../../http/cdn-headers.ts";
import type { Log } from "../../log.ts";
import type { Cdn } from "./cdn.ts";

/** All times in milliseconds. */
export interface PurgeTiming {
  /** Changes within this time are purged together: in a rush every moment has one. */
  collect: number;
  /**
   * When the same tags are purged once more. An answer that was under way, in another process's response cache or read
   * from a replica may have reached the CDN after the first purge. Longer than those are old.
   */
  again: number;
}

const TIMING: PurgeTiming = { collect: 1_000, again: 7_000 };

const PRODUCT_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/**
 * Purges what a change makes wrong in the CDN. A failed purge is attempted again until the CDN's own copies have
 * expired. Nothing waits for a purge.
 */
export class CdnPurger {
  private waiting = new Set<string>();
  /** Tags to purge again, with the time of `performance.now()` when it is due. */
  private later: { at: number; tags: Set<string> }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sendsAt = 0;
  private readonly cdn: Cdn;
  private readonly log: Log;
  private readonly timing: PurgeTiming;
  private failingSince: number | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(cdn: Cdn, log: Log, timing: PurgeTiming = TIMING) {
    this.cdn = cdn;
    this.log = log;
    this.timing = timing;
  }

  /** Keys of `ProductChangeTracker`: product ids and others. */
  productsChanged(keys: Iterable<string>): void {
    this.purge([CATALOGUE_TAG, ...[...keys].filter((key) => PRODUCT_ID.test(key)).map(productTag)]);
  }

  purge(tags: Iterable<string>): void {
    for (const tag of tags) this.waiting.add(tag);
    this.schedule(this.timing.collect);
  }

  /** Purges what is waiting, once. Copies that reach the CDN later expire by themselves. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
    const tags = [...this.waiting, ...this.later.flatMap((due) => [...due.tags])];
    if (tags.length > 0) await this.cdn.purge([...new Set(tags)]).catch((error: Error) => this.warn(error));
  }

  /** Sends in this time at the latest. */
  private schedule(ms: number): void {
    const at = performance.now() + ms;
    if (this.timer && this.sendsAt <= at) return;
    clearTimeout(this.timer);
    this.sendsAt = at;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.running = this.running.then(() => this.send());
    }, Math.ceil(ms)).unref();
  }

  private async send(): Promise<void> {
    const fresh = this.waiting;
    const now = performance.now();
    const due = this.later.filter(({ at }) => at <= now);
    this.later = this.later.filter(({ at }) => at > now);
    const tags = new Set([...fresh, ...due.flatMap((one) => [...one.tags])]);
    this.waiting = new Set();
    try {
      if (tags.size > 0) await this.cdn.purge([...tags]);
      this.failingSince = undefined;
      if (fresh.size > 0) this.later.push({ at: performance.now() + this.timing.again, tags: fresh });
    } catch (error) {
      this.failingSince ??= now;
      this.warn(error as Error);
      // The copies of what has failed for longer have expired.
      if (now - this.failingSince < CDN_SECONDS * 1_000) for (const tag of tags) this.waiting.add(tag);
    }
    const [next] = this.later;
    if (this.waiting.size > 0) this.schedule(this.timing.collect);
    else if (next) this.schedule(Math.max(this.timing.collect, next.at - performance.now()));
  }

  private warn(error: Error): void {
    this.log.warn({ err: error }, "the CDN was not purged");
  }
}
