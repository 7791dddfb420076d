import { sql } from "kysely";
import { refuse, type Refusal } from "../../../domain/refusal.ts";
import type { Db, Tx } from "../../db/connect.ts";
import { newId } from "../../db/new-id.ts";
import { QUEUE_TIMEOUT_MS, Batcher } from "../../db/batcher.ts";
import { transact } from "../../db/transact.ts";
import { lockRoom, type LockedRoom } from "./queries.ts";

export interface Arrival {
  secretHash: Buffer;
  /** A keyed hash of the visitor's IP address. */
  ipHash: Buffer;
  code: string;
  /** Whether the visitor asks to join again at the end of the queue. Has no effect before their grant has ended. */
  isRejoining: boolean;
}

type JoinRefusal = Refusal<"room_closed" | "room_code_full" | "room_address_full">;
type JoinResult = "joined" | JoinRefusal;

const MAX_ARRIVALS_PER_BATCH = 128;
/**
 * How long visitors are collected for a batch, which costs five statements and an fsync. A visitor does not notice this
 * delay.
 */
const COLLECT_MS = 40;

/**
 * Adds visitors to waiting rooms. Visitors who arrive at about the same time share one transaction per room, because
 * each transaction holds the room's lock and needs an fsync. Places are in order of arrival. Before the opening,
 * visitors have no place.
 */
export class VisitorQueue {
  private readonly batchers = new Map<string, Batcher<Arrival, JoinResult>>();
  private readonly genericPlanDb: Db;
  private readonly scale: number;

  /** `scale` multiplies the maximum number of visitors per IP address (RATE_LIMIT_SCALE). */
  constructor(genericPlanDb: Db, scale: number) {
    this.genericPlanDb = genericPlanDb;
    this.scale = scale;
  }

  /** A visitor gets one place, however often they join: the second of two tabs gets the same place. */
  join(presaleId: string, arrival: Arrival): Promise<JoinResult> {
    return this.batcherOf(presaleId).run(arrival);
  }

  private batcherOf(presaleId: string): Batcher<Arrival, JoinResult> {
    const existingBatcher = this.batchers.get(presaleId);
    if (existingBatcher) return existingBatcher;
    const batcher = new Batcher<Arrival, JoinResult>(
      (arrivals) => transact(this.genericPlanDb, (tx) => addArrivals(tx, presaleId, arrivals, this.scale)),
      {
        conflictKeysOf: ({ secretHash }) => [secretHash.toString("base64")],
        maxBatchSize: MAX_ARRIVALS_PER_BATCH,
        // Further batches would only wait for the room's lock.
        maxInFlight: 1,
        collectMs: COLLECT_MS,
        queueTimeoutMs: QUEUE_TIMEOUT_MS,
      },
    );
    this.batchers.set(presaleId, batcher);
    return batcher;
  }
}

async function addArrivals(
  tx: Tx,
  presaleId: string,
  arrivals: readonly Arrival[],
  scale: number,
): Promise<JoinResult[]> {
  const room = await lockRoom(tx, presaleId);
  if (!room) return arrivals.map(() => refuse("room_closed"));
  const rejoinedCount = room.arePlacesAssigned ? await moveToEnd(tx, presaleId, room, arrivals) : 0;
  return addNewVisitors(tx, presaleId, { ...room, lastPlace: room.lastPlace + rejoinedCount }, arrivals, scale);
}

