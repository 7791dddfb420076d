import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STATE_NAMES } from "../../domain/postal-code.ts";
import { stateOfName } from "../../domain/state-of-name.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { runShopCommand } from "../testing/run-shop-command.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { importPostalCodes } from "./import-postal-codes.ts";
import { findPostalCode } from "./queries.ts";
import { readPostalCodes, type PostalCodeList } from "./read-postal-codes.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-postal-codes-"));
  server = await startTestServer({ DATA_DIR: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const BY = { memberId: null, name: "Vera", ip: null };

/** The two lines with which the post office's file begins. The lines below use its format, with invented places. */
const NOTE = "El Catálogo Nacional de Códigos Postales, es elaborado por Correos de México";
const HEADER =
  "d_codigo|d_asenta|d_tipo_asenta|D_mnpio|d_estado|d_ciudad|d_CP|c_estado|c_oficina|c_CP|c_tipo_asenta|c_mnpio|id_asenta_cpcons|d_zona|c_cve_ciudad";
const makeLine = (code: string, neighborhood: string, municipality: string, state: string, city = "") =>
  `${code}|${neighborhood}|Colonia|${municipality}|${state}|${city}|00001|00|00001||09|001|0001|Urbano|01`;
const makeFile = (...lines: string[]) => Buffer.from([NOTE, HEADER, ...lines, ""].join("\r\n"), "latin1");

/** Yields chunks whose ends are inside lines and characters. */
async function* splitIntoChunks(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let chunkStart = 0; chunkStart < bytes.byteLength; chunkStart += size)
    yield bytes.subarray(chunkStart, chunkStart + size);
}

async function readList(bytes: Uint8Array): Promise<PostalCodeList> {
  const list = await readPostalCodes(splitIntoChunks(bytes));
  if (isRefusal(list)) throw new Error(list.refused);
  return list;
}

const OFFICIAL_FILE = makeFile(
  makeLine("10010", "Jardín Ñandú", "Cuajícuaro", "Michoacán de Ocampo", "Cuajícuaro"),
  makeLine("10010", "Álamos", "Cuajícuaro", "Michoacán de Ocampo", "Ciudad Cuajícuaro"),
  makeLine("10010", "Álamos", "Cuajícuaro", "Michoacán de Ocampo", "Ciudad Cuajícuaro"),
  makeLine("10010", "La Raya", "Otro Municipio", "Michoacán de Ocampo"),
  makeLine("1020", "Centro", "Metepec", "México"),
  "||||||||||||||",
);

const FILE_OF_30_CODES = makeFile(
  ...Array.from({ length: 30 }, (_, n) => makeLine(`0${1000 + n}`, "Centro", "A", "Sonora")),
);

describe("a list", () => {
  test("of the post office is read in ISO-8859-1, grouped by code, with the state names of the shop's forms", async () => {
    expect(await readList(OFFICIAL_FILE)).toEqual({
      source: "sepomex",
      unreadableLines: 0,
      codes: [
        { code: "01020", state: "Estado de México", municipality: "Metepec", city: null, neighborhoods: ["Centro"] },
        {
          code: "10010",
          state: "Michoacán",
          municipality: "Cuajícuaro",
          city: "Ciudad Cuajícuaro",
          neighborhoods: ["Álamos", "Jardín Ñandú", "La Raya"],
        },
      ],
    });
  });

  test("of GeoNames is read in UTF-8", async () => {
    const lines = [
      "MX\t44444\tSan Ángel\tVeracruz de Ignacio de la Llave\t30\tXalapa\t087\tXalapa-Enríquez\t01\t19.5\t-96.9\t1",
      "MX\t44444\tBuenavista\tVeracruz de Ignacio de la Llave\t30\tXalapa\t087\tXalapa-Enríquez\t01\t19.5\t-96.9\t1",
    ];
    expect(await readList(Buffer.from(lines.join("\n")))).toEqual({
      source: "geonames",
      unreadableLines: 0,
      codes: [
        {
          code: "44444",
          state: "Veracruz",
          municipality: "Xalapa",
          city: "Xalapa-Enríquez",
          neighborhoods: ["Buenavista", "San Ángel"],
        },
      ],
    });
  });

  test.each([
    ["nothing", "", "postal_codes_unknown"],
    ["a ZIP", Buffer.from("504b0304140000000800", "hex"), "postal_codes_zip"],
    ["another table", "uno,dos\n1,2\n3,4\n5,6\n7,8\n9,10\n11,12\n13,14", "postal_codes_unknown"],
    ["a header alone", makeFile(), "postal_codes_unknown"],
    ["one endless line", "x".repeat(300_000), "postal_codes_unknown"],
    [
      "an endless line after whole ones",
      Buffer.concat([FILE_OF_30_CODES, Buffer.alloc(200_000, "x"), FILE_OF_30_CODES]),
      "postal_codes_damaged",
    ],
    ["many damaged lines", makeFile(makeLine("1", "A", "B", "C"), "x|y", "00100|", "z"), "postal_codes_damaged"],
  ])("with %s is refused", async (_what, bytes, refused) => {
    expect(await readPostalCodes(splitIntoChunks(Buffer.from(bytes), 4_096))).toEqual({ refused });
  });

  test("does not contain a line without a postal code", async () => {
    const list = await readList(Buffer.concat([FILE_OF_30_CODES, Buffer.from(makeLine("", "Centro", "A", "Sonora"))]));
    expect(list).toMatchObject({ unreadableLines: 1 });
    expect(list.codes).toHaveLength(30);
  });

  test("of any source gets the state names of the shop's forms", () => {
    expect(STATE_NAMES.map(stateOfName)).toEqual(STATE_NAMES);
    expect(["México", "Distrito Federal", "Coahuila de Zaragoza", "YUCATAN", "Texas"].map(stateOfName)).toEqual([
      "Estado de México",
      "Ciudad de México",
      "Coahuila",
      "Yucatán",
      null,
    ]);
  });
});

describe("loading a list", () => {
  const load = async (bytes: Uint8Array) =>
    importPostalCodes(server.app, { list: await readList(bytes), fileName: "cp.txt", by: BY });

  test("replaces the previous list, and loading the same list again rewrites no postal code", async () => {
    expect(await load(OFFICIAL_FILE)).toMatchObject({ codes: 2, neighborhoods: 4, added: 1, changed: 1 });
    expect(await findPostalCode(server.app.db, "06700")).toBeUndefined();
    const readVersions = () => sql`SELECT code, xmin::text FROM postal_codes ORDER BY code`.execute(server.app.db);
    const versionsBefore = (await readVersions()).rows;
    expect(await load(OFFICIAL_FILE)).toMatchObject({ codes: 2, added: 0, changed: 0, removed: 0 });
    expect((await readVersions()).rows).toEqual(versionsBefore);
    const logEntry = await server.app.db
      .selectFrom("change_log")
      .select(["actor", "after"])
      .where("action", "=", "postal-codes")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(logEntry).toMatchObject({ actor: "Vera", after: { source: "sepomex", file: "cp.txt", codes: 2 } });
  });

  test("shows the old list or the new one, never a part, while several are loaded at once", async () => {
    const files = ["A", "B"].map((name) =>
      makeFile(
        ...Array.from({ length: 300 }, (_, n) => makeLine(`2${String(n).padStart(4, "0")}`, name, name, "Sonora")),
      ),
    );
    await load(files[0]!);
    const loading = { isDone: false };
    const observedLists = new Set<string>();
    const watching = (async () => {
      while (!loading.isDone) {
        const { rows } = await sql<{ names: string }>`
          SELECT count(*) || ' ' || string_agg(DISTINCT municipality, ',') AS names FROM postal_codes`.execute(
          server.app.db,
        );
        observedLists.add(rows[0]!.names);
      }
    })();
    await Promise.all([load(files[1]!), load(files[0]!), load(files[1]!)]);
    loading.isDone = true;
    await watching;
    expect([...observedLists].filter((names) => names !== "300 A" && names !== "300 B")).toEqual([]);
  });

  test("from the console prints what changed, and refuses a file in another format", async () => {
    const run = (...args: string[]) => runShopCommand(server.databaseConfig, folder, ["postal-codes", ...args]);
    const filePath = path.join(folder, "CPdescarga.txt");
    writeFileSync(filePath, OFFICIAL_FILE);
    expect(await run("import", filePath)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("2 códigos con 4 colonias"),
    });
    expect(await run("status")).toMatchObject({ status: 0, stdout: expect.stringContaining("CPdescarga.txt") });
    writeFileSync(filePath, "uno,dos");
    expect(await run("import", filePath)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("faltan sus columnas"),
    });
    expect(await run("import", path.join(folder, "no-existe.txt"))).toMatchObject({ status: 1 });
  });
});

