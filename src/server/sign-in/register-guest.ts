import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import { insertSelect } from "../db/insert-select.ts";
import { newId } from "../db/new-id.ts";
import type { Customer } from "../customers/queries.ts";
import { KeyAlreadyUsed } from "../http/idempotency.ts";
import { insertAnsweredCallSql, type AnsweredCall } from "../http/idempotency-store.ts";
import { MAX_SESSION_IDLE_DAYS, MAX_SESSION_DAYS } from "../sessions/lifetimes.ts";
import type { OpenSession } from "../sessions/sessions.ts";
import { hashToken, newToken } from "../sessions/token.ts";

export interface SignedInCustomer {
  customer: Customer;
  session: OpenSession;
}

/** Makes the row that stores the call's answer together with the customer. */
export type MakeStoredAnswer = (registered: SignedInCustomer) => AnsweredCall;

/**
 * Creates a guest, opens their session and stores the call's answer, in one statement. The answer contains the time
 * when the session expires, so that time comes from this machine's clock and not from the database's. Throws
 * `KeyAlreadyUsed` if an answer with the same idempotency key is stored already.
 */
export async function registerGuest(
  db: Queryable,
  details: Pick<Customer, "name" | "lastName" | "phone" | "email" | "rfc">,
  makeStoredAnswer: MakeStoredAnswer | null,
): Promise<SignedInCustomer> {
  const token = newToken();
  const id = newId();
  const expiresAt = new Date(Date.now() + MAX_SESSION_IDLE_DAYS * 24 * 3_600_000);
  const customer: Customer = { id, kind: "guest", username: null, ...details, rfcFile: null, addresses: [] };
  const guestWithSession = { customer, session: { token, expiresAt, assistedBy: null } };
  const { name, lastName, phone, email, rfc } = details;
  const { rows } = await sql`
    WITH called AS (
      ${makeStoredAnswer ? insertAnsweredCallSql(makeStoredAnswer(guestWithSession), sql`(SELECT 1) once`) : sql`SELECT 1`}
    ), made AS (
      ${insertSelect("customers", { id, kind: "guest", name, last_name: lastName, phone, email, rfc }, sql`called`)}
      RETURNING id
    )
    ${insertSelect(
      "sessions",
      {
        token_hash: hashToken(token),
        customer_id: sql`id`,
        family_id: newId(),
        expires_at: expiresAt,
        ends_at: sql`now() + interval '1 day' * ${MAX_SESSION_DAYS}::int`,
      },
      sql`made`,
    )} RETURNING customer_id`.execute(db);
  if (rows.length === 0) throw new KeyAlreadyUsed();
  return guestWithSession;
}
