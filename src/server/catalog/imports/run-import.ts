import { sql } from "kysely";
import { refuse, type Refusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import type { Queryable, Tx } from "../../db/connect.ts";
import { isId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { isTransient } from "../../http/problems.ts";
import { logChange, type Actor } from "../../change-log/change-log.ts";
import { storeProducts } from "../import-products.ts";
import type { ImportedProduct } from "../imported-product.ts";
import { enqueue, jobSql } from "../../jobs/enqueue.ts";

/** Products taken in by one transaction: what a process that dies loses. */
const PIECE = 25;
/** A job works for so long and leaves the rest to the next, far below LONGEST_JOB_MINUTES. */
const WORKS_MS = 60_000;
/** Pieces take less than a second: an import that is silent for longer lost its process. */
const SILENT_SECONDS = 10;

/** Begins to take a read file in, or goes on where it was stopped. */
export function startImport(app: App, id: string, by: Actor): Promise<"started" | Refusal<"import_not_waiting">> {
  return move(app, id, by, { from: ["draft", "stopped"], to: "running", act: "import-start" }).then((moved) =>
    moved ? ("started" as const) : refuse("import_not_waiting"),
  );
}

/** Stops after the piece at work; what is in stays in. */
export function stopImport(app: App, id: string, by: Actor): Promise<"stopped" | Refusal<"import_not_running">> {
  return move(app, id, by, { from: ["running"], to: "stopped", act: "import-stop" }).then((moved) =>
    moved ? ("stopped" as const) : refuse("import_not_running"),
  );
}

function move(
  app: App,
  id: string,
  by: Actor,
  { from, to, act }: { from: string[]; to: "running" | "stopped"; act: string },
): Promise<boolean> {
  if (!isId(id)) return Promise.resolve(false);
  return transact(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      UPDATE imports SET state = ${to}, started_at = coalesce(started_at, clock_timestamp()), worked_at = clock_timestamp()
      WHERE id = ${id} AND state = ANY (${from})`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await logChange(tx, by, { act, object: { kind: "import", id } });
    if (to === "running") await addJob(tx, id);
    return true;
  });
}

/** One job an import: one that is at work already is followed by this. */
async function addJob(db: Queryable, id: string): Promise<void> {
  await enqueue(db, "import_products", { importId: id }, { key: `import_products ${id}` });
}

/** Job: takes an import in, piece by piece, until it is over, stopped, or this job has worked long enough. */
export async function importPieces(app: App, { importId }: { importId: string }): Promise<void> {
  const until = performance.now() + WORKS_MS;
  while (performance.now() < until) {
    if (!(await takePiece(app, importId))) return;
  }
  await addJob(app.db, importId);
}

/**
 * Job, every minute and (`isFresh`) when a process starts: imports whose process died go on. Of two at one import the
 * second leaves it to the first. Files that nobody started are forgotten.
 */
export async function scheduleImports(app: App, { isFresh = false } = {}): Promise<void> {
  await sql`
    SELECT ${jobSql("import_products", { importId: sql`id` }, { key: sql`'import_products ' || id` })}
    FROM imports WHERE state = 'running'
      AND (${isFresh} OR worked_at < clock_timestamp() - make_interval(secs => ${SILENT_SECONDS}))`.execute(app.db);
  await sql`
    DELETE FROM imports WHERE state = 'draft' AND created_at < clock_timestamp() - interval '2 days'`.execute(app.db);
}

/** False when nothing is left to do. A product that the database refuses is refused alone. */
async function takePiece(app: App, importId: string): Promise<boolean> {
  try {
    return await take(app, importId, PIECE);
  } catch (error) {
    if (isTransient(error)) throw error;
    app.log.warn({ err: error }, "a piece of an import failed: its products are taken one by one");
  }
  for (let n = 0; n < PIECE; n++) {
    try {
      if (!(await take(app, importId, 1))) return false;
    } catch (error) {
      if (isTransient(error)) throw error;
      await refuseNext(app, importId);
    }
  }
  return true;
}

async function take(app: App, importId: string, pieces: number): Promise<boolean> {
  const touched = await transact(app.db, async (tx) => {
    const by = await takeRunning(tx, importId);
    if (!by) return null;
    const { rows } = await sql<{ place: number; product: ImportedProduct }>`
      SELECT place, product FROM import_rows WHERE import_id = ${importId} AND outcome IS NULL
      ORDER BY place LIMIT ${pieces}`.execute(tx);
    if (rows.length === 0) {
      await sql`
        UPDATE imports SET state = 'done', ended_at = clock_timestamp()
        WHERE id = ${importId} AND state = 'running'`.execute(tx);
      return null;
    }
    const stored = await storeProducts(
      tx,
      rows.map(({ product }) => product),
      by,
    );
    const done = rows.map(({ place }, n) => {
      const outcome = stored.outcomes[n]!;
      return typeof outcome === "string" ? { place, outcome } : { place, outcome: "refused", reason: outcome.reason };
    });
    await sql`
      UPDATE import_rows r SET outcome = d.outcome, reason = d.reason
      FROM jsonb_to_recordset(${JSON.stringify(done)}::jsonb) AS d (place int, outcome text, reason text)
      WHERE r.import_id = ${importId} AND r.place = d.place`.execute(tx);
    await sql`UPDATE imports SET worked_at = clock_timestamp() WHERE id = ${importId}`.execute(tx);
    return stored.touched;
  });
  if (touched === null) return false;
  app.productChanges.touch(touched);
  return true;
}

/**
 * Who started the import, if it still runs and nobody else works at it: then it is ours until the transaction ends. Not by
 * its row: who stops it does not wait for a piece.
 */
async function takeRunning(tx: Tx, importId: string): Promise<Actor | undefined> {
  const { rows } = await sql<{ member_id: string | null; who: string }>`
    SELECT member_id, who FROM imports WHERE id = ${importId} AND state = 'running'
      AND pg_try_advisory_xact_lock(hashtextextended('import ' || id, 0))`.execute(tx);
  return rows[0] && { memberId: rows[0].member_id, name: rows[0].who, address: null };
}

async function refuseNext(app: App, importId: string): Promise<void> {
  await sql`
    UPDATE import_rows SET outcome = 'refused', reason = 'no se pudo guardar: revisa que sus textos y piezas sean razonables'
    WHERE import_id = ${importId} AND place = (
      SELECT min(place) FROM import_rows WHERE import_id = ${importId} AND outcome IS NULL)`.execute(app.db);
}
