import type { App } from "../app.ts";
import { sql } from "kysely";
import { hashToken, newToken } from "../sessions/token.ts";

const KEY_DAYS = 7;

/**
 * Creates a key that opens an invoice's files for a week, for a caller who has just requested the invoice. Only the
 * key's hash is stored.
 */
export async function makeInvoiceKey(app: App, invoiceId: string): Promise<string> {
  const key = newToken();
  await sql`
    INSERT INTO invoice_keys (key_hash, invoice_id, expires_at)
    VALUES (${hashToken(key)}, ${invoiceId}, now() + ${KEY_DAYS}::int * interval '1 day')`.execute(app.genericPlanDb);
  return key;
}
