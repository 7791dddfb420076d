import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "kysely";
import { isRefusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import type { Actor } from "../../change-log/change-log.ts";
import { foreseeImport } from "../import-products.ts";
import type { ImportedProduct } from "../imported-product.ts";
import { readProductsCsv, type CsvRefusal } from "../read-products-csv.ts";

/** Rows looked up and written in one statement. */
const STEP = 500;

interface StagedRow {
  line: number;
  handle: string;
  product: ImportedProduct | null;
  foreseen: string | null;
  reason: string | null;
}

/** Reads a file into rows to be looked at: nothing of it is in the shop until `startImport`. */
export async function stageImport(
  app: App,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string },
  by: Actor,
): Promise<{ id: string } | CsvRefusal> {
  const read = await readProductsCsv(bytes);
  if (isRefusal(read)) return read;
  const { products, unread } = read;
  const id = newId();
  await transact(app.db, async (tx) => {
    await tx
      .insertInto("imports")
      .values({
        id,
        member_id: by.memberId,
        who: by.name,
        file_name: fileName,
        total: products.length,
        unread: unread.length,
      })
      .execute();
    let place = 0;
    const write = async (rows: StagedRow[]): Promise<void> => {
      await sql`
        INSERT INTO import_rows (import_id, place, line, handle, product, foreseen, outcome, reason)
        SELECT ${id}, ${place} + r.n, (r.row->>'line')::int, r.row->>'handle', nullif(r.row->'product', 'null'),
          r.row->>'foreseen', CASE WHEN r.row->>'reason' IS NOT NULL THEN 'refused' END, r.row->>'reason'
        FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY AS r (row, n)`.execute(tx);
      place += rows.length;
      await breathe();
    };
    for (let at = 0; at < products.length; at += STEP) {
      const some = products.slice(at, at + STEP);
      const foreseen = await foreseeImport(app, some);
      await write(some.map((product, n) => toStaged(product, foreseen[n]!)));
    }
    for (let at = 0; at < unread.length; at += STEP) {
      await write(unread.slice(at, at + STEP).map((row) => ({ ...row, product: null, foreseen: null })));
    }
  });
  return { id };
}

function toStaged(product: ImportedProduct, foreseen: Awaited<ReturnType<typeof foreseeImport>>[number]): StagedRow {
  const { line, handle } = product;
  const isTaken = typeof foreseen === "string";
  return { line, handle, product, foreseen: isTaken ? foreseen : null, reason: isTaken ? null : foreseen.reason };
}
