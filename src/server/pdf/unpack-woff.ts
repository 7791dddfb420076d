import { inflateSync } from "node:zlib";

const WOFF = "wOFF";
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/**
 * Converts a WOFF file (W3C, WOFF 1.0) to the TrueType or OpenType font in it, without compression. pdfkit decompresses
 * a table of a WOFF in JavaScript each time that it reads the table, which is most of the time of drawing a page.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== WOFF) throw new Error("not a WOFF font");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
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
  const entrySelector = Math.floor(Math.log2(count));
  const searchRange = 2 ** entrySelector * SFNT_ENTRY_BYTES;
  [count, searchRange, entrySelector, count * SFNT_ENTRY_BYTES - searchRange].forEach((value, i) =>
    header.writeUInt16BE(value, 4 + 2 * i),
  );
  let offset = SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES;
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
