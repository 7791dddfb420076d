import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseConfig } from "../db/database-config.ts";
import type { BackupStore } from "./backup-store.ts";
import { parseLsn, segmentStart, type Lsn } from "./lsn.ts";
import { ReplicationClient } from "./replication-client.ts";
import { ensureSlot } from "./replication-slot.ts";
import { SegmentBuffer } from "./segment-buffer.ts";
import { readServerFacts, withClient, type ServerFacts } from "./server-facts.ts";
import { WalArchive, type WalReach } from "./wal-archive.ts";
import { chunksCoveredBy, areInSameSegment, chunksOfTimeline, type WalChunk } from "./wal-chunk.ts";
import { WalReceiver } from "./wal-receiver.ts";

export interface ArchiveOptions {
  databaseConfig: DatabaseConfig;
  replicationConfig: DatabaseConfig;
  store: BackupStore;
  signal: AbortSignal;
  /**
   * Called with the instant and position up to which the archive is complete: after WAL was stored, and every
   * `IDLE_REACH_MS` while the server writes none.
   */
  onReach: (reach: WalReach, timeline: number) => Promise<void>;
  /**
   * Called if the server no longer has the WAL that follows the archive, or if the archive is empty. `keptFrom` is
   * where the server's WAL begins.
   */
  onGap: (keptFrom: Lsn) => Promise<void>;
}

/** Once a segment has this many small chunks, they are stored again as one. */
const MAX_SMALL_CHUNKS = 60;
/** How often the reach is stored while the server writes no WAL. */
const IDLE_REACH_MS = 10_000;
/** The receiver pauses while more full segments than this wait in memory for a slow store. */
const MAX_WAITING_SEGMENTS = 4;

/**
 * Archives the server's WAL until the signal is aborted or the connection is lost, which throws. One process at a time
 * can use the slot: PostgreSQL refuses the others (`55006`).
 */
export function archiveWal(options: ArchiveOptions): Promise<void> {
  return withClient(options.databaseConfig, async (client) => {
    const facts = await readServerFacts(client);
    const archive = new WalArchive(options.store.wal(facts.systemId));
    await archiveTimelineHistory(archive, facts.timeline, options.replicationConfig);
    const slot = await ensureSlot(client, options.replicationConfig);
    const chunks = chunksOfTimeline(await archive.listChunks(), facts.timeline);
    const end = chunks.reduce((latest, chunk) => (chunk.end > latest ? chunk.end : latest), 0n);
    if (end < slot.keptFrom) await options.onGap(slot.keptFrom);
    const start = segmentStart(end < slot.keptFrom ? slot.keptFrom : end, facts.segmentBytes);
    await new ArchiveSession({ ...options, client, archive, facts, slotName: slot.name, start, chunks }).run();
  });
}

async function archiveTimelineHistory(
  archive: WalArchive,
  timeline: number,
  databaseConfig: DatabaseConfig,
): Promise<void> {
  if (timeline === 1 || (await archive.listHistories()).some((history) => history.timeline === timeline)) return;
  const client = await ReplicationClient.open(databaseConfig);
  try {
    const [row] = await client.command(`TIMELINE_HISTORY ${timeline}`);
    await archive.putHistory(timeline, row![1]!);
  } finally {
    await client.end();
  }
}

interface SessionOptions extends ArchiveOptions {
  client: pg.Client;
  archive: WalArchive;
  facts: ServerFacts;
  slotName: string;
  start: Lsn;
  chunks: readonly WalChunk[];
}

class ArchiveSession {
  private archivedTo: Lsn;
  /** Stored chunks of the segment that is being received. */
  private smallChunks: WalChunk[];
  private reachStoredAt = 0;
  private storedReachLsn = -1n;
  private readonly buffer: SegmentBuffer;
  private readonly options: SessionOptions;

  constructor(options: SessionOptions) {
    const { facts, start, chunks } = options;
    this.options = options;
    this.archivedTo = start;
    this.buffer = new SegmentBuffer(facts.timeline, start, facts.segmentBytes);
    this.smallChunks = chunks.filter((chunk) => areInSameSegment(chunk.start, start, facts.segmentBytes));
  }