/** Moves visitors whose grant has ended, and who join again, to the end of the queue. Returns their number. */
async function moveToEnd(tx: Tx, presaleId: string, room: LockedRoom, arrivals: readonly Arrival[]): Promise<number> {
  const hashes = arrivals.filter(({ isRejoining }) => isRejoining).map(({ secretHash }) => secretHash);
  if (hashes.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    WITH rejoining AS (
      SELECT id, row_number() OVER (ORDER BY grant_ends_at, id) AS nth FROM waiting_room_visitors
      WHERE secret_hash = ANY (${hashes}::bytea[]) AND grant_ends_at <= clock_timestamp()
    ), placed AS (
      UPDATE waiting_room_visitors v SET place = ${room.lastPlace}::int + rejoining.nth, joined_at = clock_timestamp(),
        admitted_at = NULL, grant_ends_at = NULL, cart_id = NULL, cart_assigned_at = NULL
      FROM rejoining WHERE v.id = rejoining.id RETURNING v.id)
    UPDATE waiting_rooms SET last_place = last_place + (SELECT count(*) FROM placed)::int WHERE presale_id = ${presaleId}
    RETURNING last_place - ${room.lastPlace}::int AS count`.execute(tx);
  return rows[0]!.count;
}

/**
 * Adds new visitors. A code with a maximum number of orders allows as many places. With a code for a single order, a
 * second browser takes over the place of the first, or is refused if both join in the same batch: then it may retry.
 * The counts are exact, because the room is locked.
 */
async function addNewVisitors(
  tx: Tx,
  presaleId: string,
  room: LockedRoom,
  arrivals: readonly Arrival[],
  scale: number,
): Promise<JoinResult[]> {
  const maxPerIp = Math.min(1_000_000, Math.ceil(room.placesOfAddress * scale));
  const { rows } = await sql<{ outcome: keyof typeof RESULTS }>`
    WITH requested AS MATERIALIZED (
      SELECT * FROM unnest(${arrivals.map(() => newId())}::uuid[], ${arrivals.map((arrival) => arrival.secretHash)}::bytea[],
        ${arrivals.map((arrival) => arrival.ipHash)}::bytea[], ${arrivals.map((arrival) => arrival.code)}::text[])
        WITH ORDINALITY AS a (id, secret_hash, ip_hash, code, nth)
    ), of_ip AS MATERIALIZED (
      SELECT o.ip_hash, count(v.id) AS count FROM (SELECT DISTINCT ip_hash FROM requested) o
      LEFT JOIN waiting_room_visitors v ON v.presale_id = ${presaleId} AND v.ip_hash = o.ip_hash GROUP BY 1
    ), of_code AS MATERIALIZED (
      SELECT c.code, c.max_uses, (SELECT count(*) FROM waiting_room_visitors v WHERE v.access_code = c.code) AS count
      FROM access_codes c WHERE c.code IN (SELECT code FROM requested) AND c.max_uses IS NOT NULL
    ), checked AS MATERIALIZED (
      SELECT a.*, CASE
          WHEN existing.id IS NOT NULL THEN 'EXISTING'
          WHEN c.max_uses = 1 AND c.count = 1 THEN 'TAKEN_OVER'
          WHEN c.count + row_number() OVER (PARTITION BY a.code, existing.id IS NULL ORDER BY a.nth) > c.max_uses
            THEN 'CODE_FULL'
          WHEN o.count + row_number() OVER (PARTITION BY a.ip_hash, existing.id IS NULL ORDER BY a.nth) > ${maxPerIp}::int
            THEN 'ADDRESS_FULL'
          ELSE 'NEW'
        END AS outcome
      FROM requested a JOIN of_ip o ON o.ip_hash = a.ip_hash LEFT JOIN of_code c ON c.code = a.code
      LEFT JOIN waiting_room_visitors existing ON existing.secret_hash = a.secret_hash
    ), joined AS (
      INSERT INTO waiting_room_visitors (id, presale_id, secret_hash, access_code, ip_hash, joined_at, place)
      SELECT id, ${presaleId}::uuid, secret_hash, code, ip_hash, clock_timestamp(),
        CASE WHEN ${room.arePlacesAssigned}::boolean THEN ${room.lastPlace}::int + row_number() OVER (ORDER BY nth) END
      FROM checked WHERE outcome = 'NEW' ORDER BY nth RETURNING place
    ), taken_over AS (
      UPDATE waiting_room_visitors v SET secret_hash = m.secret_hash
      FROM (SELECT DISTINCT ON (code) code, secret_hash FROM checked WHERE outcome = 'TAKEN_OVER'
        ORDER BY code, nth DESC) m
      WHERE v.access_code = m.code
    ), counted AS (
      UPDATE waiting_rooms SET last_place = last_place + (SELECT count(place) FROM joined)::int
      WHERE presale_id = ${presaleId} AND EXISTS (SELECT FROM joined WHERE place IS NOT NULL)
    )
    SELECT outcome FROM checked ORDER BY nth`.execute(tx);
  return rows.map(({ outcome }) => RESULTS[outcome]);
}

const RESULTS = {
  NEW: "joined",
  EXISTING: "joined",
  TAKEN_OVER: "joined",
  CODE_FULL: refuse("room_code_full"),
  ADDRESS_FULL: refuse("room_address_full"),
} as const satisfies Record<string, JoinResult>;
