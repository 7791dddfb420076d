import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import type { Shop } from "../shops/shop.ts";
import { MAX_REQUESTED_PLACES_A_DAY } from "./limits.ts";
import { findSizeOnSale } from "./queries.ts";
import { enqueue } from "../jobs/enqueue.ts";

/**
 * Adds an email address to the waiting list of a sold-out size ('Avísame'). An email asks for confirmation, because a
 * place holds pieces back from other customers and must not be taken with another person's mailbox. A mailbox that was
 * confirmed in this shop before has its place immediately. A repeated request, or one beyond the daily limit of
 * requests for a mailbox, gets the same response and sends nothing.
 */
export async function joinWaitingList(
  app: App,
  shop: Shop,
  input: { productId: string; sizeId: string; email: string },
): Promise<"requested" | Refusal<"product_not_found" | "still_there" | "selling_disabled">> {
  if (!shop.settings.management.canSell) return refuse("selling_disabled");
  if (!isId(input.productId) || !isId(input.sizeId)) return refuse("product_not_found");
  return transact(app.db, async (tx) => {
    const size = await findSizeOnSale(tx, shop.id, input);
    if (!size) return refuse("product_not_found");
    if (size.available > 0) return refuse("still_there");
    // Concurrent calls for one mailbox run one after the other, so that each counts the places of the others.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${input.email}, 4720244))`.execute(tx);
    const token = newToken();
    const { rows } = await sql<{ id: string }>`
      WITH mailbox AS (
        SELECT count(*) FILTER (WHERE requested_at > now() - interval '1 day') AS places_today,
          count(*) FILTER (WHERE confirmed_at IS NOT NULL AND shop_id = ${shop.id}) > 0 AS is_confirmed,
          clock_timestamp() AS at
        FROM waiting_list WHERE email = ${input.email})
      INSERT INTO waiting_list (id, shop_id, size_id, email, confirmation_token_hash, state, confirmed_at)
      SELECT ${newId()}, ${shop.id}, ${input.sizeId}, ${input.email}, ${hashToken(token)},
        CASE WHEN is_confirmed THEN 'waiting' ELSE 'unconfirmed' END, CASE WHEN is_confirmed THEN at END
      FROM mailbox WHERE places_today < ${MAX_REQUESTED_PLACES_A_DAY}
      ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
    if (rows[0]) {
      await enqueue(tx, "mail_waiting_asked", { id: rows[0].id, shopId: shop.id, token });
    }
    return "requested" as const;
  });
}
