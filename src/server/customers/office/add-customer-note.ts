import { refuse, type Refusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import { transact } from "../../db/transact.ts";
import { logChange, type Actor } from "../../change-log/change-log.ts";

const MAX_NOTE_CHARACTERS = 2_000;

/** Adds a note about a customer for staff. Notes are never changed: a new one corrects an old one. */
export function addCustomerNote(
  app: App,
  customerId: string,
  body: string,
  by: Actor,
): Promise<"noted" | Refusal<"note_missing" | "customer_erased">> {
  return transact(app.genericPlanDb, async (tx) => {
    if (body.trim() === "" || body.length > MAX_NOTE_CHARACTERS) return refuse("note_missing");
    const customer = await tx
      .selectFrom("customers")
      .select("erased_at")
      .where("id", "=", customerId)
      .forKeyShare()
      .executeTakeFirst();
    if (!customer || customer.erased_at !== null) return refuse("customer_erased");
    await tx
      .insertInto("customer_notes")
      .values({ customer_id: customerId, member_id: by.memberId, actor: by.name, body })
      .execute();
    // The note's text is not logged, because the log is never erased.
    await logChange(tx, by, { action: "customer-note", object: { kind: "customer", id: customerId } });
    return "noted" as const;
  });
}
