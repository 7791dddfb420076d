import { inflateSync } from "node:zlib";

const WOFF = "wOFF";
const HEADER = 44;
const ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/**
 * The font in a WOFF file (W3C, WOFF 1.0) without its compression, as TrueType or OpenType. pdfkit decompresses a table of
 * a WOFF in JavaScript each time that it reads one, which is most of the time of drawing a page.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== WOFF) throw new Error("not a WOFF font");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const at = HEADER + i * ENTRY;
    const [offset, packedLength, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(offset, offset + packedLength);
    const content = packedLength < length ? inflateSync(packed) : packed;
    return { tag: woff.subarray(at, at + 4), checksum: woff.subarray(at + 16, at + 20), content };
  });
  const header = Buffer.alloc(SFNT_HEADER);
  woff.copy(header, 0, 4, 8);
  const entrySelector = Math.floor(Math.log2(count));
  const searchRange = 2 ** entrySelector * SFNT_ENTRY;
  [count, searchRange, entrySelector, count * SFNT_ENTRY - searchRange].forEach((value, i) =>
    header.writeUInt16BE(value, 4 + 2 * i),
  );
  let offset = SFNT_HEADER + count * SFNT_ENTRY;
  const entries = tables.map(({ tag, checksum, content }) => {
    const place = Buffer.alloc(8);
    place.writeUInt32BE(offset, 0);
    place.writeUInt32BE(content.length, 4);
    offset += content.length + padding(content);
    return Buffer.concat([tag, checksum, place]);
  });
  return Buffer.concat([
    header,
    ...entries,
    ...tables.flatMap(({ content }) => [content, Buffer.alloc(padding(content))]),
  ]);
}

/** Tables begin at multiples of four bytes. */
function padding({ length }: Buffer): number {
  return (4 - (length % 4)) % 4;
}
