import { monitorEventLoopDelay } from "node:perf_hooks";
import { stretchOf } from "../../../domain/waiting-room.ts";
import type { Db } from "../../db/connect.ts";
import { QUEUE_TIMEOUT_MS, Batcher } from "../../db/batcher.ts";
import { callVisitors, toCall } from "./call-visitors.ts";
import { drawPlaces } from "./draw-places.ts";
import { findRoom, listVisitors, type Room, type Visitor } from "./queries.ts";

/** Everybody is told what was true this long ago at the most. */
const FRESH_MS = 1_000;
/** How finely the event loop's delay is sampled; an idle one is this late, too. */
const SAMPLE_MS = 20;
const MAX_VISITORS = 256;
/** Nobody who waits minds so many milliseconds; a statement a visitor took half of all the work there was. */
const GATHER_MS = 25;

interface Seen {
  at: number;
  room: Promise<Room | undefined>;
}

/**
 * What this process tells those who wait. A room is read once a second, by whoever asks first; the same look draws the
 * places at the opening and calls who is next, so that a room nobody looks at costs nothing. Visitors' own rows are
 * read for all who ask at a moment in one statement. Nothing here is more than a second's memory: the database knows.
 */
export class QueueStatusCache {
  private readonly rooms = new Map<string, Seen>();
  private readonly asking: Batcher<Buffer, Visitor | undefined>;
  /** Times by which looks are put off now. */
  stretch = 1;
  private readonly delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  private readonly genericPlans: Db;

  constructor(genericPlans: Db) {
    this.genericPlans = genericPlans;
    this.asking = new Batcher((hashes) => findVisitors(genericPlans, hashes), {
      atOnce: MAX_VISITORS,
      gatherMs: GATHER_MS,
      queueTimeoutMs: QUEUE_TIMEOUT_MS,
    });
    this.delay.enable();
  }

  /** Undefined where the presale has no room that is on. */
  find(presaleId: string): Promise<Room | undefined> {
    const seen = this.rooms.get(presaleId);
    if (seen && performance.now() - seen.at < FRESH_MS) return seen.room;
    const room = this.look(presaleId);
    this.rooms.set(presaleId, { at: performance.now(), room });
    room.catch(() => this.rooms.delete(presaleId));
    return room;
  }

  findVisitor(secretHash: Buffer): Promise<Visitor | undefined> {
    return this.asking.ask(secretHash);
  }

  private async look(presaleId: string): Promise<Room | undefined> {
    this.breathe();
    const room = await findRoom(this.genericPlans, presaleId);
    if (!room) return undefined;
    const isToDraw = room.drawnAt === null && room.opensAt <= room.now;
    if (isToDraw) await drawPlaces(this.genericPlans, presaleId);
    if (!isToDraw && toCall(room) === 0) return room;
    await callVisitors(this.genericPlans, presaleId);
    return findRoom(this.genericPlans, presaleId);
  }

  private breathe(): void {
    const lagMs = Number.isFinite(this.delay.mean) ? this.delay.mean / 1e6 - SAMPLE_MS : 0;
    this.stretch = stretchOf(lagMs);
    this.delay.reset();
  }
}

async function findVisitors(db: Db, hashes: readonly Buffer[]): Promise<(Visitor | undefined)[]> {
  const visitors = await listVisitors(db, hashes);
  const byHash = new Map(visitors.map((visitor) => [visitor.secretHash.toString("base64"), visitor]));
  return hashes.map((hash) => byHash.get(hash.toString("base64")));
}
