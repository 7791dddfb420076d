import { sql } from "kysely";
import { expect } from "vitest";
import type { App } from "../app.ts";
import { startWorker } from "../job-worker.ts";

/**
 * Runs a worker until no email job and no `offer_returned` job, which adds email jobs, is pending. Unlike in the shop,
 * one job runs at a time, so the emails arrive in order.
 */
export async function runEmailJobs(app: App): Promise<void> {
  const worker = startWorker(app, { concurrency: 1 });
  await expect.poll(() => countPendingEmailJobs(app), { timeout: 15_000 }).toBe(0);
  await worker.stop();
}

async function countPendingEmailJobs(app: App): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM graphile_worker.jobs
    WHERE attempts < max_attempts AND (task_identifier LIKE 'mail_%' OR task_identifier = 'offer_returned')`.execute(
    app.db,
  );
  return rows[0]!.count;
}

/** The emails to a recipient, newest first. */
export function listMailsTo(
  app: App,
  recipient: string,
): Promise<{ sender: string; subject: string; text: string; html: string; attachments: object[] }[]> {
  return app.db
    .selectFrom("sandbox_emails")
    .select(["sender", "subject", "text_body as text", "html_body as html", "attachments"])
    .where("recipient", "=", recipient)
    .orderBy("id", "desc")
    .execute();
}
