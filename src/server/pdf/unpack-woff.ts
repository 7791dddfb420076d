import { inflateSync } from "node:zlib";

const WOFF_SIGNATURE = "wOFF";
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/**
 * Converts a WOFF file (W3C, WOFF 1.0) to the TrueType or OpenType font in it, without compression. pdfkit decompresses
 * a table of a WOFF in JavaScript each time that it reads the table, which takes most of the time in which a page is
 * drawn.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== WOFF_SIGNATURE) throw new Error("not a WOFF font");
  const tableCount = woff.readUInt16BE(12);
  const tables = Array.from({ length: tableCount }, (_, i) => {
    const entryOffset = HEADER_BYTES + i * ENTRY_BYTES;
    const [offset, packedLength, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entryOffset + field)) as [
      number,
      number,
      number,
    ];
    const packedTable = woff.subarray(offset, offset + packedLength);
    const content = packedLength < length ? inflateSync(packedTable) : packedTable;
    return {
      tag: woff.subarray(entryOffset, entryOffset + 4),
      checksum: woff.subarray(entryOffset + 16, entryOffset + 20),
      content,
    };
  });
  const header = Buffer.alloc(SFNT_HEADER_BYTES);
  woff.copy(header, 0, 4, 8);
  const entrySelector = Math.floor(Math.log2(tableCount));
  const searchRange = 2 ** entrySelector * SFNT_ENTRY_BYTES;
  [tableCount, searchRange, entrySelector, tableCount * SFNT_ENTRY_BYTES - searchRange].forEach((value, i) =>
    header.writeUInt16BE(value, 4 + 2 * i),
  );
  let offset = SFNT_HEADER_BYTES + tableCount * SFNT_ENTRY_BYTES;
  const entries = tables.map(({ tag, checksum, content }) => {
    const offsetAndLength = Buffer.alloc(8);
    offsetAndLength.writeUInt32BE(offset, 0);
    offsetAndLength.writeUInt32BE(content.length, 4);
    offset += content.length + countPaddingBytes(content);
    return Buffer.concat([tag, checksum, offsetAndLength]);
  });
  return Buffer.concat([
    header,
    ...entries,
    ...tables.flatMap(({ content }) => [content, Buffer.alloc(countPaddingBytes(content))]),
  ]);
}

/** The bytes to add after a table, because tables begin at multiples of four bytes. */
function countPaddingBytes({ length }: Buffer): number {
  return (4 - (length % 4)) % 4;
}
