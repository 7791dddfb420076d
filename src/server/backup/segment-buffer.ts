import { segmentStart, type Lsn } from "./lsn.ts";
import type { WalChunk } from "./wal-chunk.ts";

interface WaitingChunk extends WalChunk {
  bytes: Buffer;
}

/** Received WAL: full segments that are not stored yet, and all bytes of the segment that is being received. */
export class SegmentBuffer {
  /** The position up to which WAL was received. */
  receivedTo: Lsn;
  private readonly completed: WaitingChunk[] = [];
  private current: Buffer;
  private readonly timeline: number;
  private readonly segmentBytes: number;

  /** `start` is the beginning of a segment. */
  constructor(timeline: number, start: Lsn, segmentBytes: number) {
    this.timeline = timeline;
    this.segmentBytes = segmentBytes;
    this.receivedTo = start;
    this.current = Buffer.alloc(segmentBytes);
  }

  /** Adds the next bytes. Throws if bytes are missing in between. */
  add(start: Lsn, bytes: Buffer): void {
    if (start !== this.receivedTo) throw new Error(`WAL from ${start} instead of ${this.receivedTo}`);
    let rest = bytes;
    while (rest.byteLength > 0) {
      const from = segmentStart(this.receivedTo, this.segmentBytes);
      const offset = Number(this.receivedTo - from);
      const part = rest.subarray(0, this.segmentBytes - offset);
      part.copy(this.current, offset);
      this.receivedTo += BigInt(part.byteLength);
      rest = rest.subarray(part.byteLength);
      if (offset + part.byteLength === this.segmentBytes) this.complete(from);
    }
  }

  /** Full segments that are not stored yet, oldest first. */
  get waiting(): readonly WaitingChunk[] {
    return this.completed;
  }

  /** Removes the oldest full segment, once it is stored. */
  shift(): void {
    this.completed.shift();
  }

  /** The bytes of the segment that is being received, from `start` on. Undefined if there are none. */
  partial(start: Lsn): WaitingChunk | undefined {
    const from = segmentStart(this.receivedTo, this.segmentBytes);
    const begin = start < from ? from : start;
    if (begin >= this.receivedTo) return undefined;
    const bytes = Buffer.from(this.current.subarray(Number(begin - from), Number(this.receivedTo - from)));
    return { timeline: this.timeline, start: begin, end: this.receivedTo, bytes };
  }

  private complete(start: Lsn): void {
    this.completed.push({ timeline: this.timeline, start, end: this.receivedTo, bytes: this.current });
    this.current = Buffer.alloc(this.segmentBytes);
  }
}
