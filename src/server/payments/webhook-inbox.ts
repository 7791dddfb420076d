import { sql } from "kysely";
import { Batcher } from "../db/batcher.ts";
import type { Db } from "../db/connect.ts";
import { jobSql } from "../jobs/enqueue.ts";

interface PaymentWebhook {
  provider: string;
  paymentId: string;
  /** The provider's id of this delivery. A repeated delivery is stored once. */
  webhookId: string;
}

/**
 * Stores the provider's webhooks in batches: one statement stores up to 500 that are pending at the same moment. With
 * one statement per webhook, many webhooks about one payment wait for the lock of that payment's job: 64 concurrent
 * statements took longer than the lock timeout. If too many are pending, the provider gets a 503 and delivers again
 * later.
 */
export class WebhookInbox {
  private readonly batcher: Batcher<PaymentWebhook, void>;

  constructor(db: Db) {
    this.batcher = new Batcher((webhooks) => storeWebhooks(db, webhooks), {
      maxBatchSize: 500,
      // A second statement would wait for the row locks of the same jobs.
      maxInFlight: 1,
    });
  }

  /** Resolves once the webhook and the job that looks up its payment are stored. */
  add(webhook: PaymentWebhook): Promise<void> {
    return this.batcher.run(webhook);
  }
}

/** Stores webhooks and the jobs for their payments, sorted by payment, so that two processes cannot deadlock. */
async function storeWebhooks(db: Db, webhooks: readonly PaymentWebhook[]): Promise<void[]> {
  await sql`
    WITH stored AS (
      INSERT INTO payment_webhooks (provider, provider_delivery_id, kind, resource_id)
      SELECT provider, delivery, 'payment', payment_id
      FROM unnest(${webhooks.map(({ provider }) => provider)}::text[], ${webhooks.map(({ webhookId }) => webhookId)}::text[],
        ${webhooks.map(({ paymentId }) => paymentId)}::text[]) AS received (provider, delivery, payment_id)
      ON CONFLICT DO NOTHING RETURNING provider, resource_id
    ), affected AS MATERIALIZED (SELECT DISTINCT provider, resource_id FROM stored ORDER BY provider, resource_id)
    SELECT ${jobSql("process_webhook", { paymentId: sql`resource_id` }, { key: sql`provider || ':' || resource_id` })}
    FROM affected`.execute(db);
  return webhooks.map(() => undefined);
}
