import { refuse, type Refusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import { transact } from "../../db/transact.ts";
import { logChange, type Actor } from "../../change-log/change-log.ts";

/** Longer is a document, not a note. */
const MAX_CHARACTERS = 2_000;

/** Writes down what staff should know of a customer. Notes are not changed afterwards; a new one corrects an old one. */
export function noteCustomer(
  app: App,
  customerId: string,
  body: string,
  by: Actor,
): Promise<"noted" | Refusal<"note_missing" | "customer_erased">> {
  return transact(app.genericPlans, async (tx) => {
    if (body.trim() === "" || body.length > MAX_CHARACTERS) return refuse("note_missing");
    const customer = await tx
      .selectFrom("customers")
      .select("erased_at")
      .where("id", "=", customerId)
      .forKeyShare()
      .executeTakeFirst();
    if (!customer || customer.erased_at !== null) return refuse("customer_erased");
    await tx
      .insertInto("customer_notes")
      .values({ customer_id: customerId, member_id: by.memberId, who: by.name, body })
      .execute();
    // Its words stay out of the log: the log is never erased.
    await logChange(tx, by, { act: "customer-note", object: { kind: "customer", id: customerId } });
    return "noted" as const;
  });
}
