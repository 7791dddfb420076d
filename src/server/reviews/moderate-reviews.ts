import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { ReviewState } from "./queries.ts";

export interface Moderation {
  ids: readonly string[];
  state: ReviewState;
  /** The reason for hiding them, visible only to staff. */
  hiddenReason: string | null;
  /** Only reviews of these shops. */
  shops: "all" | readonly string[];
  /** Only reviews in this state now, so that an undo does not revert what other members have decided since. */
  from?: ReviewState | undefined;
}

/** A changed review and its previous state. */
export interface ModeratedReview {
  id: string;
  previousState: ReviewState;
}

/**
 * Changes the state of reviews. Those that do not exist, are of other shops or are in this state already are skipped.
 * Returns the previous states of the changed ones, for an undo. Refused if all are skipped.
 */
export function moderateReviews(
  app: App,
  { ids, state, hiddenReason, shops, from }: Moderation,
  by: Actor,
): Promise<ModeratedReview[] | Refusal<"review_not_found">> {
  return transact<ModeratedReview[] | Refusal<"review_not_found">>(app.db, async (tx) => {
    const { rows } = await sql<ModeratedReview & { previousReason: string | null }>`
      SELECT id, state AS "previousState", hidden_because AS "previousReason" FROM reviews
      WHERE id = ANY (${ids.filter(isId)}::uuid[]) AND state <> ${state}
        AND ${shops === "all" ? sql`true` : sql`shop_id = ANY (${shops}::uuid[])`}
        AND ${from === undefined ? sql`true` : sql`state = ${from}`}
      ORDER BY id FOR UPDATE`.execute(tx);
    if (rows.length === 0) return refuse("review_not_found");
    // Locked in id order, against deadlocks: the update below changes the ratings of these products.
    await sql`
      SELECT FROM products WHERE id IN (SELECT product_id FROM reviews WHERE id = ANY (${rows.map(({ id }) => id)}::uuid[]))
      ORDER BY id FOR NO KEY UPDATE`.execute(tx);
    const reason = state === "hidden" ? hiddenReason : null;
    await sql`
      UPDATE reviews SET state = ${state}, hidden_because = ${reason}
      WHERE id = ANY (${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
    for (const { id, previousState, previousReason } of rows) {
      await logChange(tx, by, {
        action: "review",
        object: { kind: "review", id },
        before: { review: previousState, ...(previousReason && { because: previousReason }) },
        after: { review: state, ...(reason && { because: reason }) },
      });
    }
    return rows.map(({ id, previousState }) => ({ id, previousState }));
  });
}
