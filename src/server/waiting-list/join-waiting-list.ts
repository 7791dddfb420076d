import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import type { Shop } from "../shops/shop.ts";
import { MAILS_A_DAY } from "./lifetimes.ts";
import { findSizeOnSale } from "./queries.ts";
import { enqueue } from "../jobs/enqueue.ts";

/**
 * Puts a mailbox in line for a sold-out size ('Avísame'). A mail asks whether it wants that: a place that holds pieces
 * back from others must not be had in somebody else's name. One that said yes before is in line at once. Who asks again,
 * or writes to one mailbox too often, is answered alike and sends nothing new.
 */
export async function joinWaitingList(
  app: App,
  shop: Shop,
  wanted: { productId: string; sizeId: string; email: string },
): Promise<"asked" | Refusal<"product_not_found" | "still_there" | "selling_disabled">> {
  if (!shop.settings.management.canSell) return refuse("selling_disabled");
  if (!isId(wanted.productId) || !isId(wanted.sizeId)) return refuse("product_not_found");
  return transact(app.db, async (tx) => {
    const size = await findSizeOnSale(tx, shop.id, wanted);
    if (!size) return refuse("product_not_found");
    if (size.available > 0) return refuse("still_there");
    const token = newToken();
    const { rows } = await sql<{ id: string }>`
      WITH mailbox AS (
        SELECT count(*) FILTER (WHERE asked_at > now() - interval '1 day') AS mails,
          count(*) FILTER (WHERE confirmed_at IS NOT NULL AND shop_id = ${shop.id}) > 0 AS is_known,
          clock_timestamp() AS at
        FROM waiting_list WHERE email = ${wanted.email})
      INSERT INTO waiting_list (id, shop_id, size_id, email, confirmation_token_hash, state, confirmed_at)
      SELECT ${newId()}, ${shop.id}, ${wanted.sizeId}, ${wanted.email}, ${hashToken(token)},
        CASE WHEN is_known THEN 'waiting' ELSE 'asked' END, CASE WHEN is_known THEN at END
      FROM mailbox WHERE mails < ${MAILS_A_DAY}
      ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
    if (rows[0]) {
      await enqueue(tx, "mail_waiting_asked", { id: rows[0].id, shopId: shop.id, token });
    }
    return "asked" as const;
  });
}
