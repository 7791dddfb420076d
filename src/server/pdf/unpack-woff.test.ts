import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { unpackWoff } from "./unpack-woff.ts";

const { resolve } = createRequire(import.meta.url);
const readWoff = (weight: number) =>
  readFileSync(resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`));

/** A table's checksum is the sum of its 32-bit numbers. The checksum of `head` excludes its third number. */
function checksumOf(tag: string, table: Buffer): number {
  const paddedTable = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
  let sum = 0;
  for (let offset = 0; offset < paddedTable.length; offset += 4) {
    if (tag !== "head" || offset !== 8) sum = (sum + paddedTable.readUInt32BE(offset)) >>> 0;
  }
  return sum;
}

test.each([400, 700])("every table of the unpacked font %i has the checksum that the font states", (weight) => {
  const woff = readWoff(weight);
  const font = unpackWoff(woff);
  expect(font.readUInt32BE(0)).toBe(0x00010000);
  expect(font).toHaveLength(woff.readUInt32BE(16));
  const tableCount = font.readUInt16BE(4);
  expect(tableCount).toBe(woff.readUInt16BE(12));
  for (let entryOffset = 12; entryOffset < 12 + 16 * tableCount; entryOffset += 16) {
    const tag = font.toString("latin1", entryOffset, entryOffset + 4);
    const [checksum, offset, length] = [4, 8, 12].map((field) => font.readUInt32BE(entryOffset + field)) as [
      number,
      number,
      number,
    ];
    expect(offset % 4).toBe(0);
    expect(checksumOf(tag, font.subarray(offset, offset + length)), tag).toBe(checksum);
  }
});

test("a file that is not a WOFF is refused", () =>
  expect(() => unpackWoff(Buffer.from("OTTO"))).toThrow("not a WOFF font"));
