import { sql } from "kysely";
import type { App } from "../app.ts";

/** Staff look up what the provider told about payments of the last months; disputes are rarely older. */
const KEPT_DAYS = 90;

/** Job: deliveries of news are forgotten; the payments they were about stay. */
export async function purgeWebhooks(app: App): Promise<void> {
  await sql`DELETE FROM payment_webhooks WHERE received_at < now() - ${KEPT_DAYS} * interval '1 day'`.execute(app.db);
}
