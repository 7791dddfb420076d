import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { ShopProcess } from "./shop-process.ts";

const shopProcess = new ShopProcess();
beforeAll(() => shopProcess.start(), 120_000);
afterAll(() => shopProcess.remove(), 60_000);

const PRODUCT_COUNT = 400;

/** Sends a request as a browser on the shop's own page does. */
async function send(path: string, body: BodyInit, cookie = ""): Promise<Response> {
  const headers = { "Sec-Fetch-Site": "same-origin", Origin: shopProcess.origin, Cookie: cookie };
  return fetch(shopProcess.origin + path, { method: "POST", body, headers, redirect: "manual" });
}

/**
 * Kills the process while a batch, not the first one, waits to store its sizes. Returns how many rows were imported.
 */
async function killInBatch(db: Db): Promise<number> {
  for (;;) {
    const importedCount = await transact(db, async (tx) => {
      // The lock is granted between two batches, and the next batch waits for it.
      await sql`LOCK TABLE sizes IN SHARE MODE`.execute(tx);
      const { rows } = await sql<{ imported: number }>`
        SELECT count(*)::int AS imported FROM import_rows WHERE outcome IS NOT NULL`.execute(tx);
      if (rows[0]!.imported > 0) {
        await sleep(500);
        await shopProcess.kill("SIGKILL");
      }
      return rows[0]!.imported;
    });
    if (importedCount > 0) return importedCount;
    await sleep(20);
  }
}

test("kill -9 in the middle of an import: the next process continues the import", { timeout: 300_000 }, async () => {
  const signInResponse = await send(
    "/panel/entrar",
    new URLSearchParams({ email: "duena@ejemplo.mx", password: "demo1234" }),
  );
  const cookie = signInResponse.headers.get("set-cookie")!.split(";")[0]!;
  const rows = Array.from({ length: PRODUCT_COUNT }, (_, n) => `zutano-${n},Zutano ${n},100,M,2`);
  const form = new FormData();
  form.set("file", new File([["Clave,Nombre,Precio,Talla,Piezas", ...rows].join("\n")], "zutano.csv"));
  const uploadResponse = await send("/panel/productos/importar", form, cookie);
  const path = uploadResponse.headers.get("location")!;
  expect((await send(path, new URLSearchParams({ intent: "start" }), cookie)).status).toBe(302);

  /** The outcome of each row, from the page's CSV. */
  const readOutcomes = async (): Promise<string[]> => {
    const response = await fetch(`${shopProcess.origin}${path}/renglones`, { headers: { Cookie: cookie } });
    const lines = (await response.text()).trim().split("\r\n").slice(1);
    return lines.map((line) => line.split(",")[3]!);
  };
  const countImportedRows = async () => (await readOutcomes()).filter((outcome) => outcome === "Nuevo").length;
  const importedCountBefore = await shopProcess.withDatabase(killInBatch);
  expect(importedCountBefore).toBeLessThan(PRODUCT_COUNT);
  await shopProcess.start();
  await expect.poll(countImportedRows, { timeout: 150_000, interval: 1_000 }).toBe(PRODUCT_COUNT);
  expect(await readOutcomes()).toEqual(Array.from({ length: PRODUCT_COUNT }, () => "Nuevo"));

  // Each product was imported once, with its first pieces.
  const response = await fetch(`${shopProcess.origin}/panel/productos/exportar?q=zutano`, {
    headers: { Cookie: cookie },
  });
  const exportedLines = (await response.text()).trim().split("\r\n").slice(1);
  expect(exportedLines).toHaveLength(PRODUCT_COUNT);
  expect(exportedLines.filter((line) => line.endsWith(",M,2,,,"))).toHaveLength(PRODUCT_COUNT);
});
