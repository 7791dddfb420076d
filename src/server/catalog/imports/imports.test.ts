import { sql } from "kysely";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../../domain/refusal.ts";
import { listChanges } from "../../change-log/change-log.ts";
import type { Db, Tx } from "../../db/connect.ts";
import { writeCsvText } from "../../testing/csv.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { shopCsv } from "../export-products.ts";
import { SHOP_CSV_COLUMNS } from "../shop-csv-columns.ts";
import { readProductsCsv } from "../read-products-csv.ts";
import { countImportRows, findImport, listImportRows, iterateImportRows } from "./queries.ts";
import { runImportJob, scheduleImports, startImport, stopImport } from "./run-import.ts";
import { stageImport } from "./stage-import.ts";

const BY = { memberId: null, name: "Vera", ip: null };

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.stop());

async function stage(csv: string | Uint8Array): Promise<string> {
  const result = await stageImport(testApp.app, { bytes: Buffer.from(csv), fileName: "productos.csv" }, BY);
  if (isRefusal(result)) throw new Error(result.refused);
  return result.id;
}
async function run(id: string): Promise<void> {
  expect(await startImport(testApp.app, id, BY)).toBe("started");
  await runImportJob(testApp.app, { importId: id });
}
const NO_FILTERS = { term: "", categoryId: "", brandId: "", shopId: "", states: [] };
const exportCsv = () => writeCsvText(...shopCsv(testApp.app, NO_FILTERS));
const HEADER = "Clave,Nombre,Precio,Talla,Piezas";
const csvWithRows = (prefix: string, count: number) =>
  [HEADER, ...Array.from({ length: count }, (_, n) => `${prefix}-${n},${prefix} ${n},${100 + (n % 50)},M,2`)].join(
    "\n",
  );
const countByPrefix = async (prefix: string) =>
  (await sql<{ count: number }>`SELECT count(*) FROM products WHERE name LIKE ${`${prefix} %`}`.execute(testApp.app.db))
    .rows[0]!.count;

describe("the shop's own export", () => {
  test("changes nothing if it is imported without edits", async () => {
    const id = await stage(await exportCsv());
    const counts = await countImportRows(testApp.app.db, id);
    expect(counts).toMatchObject({ created: 0, updated: 0, refused: 0 });
    expect(counts.unchanged).toBe((await findImport(testApp.app.db, id))!.total);
  });

  test("is imported with a changed price, changed categories and a colour that looks like a formula", async () => {
    const rows: Record<string, string>[] = parse(await exportCsv(), { bom: true, columns: true });
    const productRows = rows.filter((row) => row.ID === rows[0]!.ID);
    for (const row of productRows) {
      Object.assign(row, { Precio: "999.90", Mayoreo: "", Categorías: "Vestidos | Cosas nuevas", Color: "'=1+1" });
    }
    const quoteCell = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const text = [SHOP_CSV_COLUMNS, ...productRows.map((row) => SHOP_CSV_COLUMNS.map((name) => row[name]!))].map(
      (row) => row.map(quoteCell).join(";"),
    );
    const id = await stage(text.join("\r\n"));
    expect(await countImportRows(testApp.app.db, id)).toMatchObject({ updated: 1, created: 0, refused: 0 });
    await run(id);
    const product = await sql<{ price_cents: number; color: string; names: string[] }>`
      SELECT p.price_cents, p.color, ARRAY(SELECT c.name FROM product_categories pc JOIN categories c ON c.id = pc.category_id
        WHERE pc.product_id = p.id ORDER BY c.name) AS names FROM products p WHERE p.id = ${productRows[0]!.ID}`.execute(
      testApp.app.db,
    );
    expect(product.rows).toEqual([{ price_cents: 999_90, color: "=1+1", names: ["Cosas nuevas", "Vestidos"] }]);
  });
});

