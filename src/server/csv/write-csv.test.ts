import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { writeCsv } from "./write-csv.ts";

async function written(rows: readonly (string | number | null)[][]): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of writeCsv(["Uno", "Dos"], rows)) pieces.push(piece);
  return pieces.join("");
}

describe("CSV for a spreadsheet", () => {
  test("a reader of CSV finds every cell again", async () => {
    const rows = [
      ["Falda «larga», roja", 'dice "hola"'],
      ["dos\nlíneas", null],
    ];
    const read: unknown = parse(await written(rows), { bom: true });
    expect(read).toEqual([["Uno", "Dos"], rows[0], ["dos\nlíneas", ""]]);
  });

  test.each(["=1+1", "+52 55", "-1", "@SUM(A1)", "\t=1", "\r=1"])("text %j is no formula", async (cell) => {
    expect(await written([[cell, 1]])).toContain(`'${cell}`);
  });

  test("a figure stays one, below zero too", async () => {
    expect(await written([[-150.5, 0]])).toContain("-150.5,0\r\n");
  });

  test("a long list comes in pieces", async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => ["producto", n] as const);
    const pieces: string[] = [];
    for await (const piece of writeCsv(["Uno", "Dos"], rows)) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join("").split("\r\n")).toHaveLength(20_002);
  });
});
