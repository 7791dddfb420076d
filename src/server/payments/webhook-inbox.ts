import { sql } from "kysely";
import type { Db } from "../db/connect.ts";
import { Unavailable } from "../../domain/unavailable.ts";
import { jobSql } from "../jobs/enqueue.ts";

interface PendingWebhook {
  paymentId: string;
  /** The provider's id of this delivery. A repeated delivery is stored once. */
  delivery: string;
  resolve(): void;
  reject(error: unknown): void;
}

const BATCH_SIZE = 500;
/** Above this, the provider gets an error and delivers again later. */
const MAX_PENDING = 5_000;

/** There are more webhooks than the database can store. Answered with 503. */
export class WebhookInboxFull extends Unavailable {
  override name = "WebhookInboxFull";
}

/**
 * Stores the provider's webhooks, all that are pending at a moment in one statement. With one statement per webhook, a
 * flood about one payment queues up at the lock of that payment's job: 64 at a time took longer than the lock timeout.
 */
export class WebhookInbox {
  private readonly db: Db;
  private pending: PendingWebhook[] = [];
  private isWriting = false;

  constructor(db: Db) {
    this.db = db;
  }

  /** Resolves once the webhook and the job that looks up its payment are stored. */
  add(provider: string, paymentId: string, delivery: string): Promise<void> {
    if (this.pending.length >= MAX_PENDING) return Promise.reject(new WebhookInboxFull("too many pending webhooks"));
    return new Promise((resolve, reject) => {
      this.pending.push({ paymentId, delivery, resolve, reject });
      if (!this.isWriting) void this.write(provider);
    });
  }

  private async write(provider: string): Promise<void> {
    this.isWriting = true;
    while (this.pending.length > 0) {
      const batch = this.pending.splice(0, BATCH_SIZE);
      try {
        await storeWebhooks(this.db, provider, batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isWriting = false;
  }
}

/** Sorted by payment, so that two processes cannot deadlock. */
async function storeWebhooks(db: Db, provider: string, batch: readonly PendingWebhook[]): Promise<void> {
  await sql`
    WITH stored AS (
      INSERT INTO payment_webhooks (provider, delivery, kind, resource_id)
      SELECT ${provider}, delivery, 'payment', payment_id
      FROM unnest(${batch.map(({ delivery }) => delivery)}::text[], ${batch.map(({ paymentId }) => paymentId)}::text[])
        AS received (delivery, payment_id)
      ON CONFLICT DO NOTHING RETURNING resource_id
    ), affected AS MATERIALIZED (SELECT DISTINCT resource_id FROM stored ORDER BY resource_id)
    SELECT ${jobSql("process_webhook", { paymentId: sql`resource_id` }, { key: sql`${provider} || ':' || resource_id` })}
    FROM affected`.execute(db);
}
