import { sql } from "kysely";
import type { Db } from "../db/connect.ts";
import { Unavailable } from "../../domain/unavailable.ts";
import { jobSql } from "../jobs/enqueue.ts";

interface Waiting {
  paymentId: string;
  /** The provider's id of this delivery: the same one twice is kept once. */
  delivery: string;
  done(): void;
  failed(error: unknown): void;
}

const MOST_AT_ONCE = 500;
/** Past this many the provider is told to come back: it does. */
const MOST_WAITING = 5_000;

/** More news than can be written down: answered with 503. */
export class WebhookInboxFull extends Unavailable {
  override name = "WebhookInboxFull";
}

/**
 * Writes the provider's news down, all that waits at a moment in one statement. One by one, a flood about one payment
 * queues up at that payment's job: 64 at a time took longer than the locks' limit.
 */
export class WebhookInbox {
  private readonly db: Db;
  private waiting: Waiting[] = [];
  private isWriting = false;

  constructor(db: Db) {
    this.db = db;
  }

  /** Resolves once it is safe, with the job that looks the payment up. */
  keep(provider: string, paymentId: string, delivery: string): Promise<void> {
    if (this.waiting.length >= MOST_WAITING) return Promise.reject(new WebhookInboxFull("too much news at once"));
    return new Promise((done, failed) => {
      this.waiting.push({ paymentId, delivery, done, failed });
      if (!this.isWriting) void this.write(provider);
    });
  }

  private async write(provider: string): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MOST_AT_ONCE);
      try {
        await storeWebhooks(this.db, provider, batch);
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.isWriting = false;
  }
}

/** In the order of payments, so that two processes never wait for each other in a ring. */
async function storeWebhooks(db: Db, provider: string, batch: readonly Waiting[]): Promise<void> {
  await sql`
    WITH kept AS (
      INSERT INTO payment_webhooks (provider, delivery, kind, resource_id)
      SELECT ${provider}, delivery, 'payment', payment_id
      FROM unnest(${batch.map(({ delivery }) => delivery)}::text[], ${batch.map(({ paymentId }) => paymentId)}::text[])
        AS told (delivery, payment_id)
      ON CONFLICT DO NOTHING RETURNING resource_id
    ), told AS MATERIALIZED (SELECT DISTINCT resource_id FROM kept ORDER BY resource_id)
    SELECT ${jobSql("process_webhook", { paymentId: sql`resource_id` }, { key: sql`${provider} || ':' || resource_id` })}
    FROM told`.execute(db);
}
