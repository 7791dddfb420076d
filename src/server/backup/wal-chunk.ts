import { segmentStart, type Lsn } from "./lsn.ts";

/** A stored piece of WAL: the bytes from `start` to before `end` of one timeline, within one segment. */
export interface WalChunk {
  timeline: number;
  start: Lsn;
  end: Lsn;
}

const CHUNK_NAME = /^([0-9a-f]{8})-([0-9a-f]{16})-([0-9a-f]{16})\.wal\.gz$/;

/** The chunk's name in the store: it contains all fields of the chunk, so that a listing of names is enough. */
export function chunkName({ timeline, start, end }: WalChunk): string {
  const hex = (number: bigint, digits: number): string => number.toString(16).padStart(digits, "0");
  return `${hex(BigInt(timeline), 8)}-${hex(start, 16)}-${hex(end, 16)}.wal.gz`;
}

/** Reads a chunk's fields from its name. Undefined if the name is not that of a chunk. */
export function parseChunkName(name: string): WalChunk | undefined {
  const [, timeline, start, end] = CHUNK_NAME.exec(name) ?? [];
  if (!timeline || !start || !end) return undefined;
  return { timeline: Number.parseInt(timeline, 16), start: BigInt(`0x${start}`), end: BigInt(`0x${end}`) };
}

/**
 * The position up to which the chunks of this timeline together have all bytes from `start` on. If they do not have
 * the byte at `start`, the position is `start`.
 */
export function contiguousEnd(chunks: readonly WalChunk[], timeline: number, start: Lsn): Lsn {
  let end = start;
  for (const chunk of chunksOfTimeline(chunks, timeline)) {
    if (chunk.start > end) break;
    if (chunk.end > end) end = chunk.end;
  }
  return end;
}

/** The chunks of one timeline, in the order of their bytes. Some may overlap: then both have the same bytes there. */
export function chunksOfTimeline(chunks: readonly WalChunk[], timeline: number): WalChunk[] {
  return chunks
    .filter((chunk) => chunk.timeline === timeline)
    .toSorted((a, b) => (a.start === b.start ? Number(a.end - b.end) : a.start < b.start ? -1 : 1));
}

/** The smaller chunks that `largerChunk` contains. They are redundant once it is stored. */
export function chunksCoveredBy(largerChunk: WalChunk, chunks: readonly WalChunk[]): WalChunk[] {
  return chunks.filter(
    (chunk) =>
      chunk.timeline === largerChunk.timeline &&
      chunk.start >= largerChunk.start &&
      chunk.end <= largerChunk.end &&
      (chunk.start !== largerChunk.start || chunk.end !== largerChunk.end),
  );
}

/** Whether a chunk that starts at `start` is part of the segment that contains `lsn`. */
export function areInSameSegment(start: Lsn, lsn: Lsn, segmentBytes: number): boolean {
  return segmentStart(start, segmentBytes) === segmentStart(lsn, segmentBytes);
}