describe("a file", () => {
  test("reports each line that is refused and imports the rest", async () => {
    const id = await stage(
      [
        HEADER,
        "renglon-a,Bien,100,CH,1",
        "renglon-b,Mal,gratis,CH,1",
        ",Sin clave,10,CH,1",
        "renglon-a,,,M,muchas",
        "renglon-a,,,G,3",
      ].join("\n"),
    );
    const rows = await listImportRows(testApp.app.db, id, 50);
    expect(rows.map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual([
      [3, "refused", "Precio no es un precio: «gratis»"],
      [4, "refused", "falta ID o Clave"],
      [5, "refused", "Piezas no es un número de piezas: «muchas»"],
      [2, "created", null],
    ]);
    await run(id);
    const sizes = await sql`
      SELECT n.name, s.available FROM sizes s JOIN size_names n ON n.id = s.size_name_id JOIN products p ON p.id = s.product_id
      WHERE p.import_key = 'csv:renglon-a' ORDER BY n.position`.execute(testApp.app.db);
    expect(sizes.rows).toEqual([
      { name: "CH", available: 1 },
      { name: "G", available: 3 },
    ]);
  });

  test.each([
    ["nothing", "", "csv_empty"],
    ["a header alone", HEADER, "csv_empty"],
    ["a spreadsheet", Buffer.from("504b0304140000000800", "hex"), "csv_binary"],
    ["an unknown encoding", Buffer.from([0x4e, 0x81, 0x8d, 0x2c, 0x0a, 0x01]), "csv_encoding"],
    ["unclosed quotes", `${HEADER}\na,"b,1,M,1`, "csv_broken"],
    ["other columns", "uno,dos\n1,2", "csv_unknown"],
    ["a row that is too long", `${HEADER}\na,${"x".repeat(200_000)},1,M,1`, "csv_too_wide"],
    ["too many columns", `${HEADER}${",x".repeat(300)}\na,b,1,M,1`, "csv_too_wide"],
  ])("with %s is refused completely", async (_what, text, refused) => {
    const answer = await stageImport(testApp.app, { bytes: Buffer.from(text), fileName: "x.csv" }, BY);
    expect(answer).toEqual({ refused });
  });

  test("with too many rows is refused completely", async () => {
    const text = [HEADER, "a,A,1,M,1", "b,B,1,M,1", "c,C,1,M,1"].join("\n");
    expect(isRefusal(await readProductsCsv(Buffer.from(text), { maxRows: 3 }))).toBe(false);
    expect(await readProductsCsv(Buffer.from(text), { maxRows: 2 })).toEqual({ refused: "csv_too_many_rows" });
  });

  test("with two million rows, or with too many bytes, is refused before it is read", async () => {
    const rows = Buffer.from(`${HEADER}\n${"a,A,1,M,1\n".repeat(2_000_000)}`);
    const heapBytesBefore = process.memoryUsage().heapUsed;
    expect(await readProductsCsv(rows)).toEqual({ refused: "csv_too_many_rows" });
    expect(process.memoryUsage().heapUsed - heapBytesBefore).toBeLessThan(20_000_000);
    expect(await readProductsCsv(new Uint8Array(33 * 1024 * 1024))).toEqual({ refused: "csv_too_large" });
  });

  test("may have blank lines, and line breaks in its texts: neither counts as a row", async () => {
    const text = [HEADER, 'a,"dos\nlíneas, ""y más""",1,M,1', "", "b,B,1,M,1", ""].join("\r\n");
    expect(isRefusal(await readProductsCsv(Buffer.from(text), { maxRows: 2 }))).toBe(false);
    expect(await readProductsCsv(Buffer.from(text), { maxRows: 1 })).toEqual({ refused: "csv_too_many_rows" });
  });

  test("is read as Excel in Spanish writes it", async () => {
    const text = "Clave;Nombre;Precio;Descripción\nexcel-1;Suéter de algodón;100;Año\n";
    const id = await stage(Buffer.from(text, "latin1"));
    await run(id);
    const [row] = await testApp.app.db
      .selectFrom("products")
      .select("name")
      .where("import_key", "=", "csv:excel-1")
      .execute();
    expect(row?.name).toBe("Suéter de algodón");
  });

  test("is imported without the one product that the database refuses", async () => {
    // More pieces than the column can store, as a sum of valid numbers.
    const oversizedRows = Array.from({ length: 2_200 }, () => "enorme,,,,,,,,,,,10,,999999").join("\n");
    const header =
      "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Variant Compare At Price,Variant Inventory Qty";
    const rows = [
      "vecino-1,Vecino uno,,,,,,,,,,10,,1",
      "enorme,Enorme,,,,,,,,,,10,,1",
      oversizedRows,
      "vecino-2,Vecino dos,,,,,,,,,,10,,1",
    ];
    const id = await stage([header, ...rows].join("\n"));
    await run(id);
    expect(await countImportRows(testApp.app.db, id)).toMatchObject({ created: 2, refused: 1, waiting: 0 });
    expect((await findImport(testApp.app.db, id))!.state).toBe("done");
  });
});

describe("an import", () => {
  test("that is stopped imports nothing more until it is started again", async () => {
    const id = await stage(csvWithRows("parada", 130));
    expect((await listImportRows(testApp.app.db, id, 1))[0]!.outcome).toBe("created");
    expect(await startImport(testApp.app, id, BY)).toBe("started");
    expect(await startImport(testApp.app, id, BY)).toEqual({ refused: "import_not_waiting" });
    expect(await stopImport(testApp.app, id, BY)).toBe("stopped");
    await runImportJob(testApp.app, { importId: id });
    expect(await countByPrefix("parada")).toBe(0);
    expect((await listImportRows(testApp.app.db, id, 1))[0]!.outcome).toBeNull();
    await run(id);
    expect(await countByPrefix("parada")).toBe(130);
    expect(await stopImport(testApp.app, id, BY)).toEqual({ refused: "import_not_running" });
  });

  test("is logged as the change of the member who started it", async () => {
    const id = await stage(csvWithRows("ajena", 1));
    expect(await startImport(testApp.app, id, { memberId: null, name: "Berta", ip: null })).toBe("started");
    await runImportJob(testApp.app, { importId: id });
    const { rows } = await sql<{ id: string }>`SELECT id FROM products WHERE name LIKE 'ajena %'`.execute(
      testApp.app.db,
    );
    expect((await listChanges(testApp.app.db, "product", { id: rows[0]!.id }))[0]).toMatchObject({ actor: "Berta" });
  });

  test("imports each product once, even if two jobs run at the same time and another one later", async () => {
    const id = await stage(csvWithRows("doble", 220));
    await startImport(testApp.app, id, BY);
    await Promise.all([runImportJob(testApp.app, { importId: id }), runImportJob(testApp.app, { importId: id })]);
    expect((await findImport(testApp.app.db, id))!.state).toBe("done");
    await runImportJob(testApp.app, { importId: id });
    expect(await countByPrefix("doble")).toBe(220);
    const pieces = await sql`
      SELECT count(*) FILTER (WHERE s.available <> 2) AS wrong FROM sizes s JOIN products p ON p.id = s.product_id
      WHERE p.name LIKE 'doble %'`.execute(testApp.app.db);
    expect(pieces.rows).toEqual([{ wrong: 0 }]);
    const rows = [];
    for await (const row of iterateImportRows(testApp.app.db, id)) rows.push(row.outcome);
    expect(rows).toEqual(Array.from({ length: 220 }, () => "created"));
  });

  test("refuses only the product that failed if another job refuses it at the same time", async () => {
    const id = await stage(csvWithRows("vecina", 2));
    // More centavos than the column can store.
    await sql`
      UPDATE import_rows SET product = jsonb_set(product, '{priceCents}', '99999999999')
      WHERE import_id = ${id} AND position = 1`.execute(testApp.app.db);
    await startImport(testApp.app, id, BY);
    const refuseByOtherJob = () =>
      sql`UPDATE import_rows SET outcome = 'refused', reason = 'no' WHERE import_id = ${id} AND position = 1`.execute(
        testApp.app.db,
      );
    let failureCount = 0;
    const transaction = () => ({
      execute: (work: (tx: Tx) => Promise<unknown>) =>
        testApp.app.db
          .transaction()
          .execute(work)
          .catch(async (error: unknown) => {
            failureCount += 1;
            // The batch fails first, then the product.
            if (failureCount === 2) await refuseByOtherJob();
            throw error;
          }),
    });
    const db = { transaction, getExecutor: () => testApp.app.db.getExecutor() } as unknown as Db;
    await runImportJob({ ...testApp.app, db }, { importId: id });
    expect(failureCount).toBe(2);
    expect(await countImportRows(testApp.app.db, id)).toMatchObject({ created: 1, refused: 1, waiting: 0 });
  });

  test("whose process was killed is scheduled again, within a minute or when a process starts", async () => {
    const id = await stage(csvWithRows("muerta", 5));
    await startImport(testApp.app, id, BY);
    const countJobs = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) FROM graphile_worker.jobs WHERE key = ${`import_products ${id}`}`.execute(testApp.app.db);
      return rows[0]!.count;
    };
    const removeJob = () => sql`SELECT graphile_worker.remove_job(${`import_products ${id}`})`.execute(testApp.app.db);
    await removeJob();
    await scheduleImports(testApp.app);
    expect(await countJobs()).toBe(0);
    await scheduleImports(testApp.app, { isFresh: true });
    expect(await countJobs()).toBe(1);
    await removeJob();
    await sql`UPDATE imports SET last_batch_at = last_batch_at - interval '20 seconds' WHERE id = ${id}`.execute(
      testApp.app.db,
    );
    await scheduleImports(testApp.app);
    expect(await countJobs()).toBe(1);
  });
});
