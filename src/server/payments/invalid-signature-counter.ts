import type { Db } from "../db/connect.ts";
import type { Log } from "../log.ts";
import type { DailyCount } from "../db/schema.ts";
import { countToday } from "../system/daily-counts.ts";

const COUNTED: Record<string, DailyCount> = {
  unsigned: "webhook_unsigned",
  signature: "webhook_signature",
  incomplete: "webhook_incomplete",
};

/** Whoever forges news may send a flood of it: it is counted here and written down once a second. */
const WRITE_EVERY_MS = 1_000;

/** Counts news that the provider did not send, for staff to see. A count that is lost with its process is no loss. */
export class InvalidSignatureCounter {
  private readonly db: Db;
  private readonly log: Log;
  private readonly times = new Map<DailyCount, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(db: Db, log: Log) {
    this.db = db;
    this.log = log;
  }

  count(reason: string): void {
    const what = COUNTED[reason];
    if (!what) return;
    this.times.set(what, (this.times.get(what) ?? 0) + 1);
    this.timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  private async write(): Promise<void> {
    this.timer = undefined;
    const counted = [...this.times];
    this.times.clear();
    try {
      for (const [what, times] of counted) await countToday(this.db, what, times);
    } catch (error) {
      this.log.warn({ err: error }, "forged news not counted");
    }
  }
}
