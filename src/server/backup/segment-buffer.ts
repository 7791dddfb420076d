import { segmentStart, type Lsn } from "./lsn.ts";
import type { WalChunk } from "./wal-chunk.ts";

interface ReceivedChunk extends WalChunk {
  bytes: Buffer;
}

/** Received WAL: full segments that are not stored yet, and all bytes of the segment that is being received. */
export class SegmentBuffer {
  /** The position up to which WAL was received. */
  receivedTo: Lsn;
  private readonly unstoredSegments: ReceivedChunk[] = [];
  private currentSegment: Buffer;
  private readonly timeline: number;
  private readonly segmentBytes: number;

  /** `start` is the beginning of a segment. */
  constructor(timeline: number, start: Lsn, segmentBytes: number) {
    this.timeline = timeline;
    this.segmentBytes = segmentBytes;
    this.receivedTo = start;
    this.currentSegment = Buffer.alloc(segmentBytes);
  }

  /** Adds the next bytes. Throws if `start` is not the end of the bytes received before. */
  add(start: Lsn, bytes: Buffer): void {
    if (start !== this.receivedTo) throw new Error(`WAL from ${start} instead of ${this.receivedTo}`);
    let remainingBytes = bytes;
    while (remainingBytes.byteLength > 0) {
      const currentStart = segmentStart(this.receivedTo, this.segmentBytes);
      const offset = Number(this.receivedTo - currentStart);
      const fittingBytes = remainingBytes.subarray(0, this.segmentBytes - offset);
      fittingBytes.copy(this.currentSegment, offset);
      this.receivedTo += BigInt(fittingBytes.byteLength);
      remainingBytes = remainingBytes.subarray(fittingBytes.byteLength);
      if (offset + fittingBytes.byteLength === this.segmentBytes) this.completeSegment(currentStart);
    }
  }

  /** Full segments that are not stored yet, oldest first. */
  get fullSegments(): readonly ReceivedChunk[] {
    return this.unstoredSegments;
  }

  /** Removes the oldest full segment, once it is stored. */
  shift(): void {
    this.unstoredSegments.shift();
  }

  /** The bytes of the segment that is being received, from `start` on. Undefined if there are none. */
  copyPartialSegment(start: Lsn): ReceivedChunk | undefined {
    const currentStart = segmentStart(this.receivedTo, this.segmentBytes);
    const chunkStart = start < currentStart ? currentStart : start;
    if (chunkStart >= this.receivedTo) return undefined;
    const bytes = Buffer.from(
      this.currentSegment.subarray(Number(chunkStart - currentStart), Number(this.receivedTo - currentStart)),
    );
    return { timeline: this.timeline, start: chunkStart, end: this.receivedTo, bytes };
  }

  private completeSegment(start: Lsn): void {
    this.unstoredSegments.push({ timeline: this.timeline, start, end: this.receivedTo, bytes: this.currentSegment });
    this.currentSegment = Buffer.alloc(this.segmentBytes);
  }
}
