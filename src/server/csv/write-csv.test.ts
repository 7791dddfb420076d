import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { writeCsv } from "./write-csv.ts";

async function toText(rows: readonly (string | number | null)[][]): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of writeCsv(["Uno", "Dos"], rows)) chunks.push(chunk);
  return chunks.join("");
}

describe("CSV for a spreadsheet", () => {
  test("a CSV parser returns the same cells", async () => {
    const rows = [
      ["Falda «larga», roja", 'dice "hola"'],
      ["dos\nlíneas", null],
    ];
    const parsed: unknown = parse(await toText(rows), { bom: true });
    expect(parsed).toEqual([["Uno", "Dos"], rows[0], ["dos\nlíneas", ""]]);
  });

  test.each(["=1+1", "+52 55", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1+1", "''-1"])(
    "the text %j gets an apostrophe, so that a spreadsheet does not execute it",
    async (cell) => {
      expect(await toText([[cell, 1]])).toContain(`'${cell}`);
    },
  );

  test("numbers, also negative ones, get no apostrophe", async () => {
    expect(await toText([[-150.5, 0]])).toContain("-150.5,0\r\n");
  });

  test("a long list is written in several chunks", async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => ["producto", n] as const);
    const chunks: string[] = [];
    for await (const chunk of writeCsv(["Uno", "Dos"], rows)) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.join("").split("\r\n")).toHaveLength(20_002);
  });
});
