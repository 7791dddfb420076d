import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "./shop.ts";

/** Whether a backup was restored and nobody has opened the shop since (decision 40). */
export async function isClosedByRestore(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ is_closed: boolean }>`
    SELECT EXISTS (SELECT FROM restores WHERE opened_at IS NULL) AS is_closed`.execute(db);
  return rows[0]!.is_closed;
}

/** The shop as visitors see it until then: it sells nothing, takes no payment online and invoices nothing. */
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
