import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

const deflateRawAsync = promisify(deflateRaw);

export interface ZipEntry {
  /** With folders: "facturas/A1.xml". */
  name: string;
  content: Uint8Array;
}

/** More files need ZIP64, which this writer does not have. */
const MAX_FILES = 65_535;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const CENTRAL_HEADER_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const VERSION = 20;
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATED = 8;
/** 1980-01-01 for all files, because their content has its own dates. */
const DOS_DATE = 0x0021;

/**
 * A ZIP file in chunks (PKWARE's APPNOTE 6.3). Only one entry at a time is in memory, so the file may be large. Throws
 * above 65,535 files or 4 GB.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const compressedContent = await deflateRawAsync(content);
    const nameBytes = Buffer.from(name);
    const sharedFields = Buffer.alloc(26); // In the header before the content, and in the central directory.
    sharedFields.writeUInt16LE(VERSION, 0);
    sharedFields.writeUInt16LE(FLAGS, 2);
    sharedFields.writeUInt16LE(DEFLATED, 4);
    sharedFields.writeUInt16LE(DOS_DATE, 8);
    sharedFields.writeUInt32LE(crc32(content), 10);
    sharedFields.writeUInt32LE(compressedContent.length, 14);
    sharedFields.writeUInt32LE(content.length, 18);
    sharedFields.writeUInt16LE(nameBytes.length, 22);
    // Not `Buffer.concat`: a small pooled buffer keeps its whole pool of 64 KB in memory.
    const record = Buffer.alloc(46 + nameBytes.length);
    record.writeUInt32LE(CENTRAL_HEADER_SIGNATURE, 0);
    record.writeUInt16LE(VERSION, 4);
    sharedFields.copy(record, 6);
    record.writeUInt32LE(offset, 42);
    nameBytes.copy(record, 46);
    directory.push(record);
    if (directory.length > MAX_FILES) throw new Error("too many files for one ZIP");
    const chunk = Buffer.concat([makeUint32(LOCAL_HEADER_SIGNATURE), sharedFields, nameBytes, compressedContent]);
    offset += chunk.length;
    yield chunk;
  }
  const records = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(records.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([records, end]);
}

function makeUint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