  async run(): Promise<void> {
    const { replicationConfig, slotName, start, facts, signal, store } = this.options;
    const receiver = await WalReceiver.open(replicationConfig, {
      slotName,
      timeline: facts.timeline,
      start,
      onWal: (from, bytes) => {
        this.buffer.add(from, bytes);
        if (this.buffer.fullSegments.length > MAX_WAITING_SEGMENTS) receiver.pause();
      },
    });
    const connectionLost = receiver.ended.then(() => {
      throw new Error("The server ended the replication stream");
    });
    connectionLost.catch(() => {});
    try {
      while (!signal.aborted) {
        await Promise.race([this.storeReceivedWal(receiver), connectionLost]);
        await Promise.race([sleep(store.intervalMs, undefined, { signal }).catch(() => {}), connectionLost]);
      }
      await Promise.race([this.storeReceivedWal(receiver), connectionLost]);
    } finally {
      receiver.close();
    }
  }

  /**
   * Stores the WAL received so far. Then stores the new reach, if the archive is complete up to it, and while the
   * server is idle only every `IDLE_REACH_MS`.
   */
  private async storeReceivedWal(receiver: WalReceiver): Promise<void> {
    const reach = await readReach(this.options.client);
    for (let waitedMs = 0; this.buffer.receivedTo < reach.lsn && waitedMs < 2_000; waitedMs += 20) await sleep(20);
    const archivedBefore = this.archivedTo;
    await this.storeSegments();
    await this.storePartialSegment();
    receiver.resume();
    if (this.archivedTo > archivedBefore) receiver.confirm(this.archivedTo);
    const isIdle = reach.lsn === this.storedReachLsn;
    if (this.archivedTo < reach.lsn || (isIdle && performance.now() - this.reachStoredAt < IDLE_REACH_MS)) return;
    await this.options.archive.putReach(this.options.facts.timeline, reach);
    await this.options.onReach(reach, this.options.facts.timeline);
    this.reachStoredAt = performance.now();
    this.storedReachLsn = reach.lsn;
  }

  private async storeSegments(): Promise<void> {
    const { archive } = this.options;
    for (;;) {
      const [segment] = this.buffer.fullSegments;
      if (!segment) return;
      await archive.put(segment, segment.bytes);
      for (const chunk of chunksCoveredBy(segment, this.smallChunks)) await archive.remove(chunk);
      this.smallChunks = [];
      this.archivedTo = segment.end;
      this.buffer.shift();
    }
  }

  private async storePartialSegment(): Promise<void> {
    const { archive } = this.options;
    const mergesChunks = this.smallChunks.length >= MAX_SMALL_CHUNKS;
    const chunk = this.buffer.copyPartialSegment(mergesChunks ? 0n : this.archivedTo);
    if (!chunk || chunk.end === this.archivedTo) return;
    const { timeline, start, end } = chunk;
    await archive.put({ timeline, start, end }, chunk.bytes);
    const coveredChunks = chunksCoveredBy(chunk, this.smallChunks);
    for (const coveredChunk of coveredChunks) await archive.remove(coveredChunk);
    this.smallChunks = [
      ...this.smallChunks.filter((smallChunk) => !coveredChunks.includes(smallChunk)),
      { timeline, start, end },
    ];
    this.archivedTo = end;
  }
}

/**
 * Reads the clock before the position, so that everything committed until that instant is in the WAL up to that
 * position.
 */
async function readReach(client: pg.Client): Promise<WalReach> {
  const { rows: clock } = await client.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  const { rows } = await client.query<{ lsn: string; reference: string | null }>(
    `SELECT pg_current_wal_flush_lsn()::text AS lsn,
      (SELECT last_value FROM pg_sequences WHERE sequencename = 'order_references')::text AS reference`,
  );
  const { lsn, reference } = rows[0]!;
  return {
    until: clock[0]!.now,
    lsn: parseLsn(lsn),
    lastReference: reference === null ? null : Number(reference),
  };
}
