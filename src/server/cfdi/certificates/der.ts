/** The part of DER that certificates need: a value is a tag, a length and its bytes (X.690). */
export interface DerValue {
  tag: number;
  content: Buffer;
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  bmp: 0x1e,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One value in DER. Its content is the concatenation of `contents`. */
export function encodeDer(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes = [];
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

/** An object identifier such as "2.5.4.3" in DER. */
export function encodeOid(dottedOid: string): Buffer {
  const [first = 0, second = 0, ...others] = dottedOid.split(".").map(Number);
  return encodeDer(TAG.oid, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

function base128(arc: number): number[] {
  const bytes = [arc & 0x7f];
  for (let rest = arc >>> 7; rest > 0; rest >>>= 7) bytes.unshift(0x80 | (rest & 0x7f));
  return bytes;
}

/** An instant to the second, in UTC: a UTCTime until 2049, a GeneralizedTime from 2050 (RFC 5280, 4.1.2.5). */
export function encodeDerTime(instant: Date): Buffer {
  const digits = instant.toISOString().replace(/\.\d+|[-:T]/g, "");
  return instant.getUTCFullYear() < 2050
    ? encodeDer(TAG.utcTime, Buffer.from(digits.slice(2)))
    : encodeDer(TAG.generalizedTime, Buffer.from(digits));
}

/**
 * The consecutive values in `bytes`. Null if the last value does not end where the bytes end, or if a length is
 * indefinite or has more than four bytes.
 */
export function readDer(bytes: Uint8Array): DerValue[] | null {
  const values: DerValue[] = [];
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  while (offset < buffer.length) {
    const tag = buffer[offset]!;
    const firstLengthByte = buffer[offset + 1];
    if (firstLengthByte === undefined || firstLengthByte === 0x80) return null;
    const lengthBytesCount = firstLengthByte > 0x80 ? firstLengthByte - 0x80 : 0;
    if (lengthBytesCount > 4 || offset + 2 + lengthBytesCount > buffer.length) return null;
    const length = lengthBytesCount > 0 ? buffer.readUIntBE(offset + 2, lengthBytesCount) : firstLengthByte;
    const start = offset + 2 + lengthBytesCount;
    if (start + length > buffer.length) return null;
    values.push({ tag, content: buffer.subarray(start, start + length) });
    offset = start + length;
  }
  return values;
}

/** The values inside a SEQUENCE, SET or explicit tag. Empty if they cannot be read. */
export function innerValues(value: DerValue | undefined): DerValue[] {
  return value && (value.tag & 0x20) !== 0 ? (readDer(value.content) ?? []) : [];
}

export function isOid(value: DerValue | undefined, dottedOid: string): boolean {
  return value?.tag === TAG.oid && encodeOid(dottedOid).subarray(2).equals(value.content);
}

/** Decodes any of the string types that names in certificates use. */
export function decodeDerText({ tag, content }: DerValue): string {
  if (tag === TAG.bmp) return new TextDecoder("utf-16be").decode(content);
  return content.toString(tag === TAG.utf8 ? "utf8" : "latin1");
}
