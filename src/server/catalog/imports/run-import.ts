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

/** Products imported per transaction. A process that is killed loses the work on at most this many. */
const BATCH_SIZE = 100;
/** A job runs for this long and leaves the rest to the next job. Far below MAX_JOB_MINUTES. */
const JOB_MS = 60_000;
/** A batch takes less than a second. If an import makes no progress for longer than this, its process has ended. */
const STALE_SECONDS = 10;

/** Starts the import of a staged file, or continues a stopped one. */
export function startImport(app: App, id: string, by: Actor): Promise<"started" | Refusal<"import_not_waiting">> {
  return changeState(app, id, by, { from: ["draft", "stopped"], to: "running", action: "import-start" }).then(
    (isChanged) => (isChanged ? ("started" as const) : refuse("import_not_waiting")),
  );
}

/** Stops after the current batch. Imported products stay. */
export function stopImport(app: App, id: string, by: Actor): Promise<"stopped" | Refusal<"import_not_running">> {
  return changeState(app, id, by, { from: ["running"], to: "stopped", action: "import-stop" }).then((isChanged) =>
    isChanged ? ("stopped" as const) : refuse("import_not_running"),
  );
}

function changeState(
  app: App,
  id: string,
  by: Actor,
  { from, to, action }: { from: string[]; to: "running" | "stopped"; action: string },
): Promise<boolean> {
  if (!isId(id)) return Promise.resolve(false);
  return transact(app.db, async (tx) => {
    const starter = to === "running" ? sql`member_id = ${by.memberId}, actor = ${by.name},` : sql``;
    const { numAffectedRows } = await sql`
      UPDATE imports SET state = ${to}, ${starter} started_at = coalesce(started_at, clock_timestamp()), last_batch_at = clock_timestamp()
      WHERE id = ${id} AND state = ANY (${from})`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await logChange(tx, by, { action, object: { kind: "import", id } });
    if (to === "running") await addJob(tx, id);
    return true;
  });
}

/**
 * Enqueues the import's job. While another job of the import is running, the new one may exit at once
 * (`lockRunningImport`).
 */
async function addJob(db: Queryable, id: string): Promise<void> {
  await enqueue(db, "import_products", { importId: id }, { key: `import_products ${id}` });
}

/** Job: imports batch by batch until the import is done, stopped, or the job's time is over. */
export async function runImportJob(app: App, { importId }: { importId: string }): Promise<void> {
  const deadline = performance.now() + JOB_MS;
  while (performance.now() < deadline) {
    if (!(await importBatch(app, importId))) return;
  }
  await addJob(app.db, importId);
}

/**
 * Job, every minute: continues imports whose process was killed. If two jobs run for one import, the second exits.
 * Deletes drafts that were not started for two days. `isFresh`: a process has just started, so imports with recent
 * progress are continued too.
 */
export async function scheduleImports(app: App, { isFresh = false } = {}): Promise<void> {
  await sql`
    SELECT ${jobSql("import_products", { importId: sql`id` }, { key: sql`'import_products ' || id` })}
    FROM imports WHERE state = 'running'
      AND (${isFresh} OR last_batch_at < clock_timestamp() - make_interval(secs => ${STALE_SECONDS}))`.execute(app.db);
  await sql`
    DELETE FROM imports WHERE state = 'draft' AND created_at < clock_timestamp() - interval '2 days'`.execute(app.db);
}

/**
 * Imports the next batch. False if nothing is left, the import was stopped, or another job holds its lock. If the
 * database refuses a product, only that product is refused.
 */
async function importBatch(app: App, importId: string): Promise<boolean> {
  try {
    return await importNextRows(app, importId, BATCH_SIZE);
  } catch (error) {
    if (isTransient(error)) throw error;
    app.log.warn({ err: error }, "a batch of an import failed: its products are imported one by one");
  }
  for (let n = 0; n < BATCH_SIZE; n++) {
    const position = await findNextPosition(app, importId);
    try {
      if (!(await importNextRows(app, importId, 1))) return false;
    } catch (error) {
      if (isTransient(error)) throw error;
      await refuseRow(app, importId, position);
    }
  }
  return true;
}

async function importNextRows(app: App, importId: string, limit: number): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const by = await lockRunningImport(tx, importId);
    if (!by) return false;
    const { rows } = await sql<{ position: number; product: ImportedProduct }>`
      SELECT position, product FROM import_rows WHERE import_id = ${importId} AND outcome IS NULL
      ORDER BY position LIMIT ${limit}`.execute(tx);
    if (rows.length === 0) {
      await sql`
        UPDATE imports SET state = 'done', ended_at = clock_timestamp()
        WHERE id = ${importId} AND state = 'running'`.execute(tx);
      return false;
    }
    const outcomes = await storeProducts(
      tx,
      rows.map(({ product }) => toCurrentProduct(product)),
      by,
    );
    const outcomeRows = rows.map(({ position }, n) => {
      const outcome = outcomes[n]!;
      return typeof outcome === "string"
        ? { position, outcome }
        : { position, outcome: "refused", reason: outcome.reason };
    });
    await sql`
      UPDATE import_rows r SET outcome = d.outcome, reason = d.reason
      FROM jsonb_to_recordset(${JSON.stringify(outcomeRows)}::jsonb) AS d (position int, outcome text, reason text)
      WHERE r.import_id = ${importId} AND r.position = d.position`.execute(tx);
    await sql`UPDATE imports SET last_batch_at = clock_timestamp() WHERE id = ${importId}`.execute(tx);
    return true;
  });
}

/** Converts a product that an earlier version staged with a single brand. */
function toCurrentProduct(product: ImportedProduct & { brand?: string | null }): ImportedProduct {
  return product.brand ? { ...product, brands: [product.brand] } : product;
}

/**
 * Locks the import, if it is running and not locked by another job, and returns the member who started it. The lock
 * lasts until the transaction ends. It is an advisory lock, not the row's, so that stopping an import does not
 * wait for a batch.
 */
async function lockRunningImport(tx: Tx, importId: string): Promise<Actor | undefined> {
  const { rows } = await sql<{ member_id: string | null; actor: string }>`
    SELECT member_id, actor FROM imports WHERE id = ${importId} AND state = 'running'
      AND pg_try_advisory_xact_lock(hashtextextended('import ' || id, 0))`.execute(tx);
  return rows[0] && { memberId: rows[0].member_id, name: rows[0].actor, ip: null };
}

/** The position of the next row to import. Null if nothing is left. */
async function findNextPosition(app: App, importId: string): Promise<number | null> {
  const { rows } = await sql<{ position: number | null }>`
    SELECT min(position) AS position FROM import_rows WHERE import_id = ${importId} AND outcome IS NULL`.execute(
    app.db,
  );
  return rows[0]!.position;
}

/** Refuses the row at this position, unless another job has imported or refused it since. */
async function refuseRow(app: App, importId: string, position: number | null): Promise<void> {
  await sql`
    UPDATE import_rows SET outcome = 'refused', reason = 'no se pudo guardar: revisa que sus textos y piezas sean razonables'
    WHERE import_id = ${importId} AND position = ${position} AND outcome IS NULL`.execute(app.db);
}
