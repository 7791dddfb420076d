import { sql } from "kysely";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import type { PostalCode, PostalCodeList } from "./read-postal-codes.ts";

/** Codes per INSERT statement. */
const BATCH_SIZE = 4_000;

export interface PostalCodeCounts {
  codes: number;
  neighborhoods: number;
  added: number;
  changed: number;
  removed: number;
  /** Lines of the file that could not be read. */
  unreadableLines: number;
}

interface LoadOptions {
  list: Omit<PostalCodeList, "source"> & { source: PostalCodeList["source"] | "sample" };
  fileName: string;
  by: Actor;
  onProgress?: (insertedCodes: number) => void;
}

/**
 * Replaces all postal codes with those of a list, in one transaction: readers see the old list until the new one is
 * complete. Only rows that differ are written, so loading the same list again changes no postal code (decision 53).
 */
export function importPostalCodes({ db }: Pick<App, "db">, options: LoadOptions): Promise<PostalCodeCounts> {
  return transact(db, (tx) => importPostalCodesInTransaction(tx, options));
}

/** The same as `importPostalCodes`, in the caller's transaction. */
export async function importPostalCodesInTransaction(
  tx: Tx,
  { list, fileName, by, onProgress }: LoadOptions,
): Promise<PostalCodeCounts> {
  // Concurrent loads run one after the other.
  await sql`SELECT pg_advisory_xact_lock(4720296)`.execute(tx);
  await sql`CREATE TEMPORARY TABLE listed_codes (LIKE postal_codes INCLUDING ALL) ON COMMIT DROP`.execute(tx);
  for (let batchStart = 0; batchStart < list.codes.length; batchStart += BATCH_SIZE) {
    await insertListedCodes(tx, list.codes.slice(batchStart, batchStart + BATCH_SIZE));
    onProgress?.(Math.min(batchStart + BATCH_SIZE, list.codes.length));
  }
  const counts = await applyDifferences(tx);
  const neighborhoods = list.codes.reduce((sum, code) => sum + code.neighborhoods.length, 0);
  const storedCounts = { codes: list.codes.length, neighborhoods, ...counts };
  const { unreadableLines } = list;
  const { id } = await tx
    .insertInto("postal_code_imports")
    .values({
      source: list.source,
      file_name: fileName,
      ...storedCounts,
      unreadable_lines: unreadableLines,
      actor: by.name,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await logChange(tx, by, {
    action: "postal-codes",
    object: { kind: "postal-codes", id: String(id) },
    after: { source: list.source, file: fileName, ...storedCounts, unreadableLines },
  });
  return { ...storedCounts, unreadableLines };
}

async function insertListedCodes(tx: Tx, codes: readonly PostalCode[]): Promise<void> {
  await sql`
    INSERT INTO listed_codes SELECT c.code, c.state, c.municipality, c.city, c.neighborhoods
    FROM jsonb_to_recordset(${JSON.stringify(codes)}::jsonb)
      AS c (code text, state text, municipality text, city text, neighborhoods text[])`.execute(tx);
}

/** Makes `postal_codes` equal to the temporary table. */
async function applyDifferences(tx: Tx): Promise<Pick<PostalCodeCounts, "added" | "changed" | "removed">> {
  const deleteResult = await sql`
    DELETE FROM postal_codes p WHERE NOT EXISTS (SELECT FROM listed_codes l WHERE l.code = p.code)`.execute(tx);
  const updateResult = await sql`
    UPDATE postal_codes p SET state = l.state, municipality = l.municipality, city = l.city, neighborhoods = l.neighborhoods
    FROM listed_codes l WHERE l.code = p.code AND (l.state, l.municipality, l.city, l.neighborhoods)
      IS DISTINCT FROM (p.state, p.municipality, p.city, p.neighborhoods)`.execute(tx);
  const insertResult = await sql`
    INSERT INTO postal_codes SELECT * FROM listed_codes ON CONFLICT (code) DO NOTHING`.execute(tx);
  return {
    added: Number(insertResult.numAffectedRows),
    changed: Number(updateResult.numAffectedRows),
    removed: Number(deleteResult.numAffectedRows),
  };
}
