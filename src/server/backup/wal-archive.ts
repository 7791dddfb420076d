import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import type { Files } from "../adapters/files/files.ts";
import { formatLsn, parseLsn, type Lsn } from "./lsn.ts";
import { chunkName, chunksCoveredBy, parseChunkName, type WalChunk } from "./wal-chunk.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const StoredReach = z.object({
  until: z.iso.datetime({ offset: true }),
  lsn: z.string(),
  lastReference: z.int().nullable(),
});

/** How far the archive of a timeline goes: everything that was committed before `until` is in it. */
export interface WalReach {
  until: Date;
  lsn: Lsn;
  /** The newest order number then. Null if the server has no orders. */
  lastReference: number | null;
}

/** The WAL of one database server in a backup store. */
export class WalArchive {
  private readonly files: Files;

  constructor(files: Files) {
    this.files = files;
  }

  async listChunks(): Promise<WalChunk[]> {
    const chunks: WalChunk[] = [];
    for await (const { name } of this.files.list()) {
      const chunk = parseChunkName(name);
      if (chunk) chunks.push(chunk);
    }
    return chunks;
  }

  async put(chunk: WalChunk, bytes: Buffer): Promise<void> {
    await this.files.put(chunkName(chunk), await compress(bytes, { level: 1 }), "application/gzip");
  }

  /**
   * Reads a chunk. If it was merged into a larger chunk since it was listed, reads that one. Throws `BrokenBackup` if
   * the chunk is missing, damaged (gzip has its own checksum) or has another length than its name says.
   */
  async read(chunk: WalChunk): Promise<Buffer> {
    const name = chunkName(chunk);
    const compressedBytes = await this.files.read(name);
    if (!compressedBytes) {
      const largerChunk = (await this.listChunks()).find((other) => chunksCoveredBy(other, [chunk]).length > 0);
      if (!largerChunk) throw new BrokenBackup(`Falta ${name}.`);
      const offset = Number(chunk.start - largerChunk.start);
      return (await this.read(largerChunk)).subarray(offset, offset + Number(chunk.end - chunk.start));
    }
    const bytes = await decompress(compressedBytes).catch(() => {
      throw new BrokenBackup(`${name} está dañado.`);
    });
    if (BigInt(bytes.byteLength) !== chunk.end - chunk.start) throw new BrokenBackup(`${name} está incompleto.`);
    return bytes;
  }

  async remove(chunk: WalChunk): Promise<void> {
    await this.files.remove(chunkName(chunk));
  }

  /**
   * Stores the history of a timeline: the timelines from which it descends, and where each one ended (PostgreSQL's
   * manual, "TIMELINE_HISTORY").
   */
  async putHistory(timeline: number, text: string): Promise<void> {
    await this.files.put(historyName(timeline), Buffer.from(text), "text/plain");
  }

  async listHistories(): Promise<{ timeline: number; text: Buffer }[]> {
    const histories: { timeline: number; text: Buffer }[] = [];
    for await (const { name } of this.files.list()) {
      const [, timeline] = /^([0-9a-f]{8})\.history$/.exec(name) ?? [];
      const text = timeline && (await this.files.read(name));
      if (text) histories.push({ timeline: Number.parseInt(timeline, 16), text });
    }
    return histories;
  }

  async putReach(timeline: number, { until, lsn, lastReference }: WalReach): Promise<void> {
    const reachJson = { until: until.toISOString(), lsn: formatLsn(lsn), lastReference };
    await this.files.put(reachName(timeline), Buffer.from(JSON.stringify(reachJson)), "application/json");
  }

  /** Undefined if no reach of this timeline was stored yet. Throws `BrokenBackup` if the stored one is damaged. */
  async findReach(timeline: number): Promise<WalReach | undefined> {
    const reachBytes = await this.files.read(reachName(timeline));
    if (!reachBytes) return undefined;
    try {
      const { until, lsn, lastReference } = StoredReach.parse(JSON.parse(reachBytes.toString("utf8")));
      return { until: new Date(until), lsn: parseLsn(lsn), lastReference };
    } catch {
      throw new BrokenBackup(`${reachName(timeline)} está dañado.`);
    }
  }
}

/** A stored backup is incomplete or damaged. The message, in Spanish, says how. */
export class BrokenBackup extends Error {
  override name = "BrokenBackup";
}

function historyName(timeline: number): string {
  return `${timeline.toString(16).padStart(8, "0")}.history`;
}

function reachName(timeline: number): string {
  return `reach-${timeline.toString(16).padStart(8, "0")}.json`;
}
