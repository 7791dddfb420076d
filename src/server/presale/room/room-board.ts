import { monitorEventLoopDelay } from "node:perf_hooks";
import { stretchOf } from "../../../domain/waiting-room.ts";
import type { Db } from "../../db/connect.ts";
import { callVisitors, toCall } from "./call-visitors.ts";
import { drawPlaces } from "./draw-places.ts";
import { findRoom, listVisitors, type Room, type Visitor } from "./queries.ts";

/** Everybody is told what was true this long ago at the most. */
const FRESH_MS = 1_000;
/** How finely the event loop's delay is sampled; an idle one is this late, too. */
const SAMPLE_MS = 20;
const MAX_VISITORS = 256;
const MAX_IN_FLIGHT = 2;
/** More than wait at any one moment; past it the shop says 503. */
const MAX_WAITING = 10_000;

/** Thrown when more visitors ask for their place than can be told soon: answered as 503. */
export class RoomCrowded extends Error {
  override name = "RoomCrowded";
}

interface Seen {
  at: number;
  room: Promise<Room | undefined>;
}

interface Asking {
  hash: Buffer;
  resolve: (visitor: Visitor | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * What this process tells those who wait. A room is read once a second, by whoever asks first; the same look draws the
 * places at the opening and calls who is next, so that a room nobody looks at costs nothing. Visitors' own rows are
 * read for all who ask at a moment in one statement. Nothing here is more than a second's memory: the database knows.
 */
export class RoomBoard {
  private readonly rooms = new Map<string, Seen>();
  private asking: Asking[] = [];
  private inFlight = 0;
  private scheduled = false;
  /** Times by which looks are put off now. */
  stretch = 1;
  private readonly delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  private readonly keyed: Db;

  constructor(keyed: Db) {
    this.keyed = keyed;
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
    if (this.asking.length >= MAX_WAITING) return Promise.reject(new RoomCrowded());
    return new Promise((resolve, reject) => {
      this.asking.push({ hash: secretHash, resolve, reject });
      this.schedule();
    });
  }

  private async look(presaleId: string): Promise<Room | undefined> {
    this.breathe();
    const room = await findRoom(this.keyed, presaleId);
    if (!room) return undefined;
    const isToDraw = room.drawnAt === null && room.opensAt <= room.now;
    if (isToDraw) await drawPlaces(this.keyed, presaleId);
    if (!isToDraw && toCall(room) === 0) return room;
    await callVisitors(this.keyed, presaleId);
    return findRoom(this.keyed, presaleId);
  }

  private breathe(): void {
    const lagMs = Number.isFinite(this.delay.mean) ? this.delay.mean / 1e6 - SAMPLE_MS : 0;
    this.stretch = stretchOf(lagMs);
    this.delay.reset();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      while (this.inFlight < MAX_IN_FLIGHT && this.asking.length > 0) void this.tellNext();
    });
  }

  private async tellNext(): Promise<void> {
    const batch = this.asking.splice(0, MAX_VISITORS);
    this.inFlight++;
    try {
      const visitors = await listVisitors(
        this.keyed,
        batch.map(({ hash }) => hash),
      );
      const byHash = new Map(visitors.map((visitor) => [visitor.secretHash.toString("base64"), visitor]));
      for (const { hash, resolve } of batch) resolve(byHash.get(hash.toString("base64")));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.inFlight--;
      if (this.asking.length > 0) this.schedule();
    }
  }
}