describe("GET /api/v1/postal-codes/{code}", () => {
  test("answers with the postal area of a code, and 304 to its ETag", async () => {
    await importPostalCodes(server.app, { list: await readList(OFFICIAL_FILE), fileName: "cp.txt", by: BY });
    const response = await server.call("GET", "/api/v1/postal-codes/10010");
    expect(response.status).toBe(200);
    expect(response.json).toEqual({
      code: "10010",
      state: "Michoacán",
      city: "Cuajícuaro",
      locality: "Ciudad Cuajícuaro",
      neighborhoods: ["Álamos", "Jardín Ñandú", "La Raya"],
    });
    const etag = response.headers.get("etag")!;
    expect(response.headers.get("cache-control")).toContain("public");
    const secondResponse = await server.call("GET", "/api/v1/postal-codes/10010", {
      headers: { "If-None-Match": etag },
    });
    expect(secondResponse.status).toBe(304);
  });

  test.each([
    ["99998", 404, "NOT_FOUND"],
    ["0670", 422, "VALIDATION_FAILED"],
    ["067001", 422, "VALIDATION_FAILED"],
    ["ABCDE", 422, "VALIDATION_FAILED"],
    ["%00000", 400, "MALFORMED"],
  ])("answers %s with %i", async (code, status, problemCode) => {
    const response = await server.call("GET", `/api/v1/postal-codes/${code}`);
    expect([response.status, (response.json as { code: string }).code]).toEqual([status, problemCode]);
    if (status === 422) expect(response.json).toMatchObject({ errors: [{ path: "code" }] });
  });
});
