/** A position in PostgreSQL's write-ahead log (WAL), in bytes: its type `pg_lsn`. */
export type Lsn = bigint;

/** Reads "16/B374D848". Throws on other texts. */
export function parseLsn(text: string): Lsn {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new Error(`Not a WAL position: ${JSON.stringify(text)}`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function formatLsn(lsn: Lsn): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`;
}

/** The first position of the segment that contains `lsn`. */
export function segmentStart(lsn: Lsn, segmentBytes: number): Lsn {
  return lsn - (lsn % BigInt(segmentBytes));
}

/** The name of the file that has this segment: PostgreSQL's `XLogFileName`. */
export function segmentFileName(timeline: number, lsn: Lsn, segmentBytes: number): string {
  const segmentNumber = lsn / BigInt(segmentBytes);
  const segmentsPerLogId = 0x1_0000_0000n / BigInt(segmentBytes);
  return [BigInt(timeline), segmentNumber / segmentsPerLogId, segmentNumber % segmentsPerLogId]
    .map((part) => part.toString(16).toUpperCase().padStart(8, "0"))
    .join("");
}
