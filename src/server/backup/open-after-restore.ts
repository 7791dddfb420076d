import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { transact } from "../db/transact.ts";
import { findUnfinishedRestore } from "./compare-after-restore.ts";

/** Opens the shop after a restore: it sells, invoices and sends e-mail again. */
export async function openAfterRestore(
  app: App,
  by: Actor,
): Promise<"opened" | Refusal<"no_restore" | "payments_not_compared" | "invoices_not_compared">> {
  const restore = await findUnfinishedRestore(app);
  if (!restore) return refuse("no_restore");
  if (!restore.paymentsComparedAt) return refuse("payments_not_compared");
  if (restore.needsInvoiceComparison && !restore.invoicesComparedAt) return refuse("invoices_not_compared");
  const outcome = await transact(app.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("restores")
      .set({ opened_at: sql<Date>`clock_timestamp()`, opened_by: by.name })
      .where("id", "=", restore.id)
      .where("opened_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return refuse("no_restore");
    await logChange(tx, by, { action: "restore-open", object: { kind: "restore", id: restore.id } });
    return "opened" as const;
  });
  await app.shops.refresh();
  return outcome;
}
