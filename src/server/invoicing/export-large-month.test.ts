import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { createStampedInvoice } from "../testing/invoiced-order.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { writeZip } from "../zip/write-zip.ts";
import { exportMonth } from "./export-month.ts";

/**
 * The number of documents. To test a larger month: `DOCUMENTS=3000 npx vitest run
 * src/server/invoicing/export-large-month.test.ts`.
 */
const DOCUMENT_COUNT = Number(process.env.DOCUMENTS ?? 200);
/** Checks a ZIP and prints its numbers of XML files, PDF files and index rows. */
const COUNT_FILES_SCRIPT = `
import csv, io, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    names = z.namelist()
    assert len(set(names)) == len(names)
    rows = list(csv.reader(io.StringIO(z.read("index.csv").decode("utf-8-sig"))))
    print(sum(n.endswith(".xml") for n in names), sum(n.endswith(".pdf") for n in names), len(rows) - 1)`;

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-month-"));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The memory in use by this process, in MB. The second collection frees what the first one finalized. */
async function measureUsedMb(): Promise<number> {
  for (let i = 0; i < 2; i++) {
    collectGarbage();
    await setImmediate();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1_000_000;
}

/** Inserts copies of a stamped document as cancelled documents, each with its own UUID and folio. */
async function insertCopies(id: string, copyCount: number): Promise<void> {
  await server.app.db.transaction().execute(async (tx) => {
    // The copies declare no sale, so the triggers that guard sales are disabled in this transaction.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO invoices SELECT (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(),
        'uuid', gen_random_uuid(), 'folio', 'C' || n, 'state', 'cancelled', 'cancelled_at', now()))).*
      FROM invoices i, generate_series(1, ${copyCount}::int) n WHERE i.id = ${id}`.execute(tx);
  });
}

test(
  `the ZIP of a month with ${DOCUMENT_COUNT} documents is streamed, and Python reads it`,
  async () => {
    const { id } = await createStampedInvoice(server);
    await insertCopies(id, DOCUMENT_COUNT - 1);
    const month = formatLocalTime(new Date(), "America/Mexico_City").slice(0, 7);
    const zipPath = path.join(folder, "month.zip");
    const usedMbSamples: number[] = [];
    let chunkCount = 0;
    async function* measureWhileReading(zipChunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of zipChunks) {
        chunkCount += 1;
        if (chunkCount % 100 === 0) usedMbSamples.push(await measureUsedMb());
        yield chunk;
      }
    }
    const zip = writeZip(exportMonth(server.app, await server.findShop(), month));
    await pipeline(Readable.from(measureWhileReading(zip)), createWriteStream(zipPath));
    const [firstMb, lastMb] = [usedMbSamples[0]!, usedMbSamples.at(-1)!];
    expect(lastMb - firstMb).toBeLessThan(5);
    expect(execFileSync("python3", ["-c", COUNT_FILES_SCRIPT, zipPath]).toString().trim()).toBe(
      `${DOCUMENT_COUNT} ${DOCUMENT_COUNT} ${DOCUMENT_COUNT}`,
    );
  },
  60_000 + DOCUMENT_COUNT * 500,
);
