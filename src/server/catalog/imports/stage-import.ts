import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { isRefusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import type { Actor } from "../../change-log/change-log.ts";
import { previewImport } from "../import-products.ts";
import type { ImportedProduct } from "../imported-product.ts";
import { readProductsCsv, type CsvRefusal } from "../read-products-csv.ts";

/** Rows looked up and inserted per statement. */
const BATCH_SIZE = 500;

interface StagedRow {
  line: number;
  handle: string;
  product: ImportedProduct | null;
  expectedOutcome: string | null;
  reason: string | null;
}

/** Reads a file into rows for review. The shop does not change until `startImport`. */
export async function stageImport(
  app: App,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string },
  by: Actor,
): Promise<{ id: string } | CsvRefusal> {
  const parsedFile = await readProductsCsv(bytes);
  if (isRefusal(parsedFile)) return parsedFile;
  const { products, refusedRows, notices } = parsedFile;
  const id = newId();
  await transact(app.db, async (tx) => {
    await tx
      .insertInto("imports")
      .values({
        id,
        member_id: by.memberId,
        actor: by.name,
        file_name: fileName,
        total: products.length,
        unreadable_rows: refusedRows.length,
        notices,
      })
      .execute();
    let position = 0;
    const insertRows = async (rows: StagedRow[]): Promise<void> => {
      await sql`
        INSERT INTO import_rows (import_id, position, line, handle, product, expected_outcome, outcome, reason)
        SELECT ${id}, ${position} + r.n, (r.row->>'line')::int, r.row->>'handle', nullif(r.row->'product', 'null'),
          r.row->>'expectedOutcome', CASE WHEN r.row->>'reason' IS NOT NULL THEN 'refused' END, r.row->>'reason'
        FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY AS r (row, n)`.execute(tx);
      position += rows.length;
      await yieldToEventLoop();
    };
    for (let start = 0; start < products.length; start += BATCH_SIZE) {
      const batch = products.slice(start, start + BATCH_SIZE);
      const expectedOutcomes = await previewImport(app, batch);
      await insertRows(batch.map((product, n) => toStagedRow(product, expectedOutcomes[n]!)));
    }
    for (let start = 0; start < refusedRows.length; start += BATCH_SIZE) {
      await insertRows(
        refusedRows.slice(start, start + BATCH_SIZE).map((row) => ({ ...row, product: null, expectedOutcome: null })),
      );
    }
  });
  return { id };
}

function toStagedRow(
  product: ImportedProduct,
  expectedOutcome: Awaited<ReturnType<typeof previewImport>>[number],
): StagedRow {
  const { line, handle } = product;
  const isAccepted = typeof expectedOutcome === "string";
  return {
    line,
    handle,
    product,
    expectedOutcome: isAccepted ? expectedOutcome : null,
    reason: isAccepted ? null : expectedOutcome.reason,
  };
}
