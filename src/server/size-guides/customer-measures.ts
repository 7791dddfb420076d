import { sql } from "kysely";
import { BODY_MEASURES } from "../../domain/size-guide.ts";
import type { BodyMeasures } from "../../domain/recommend-size.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";

/** The measures that a customer saved, in millimetres (rule SIZE-6). */
export async function findMeasuresOf(db: Queryable, customerId: string): Promise<BodyMeasures> {
  const rows = await db
    .selectFrom("customer_measures")
    .select(["measure", "millimeters"])
    .where("customer_id", "=", customerId)
    .execute();
  return Object.fromEntries(rows.map(({ measure, millimeters }) => [measure, millimeters]));
}

/** Saves the given measures and keeps the others. */
export function saveMeasures(
  app: App,
  customerId: string,
  measures: BodyMeasures,
): Promise<BodyMeasures | Refusal<"customer_not_found">> {
  return transact(app.db, async (tx) => {
    // The lock waits for an erasure that is under way. After it the customer has no account.
    const customer = await tx
      .selectFrom("customers")
      .select("kind")
      .where("id", "=", customerId)
      .forShare()
      .executeTakeFirst();
    if (customer?.kind !== "registered") return refuse("customer_not_found");
    const rows = BODY_MEASURES.flatMap((measure) => {
      const millimeters = measures[measure];
      return millimeters === undefined ? [] : [{ customer_id: customerId, measure, millimeters }];
    });
    if (rows.length > 0) {
      await tx
        .insertInto("customer_measures")
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(["customer_id", "measure"]).doUpdateSet({
            millimeters: sql<number>`excluded.millimeters`,
            saved_at: sql<Date>`now()`,
          }),
        )
        .execute();
    }
    return findMeasuresOf(tx, customerId);
  });
}

export async function deleteMeasures(app: App, customerId: string): Promise<void> {
  await app.db.deleteFrom("customer_measures").where("customer_id", "=", customerId).execute();
}
