import { sql } from "kysely";
import type { App } from "../app.ts";

/** Job: deletes expired sessions, one-time tokens, invitations and counters, and records that are no longer needed. */
export async function purgeExpiredRows(app: App): Promise<void> {
  await sql`DELETE FROM sessions WHERE expires_at < now()`.execute(app.db);
  await sql`DELETE FROM waiting_room_visitors v USING presales p
    WHERE p.id = v.presale_id AND p.ends_at < now() - interval '1 day'`.execute(app.db);
  await sql`DELETE FROM su_tokens WHERE expires_at < now()`.execute(app.db);
  await sql`DELETE FROM staff_sessions WHERE expires_at < now()`.execute(app.db);
  await sql`DELETE FROM staff_invitations WHERE expires_at < now() - interval '30 days'`.execute(app.db);
  // Resets are deleted an hour later, because the hourly limit of emails counts them too.
  await sql`DELETE FROM password_resets WHERE expires_at < now() - interval '1 hour'`.execute(app.db);
  // An order's emails are part of its history. The others only show whether an email was sent.
  await sql`DELETE FROM sent_mails WHERE order_id IS NULL AND sent_at < now() - interval '90 days'`.execute(app.db);
  await sql`DELETE FROM email_quota_uses WHERE at < now() - interval '2 days'`.execute(app.db);
  await sql`DELETE FROM failed_attempts WHERE expires_at < now() AND next_attempt_at < now()`.execute(app.db);
  await sql`DELETE FROM invoice_keys WHERE expires_at < now()`.execute(app.db);
  await sql`DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000`.execute(app.db);
}
