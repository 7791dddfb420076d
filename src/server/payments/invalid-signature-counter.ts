import type { Db } from "../db/connect.ts";
import type { Log } from "../log.ts";
import { addToTodaysCount, type DailyCountEvent } from "../system/daily-counts.ts";

const EVENT_OF_REASON: Record<string, DailyCountEvent> = {
  unsigned: "webhook_unsigned",
  signature: "webhook_invalid_signature",
  incomplete: "webhook_incomplete",
};

/** Counts are kept in memory and stored at most once a second, because an attacker may send many forged webhooks. */
const WRITE_INTERVAL_MS = 1_000;

/**
 * Counts webhooks that were refused because they have no valid signature, for staff to see. Counts that are lost with
 * the process do not matter.
 */
export class InvalidSignatureCounter {
  private readonly db: Db;
  private readonly log: Log;
  private readonly counts = new Map<DailyCountEvent, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(db: Db, log: Log) {
    this.db = db;
    this.log = log;
  }

  count(reason: string): void {
    const event = EVENT_OF_REASON[reason];
    if (!event) return;
    this.counts.set(event, (this.counts.get(event) ?? 0) + 1);
    this.timer ??= setTimeout(() => void this.write(), WRITE_INTERVAL_MS).unref();
  }

  private async write(): Promise<void> {
    this.timer = undefined;
    const countsToStore = [...this.counts];
    this.counts.clear();
    try {
      for (const [event, count] of countsToStore) await addToTodaysCount(this.db, event, count);
    } catch (error) {
      this.log.warn({ err: error }, "webhooks with an invalid signature were not counted");
    }
  }
}
