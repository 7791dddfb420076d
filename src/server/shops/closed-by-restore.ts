import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "./shop.ts";

/** Whether a backup was restored and the shops have not been opened since (decision 40). */
export async function isClosedByRestore(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ is_closed: boolean }>`
    SELECT EXISTS (SELECT FROM restores WHERE opened_at IS NULL) AS is_closed`.execute(db);
  return rows[0]!.is_closed;
}

/**
 * The shop as customers see it after a restore: it sells nothing, accepts no online payments and issues no invoices.
 */
export function closeForRestore(shop: Shop): Shop {
  const { management, payments } = shop.settings;
  return {
    ...shop,
    settings: {
      ...shop.settings,
      management: { ...management, canSell: false, allowInvoicing: false },
      payments: { ...payments, enabled: false },
    },
  };
}
