import { monitorEventLoopDelay } from "node:perf_hooks";
import { pollDelayFactor } from "../../../domain/waiting-room.ts";
import type { Db } from "../../db/connect.ts";
import { QUEUE_TIMEOUT_MS, Batcher } from "../../db/batcher.ts";
import { admitVisitors, countVisitorsToAdmit } from "./admit-visitors.ts";
import { assignPlaces } from "./assign-places.ts";
import { findRoom, listVisitors, type Room, type Visitor } from "./queries.ts";

/** How long a room is cached. */
const CACHE_MS = 1_000;
/** How often the event loop's delay is sampled. The measured delay includes this interval, even in an idle loop. */
const SAMPLE_MS = 20;
const MAX_LOOKUPS_PER_BATCH = 256;
/**
 * How long lookups are collected for one statement. With one statement per visitor they caused half of the total load.
 */
const COLLECT_MS = 25;

interface CachedRoom {
  readAtMs: number;
  room: Promise<Room | undefined>;
}

/**
 * Caches the state of waiting rooms in this process, for a second. The first request after that reads the room again.
 * The same read assigns places at the opening and admits the next visitors, so that a room without visitors
 * causes no queries. The rows of visitors are not cached: one statement reads them for all requests that wait at that
 * moment.
 */
export class WaitingRoomCache {
  private readonly rooms = new Map<string, CachedRoom>();
  private readonly visitorLookups: Batcher<Buffer, Visitor | undefined>;
  /** The factor by which polling intervals are extended now. */
  currentPollDelayFactor = 1;
  private readonly eventLoopDelay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  private readonly genericPlanDb: Db;

  constructor(genericPlanDb: Db) {
    this.genericPlanDb = genericPlanDb;
    this.visitorLookups = new Batcher((hashes) => lookUpVisitors(genericPlanDb, hashes), {
      maxBatchSize: MAX_LOOKUPS_PER_BATCH,
      collectMs: COLLECT_MS,
      queueTimeoutMs: QUEUE_TIMEOUT_MS,
    });
    this.eventLoopDelay.enable();
  }

  /** Undefined if the presale has no active waiting room. */
  find(presaleId: string): Promise<Room | undefined> {
    const cachedRoom = this.rooms.get(presaleId);
    if (cachedRoom && performance.now() - cachedRoom.readAtMs < CACHE_MS) return cachedRoom.room;
    const room = this.refresh(presaleId);
    this.rooms.set(presaleId, { readAtMs: performance.now(), room });
    room.catch(() => this.rooms.delete(presaleId));
    return room;
  }

  findVisitor(secretHash: Buffer): Promise<Visitor | undefined> {
    return this.visitorLookups.run(secretHash);
  }

  private async refresh(presaleId: string): Promise<Room | undefined> {
    this.updatePollDelayFactor();
    const room = await findRoom(this.genericPlanDb, presaleId);
    if (!room) return undefined;
    const isOpening = room.placesAssignedAt === null && room.opensAt <= room.now;
    if (isOpening) await assignPlaces(this.genericPlanDb, presaleId);
    if (!isOpening && countVisitorsToAdmit(room) === 0) return room;
    await admitVisitors(this.genericPlanDb, presaleId);
    return findRoom(this.genericPlanDb, presaleId);
  }

  private updatePollDelayFactor(): void {
    const eventLoopDelayMs = Number.isFinite(this.eventLoopDelay.mean) ? this.eventLoopDelay.mean / 1e6 - SAMPLE_MS : 0;
    this.currentPollDelayFactor = pollDelayFactor(eventLoopDelayMs);
    this.eventLoopDelay.reset();
  }
}

async function lookUpVisitors(db: Db, hashes: readonly Buffer[]): Promise<(Visitor | undefined)[]> {
  const visitors = await listVisitors(db, hashes);
  const byHash = new Map(visitors.map((visitor) => [visitor.secretHash.toString("base64"), visitor]));
  return hashes.map((hash) => byHash.get(hash.toString("base64")));
}
