import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

export const MAX_NOTE_CHARACTERS = 2_000;

export interface Note {
  id: string;
  memberId: string;
  actor: string;
  text: string;
  at: Date;
  withdrawnAt: Date | null;
}

/** The notes that staff wrote about an order, the newest first. */
export function listNotes(db: Queryable, orderId: string): Promise<Note[]> {
  return db
    .selectFrom("order_notes")
    .select(["id", "member_id as memberId", "actor", "text", "at", "withdrawn_at as withdrawnAt"])
    .where("order_id", "=", orderId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
}

/** The notes of these orders that were not withdrawn, by order id, the oldest first. */
export async function listActiveNoteTexts(db: Queryable, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ order_id: string; texts: string[] }>`
    SELECT order_id, array_agg(text ORDER BY at, id) AS texts FROM order_notes
    WHERE order_id = ANY (${orderIds}::uuid[]) AND withdrawn_at IS NULL GROUP BY 1`.execute(db);
  return new Map(rows.map(({ order_id, texts }) => [order_id, texts]));
}

/** Adds a note. `id` is generated with the form, so a form that is sent twice adds one note. */
export function addNote(
  app: App,
  orderId: string,
  { id, text }: { id: string; text: string },
  by: Actor,
): Promise<"added" | Refusal<"note_missing">> {
  return transact(app.db, async (tx) => {
    const { memberId } = by;
    if (text === "" || text.length > MAX_NOTE_CHARACTERS || !isId(id) || memberId === null)
      return refuse("note_missing");
    const note = { id, order_id: orderId, member_id: memberId, actor: by.name, text };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("order_notes")
      .values(note)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) {
      await logChange(tx, by, { action: "order-note", object: { kind: "order", id: orderId }, after: { note: text } });
    }
    return "added" as const;
  });
}

/** Withdraws a note that the member of staff `by` wrote. The note stays readable. */
export function withdrawNote(
  app: App,
  orderId: string,
  noteId: string,
  by: Actor,
): Promise<"withdrawn" | Refusal<"note_not_found">> {
  return transact(app.db, async (tx) => {
    if (!isId(noteId) || by.memberId === null) return refuse("note_not_found");
    const withdrawnNote = await tx
      .updateTable("order_notes")
      .set({ withdrawn_at: sql`clock_timestamp()` })
      .where("id", "=", noteId)
      .where("order_id", "=", orderId)
      .where("member_id", "=", by.memberId)
      .where("withdrawn_at", "is", null)
      .returning("text")
      .executeTakeFirst();
    if (!withdrawnNote) return refuse("note_not_found");
    await logChange(tx, by, {
      action: "order-note-withdrawn",
      object: { kind: "order", id: orderId },
      before: { note: withdrawnNote.text },
    });
    return "withdrawn" as const;
  });
}
