import { sql, type RawBuilder } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { hashToken, newToken } from "../sessions/token.ts";

const BATCH_SIZE = 200;
/** An invitation is sent at most this many days after it was due. */
const MAX_DELAY_DAYS = 14;

/**
 * SQL: the shipped orders with an e-mail address for which `filter` is true and an invitation is possible. The shop has
 * invitations turned on, and had them when the order was shipped. The customer has an account, has not refused
 * invitations, and has not reviewed every garment of the order. The query does not test whether the day of the
 * invitation has come.
 */
function selectOrdersToInvite(filter: RawBuilder<unknown>): RawBuilder<{ id: string }> {
  return sql`
    SELECT o.id FROM order_events e JOIN orders o ON o.id = e.order_id JOIN shops s ON s.id = o.shop_id
    JOIN customers c ON c.id = o.customer_id,
    LATERAL (SELECT coalesce((s.settings #>> '{reviews,inviteAfterDays}')::int, 10) AS days) wait
    WHERE e.to_status = 'SHIPPED' AND o.status = 'SHIPPED' AND o.customer_email IS NOT NULL
      AND c.kind = 'registered' AND c.review_invitations_refused_at IS NULL AND wait.days > 0
      AND e.at >= s.review_invitations_start_at
      AND EXISTS (
        SELECT FROM order_lines l WHERE l.order_id = o.id AND NOT l.is_digital AND NOT EXISTS (
          SELECT FROM reviews r WHERE r.product_id = l.product_id AND r.customer_id = o.customer_id AND r.subject = 'product'))
      AND ${filter}`;
}

/** Job, each hour: invites customers to review their products, once for each order (rule REVIEW-7). */
export async function scheduleReviewInvitations(app: App): Promise<void> {
  await transact(app.db, async (tx) => {
    // The setting allows at most 60 days, so 90 days include every due order and limit the index scan.
    const { rows } = await sql<{ id: string }>`
      ${selectOrdersToInvite(sql`e.at > now() - interval '90 days' AND e.at <= now() - interval '1 day' * wait.days
        AND e.at > now() - interval '1 day' * (wait.days + ${MAX_DELAY_DAYS})
        AND NOT EXISTS (SELECT FROM review_invitations i WHERE i.order_id = o.id)`)}
      ORDER BY e.at, o.id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE OF o SKIP LOCKED`.execute(tx);
    for (const id of new Set(rows.map((row) => row.id))) {
      const token = newToken();
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto("review_invitations")
        .values({ order_id: id, token_hash: hashToken(token) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) await enqueueOrderEmail(tx, id, "mail_review_invitation", { token });
    }
  });
}

/**
 * Whether a scheduled invitation may still be sent. False if since then the customer refused invitations, reviewed
 * everything or was erased, or the shop turned invitations off.
 */
export async function isInvitationAllowed(db: Queryable, orderId: string): Promise<boolean> {
  const { rows } = await selectOrdersToInvite(sql`o.id = ${orderId}`).execute(db);
  return rows.length > 0;
}

/** Stores whether the customer who got this token in an invitation wants further invitations. */
export async function setInvitationsWantedByToken(
  app: App,
  { token, isWanted }: { token: string; isWanted: boolean },
): Promise<"answered" | Refusal<"invitation_not_found">> {
  const { numAffectedRows } = await sql`
    UPDATE customers c SET ${setRefusedAt(isWanted)} FROM review_invitations i JOIN orders o ON o.id = i.order_id
    WHERE i.token_hash = ${hashToken(token)} AND c.id = o.customer_id`.execute(app.genericPlanDb);
  return numAffectedRows === 1n ? "answered" : refuse("invitation_not_found");
}

/** Stores whether a signed-in customer wants invitations. */
export async function setInvitationsWanted(
  app: App,
  { customerId, isWanted }: { customerId: string; isWanted: boolean },
): Promise<"changed" | Refusal<"customer_not_found">> {
  const { numAffectedRows } = await sql`
    UPDATE customers SET ${setRefusedAt(isWanted)} WHERE id = ${customerId} AND kind = 'registered'`.execute(
    app.genericPlanDb,
  );
  return numAffectedRows === 1n ? "changed" : refuse("customer_not_found");
}

/** Whether the customer has not refused invitations. */
export async function wantsInvitations(app: App, customerId: string): Promise<boolean> {
  const row = await app.genericPlanDb
    .selectFrom("customers")
    .select("review_invitations_refused_at")
    .where("id", "=", customerId)
    .executeTakeFirst();
  return row?.review_invitations_refused_at === null;
}

/** SQL that sets or clears the time of the refusal. A second refusal keeps the time of the first. */
function setRefusedAt(isWanted: boolean): RawBuilder<unknown> {
  return sql`review_invitations_refused_at =
    CASE WHEN NOT ${isWanted}::boolean THEN coalesce(review_invitations_refused_at, now()) END`;
}
