import { sql } from "kysely";
import type { App } from "../app.ts";

/** Staff look up the provider's webhooks about payments of the last months. Disputes are rarely older. */
const RETENTION_DAYS = 90;

/** Job: deletes old webhook deliveries. The payments they were about stay. */
export async function purgeWebhooks(app: App): Promise<void> {
  await sql`DELETE FROM payment_webhooks WHERE received_at < now() - ${RETENTION_DAYS} * interval '1 day'`.execute(
    app.db,
  );
}
