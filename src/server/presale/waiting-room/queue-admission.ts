import { sql } from "kysely";
import { refuse, type Refusal } from "../../../domain/refusal.ts";
import type { Db, Tx } from "../../db/connect.ts";
import { newId } from "../../db/new-id.ts";
import { QUEUE_TIMEOUT_MS, Batcher } from "../../db/batcher.ts";
import { transact } from "../../db/transact.ts";
import { lockRoom, type LockedRoom } from "./queries.ts";

export interface Arrival {
  secretHash: Buffer;
  origin: Buffer;
  code: string;
  /** His grant ended: he wants to wait once more, at the end. */
  again: boolean;
}

type JoinRefusal = Refusal<"room_closed" | "room_code_full" | "room_address_full">;
type Joined = "joined" | JoinRefusal;

const MAX_ARRIVALS = 128;
/** Five statements and an fsync for whoever comes alone: nobody minds so many milliseconds at the door. */
const GATHER_MS = 40;

/**
 * Where visitors come in: all who come at a moment in one transaction a room, because each holds the room's lock and an
 * fsync. Places go in order of arrival; before the draw nobody has one.
 */
export class QueueAdmission {
  private readonly queues = new Map<string, Batcher<Arrival, Joined>>();
  private readonly genericPlans: Db;
  private readonly scale: number;

  /** `scale` multiplies how many visitors one address may be (RATE_LIMIT_SCALE). */
  constructor(genericPlans: Db, scale: number) {
    this.genericPlans = genericPlans;
    this.scale = scale;
  }

  /** One visitor, one place, however often he asks: the second of two tabs finds what the first one got. */
  join(presaleId: string, arrival: Arrival): Promise<Joined> {
    return this.queueOf(presaleId).ask(arrival);
  }

  private queueOf(presaleId: string): Batcher<Arrival, Joined> {
    const known = this.queues.get(presaleId);
    if (known) return known;
    const queue = new Batcher<Arrival, Joined>(
      (arrivals) => transact(this.genericPlans, (tx) => letIn(tx, presaleId, arrivals, this.scale)),
      {
        sameAs: ({ secretHash }) => secretHash.toString("base64"),
        atOnce: MAX_ARRIVALS,
        // They would only wait for the room's lock.
        inFlight: 1,
        gatherMs: GATHER_MS,
        queueTimeoutMs: QUEUE_TIMEOUT_MS,
      },
    );
    this.queues.set(presaleId, queue);
    return queue;
  }
}

async function letIn(tx: Tx, presaleId: string, arrivals: readonly Arrival[], scale: number): Promise<Joined[]> {
  const room = await lockRoom(tx, presaleId);
  if (!room) return arrivals.map(() => refuse("room_closed"));
  const returned = room.isDrawn ? await putBehind(tx, presaleId, room, arrivals) : 0;
  return letInNew(tx, presaleId, { ...room, lastPlace: room.lastPlace + returned }, arrivals, scale);
}

/** Those whose grant is over go to the end; answers how many they were. */
async function putBehind(tx: Tx, presaleId: string, room: LockedRoom, arrivals: readonly Arrival[]): Promise<number> {
  const hashes = arrivals.filter(({ again }) => again).map(({ secretHash }) => secretHash);
  if (hashes.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    WITH back AS (
      SELECT id, row_number() OVER (ORDER BY grant_ends_at, id) AS nth FROM waiting_room_visitors
      WHERE secret_hash = ANY (${hashes}::bytea[]) AND grant_ends_at <= clock_timestamp()
    ), placed AS (
      UPDATE waiting_room_visitors v SET place = ${room.lastPlace}::int + back.nth, joined_at = clock_timestamp(),
        called_at = NULL, grant_ends_at = NULL, cart_id = NULL, cart_at = NULL
      FROM back WHERE v.id = back.id RETURNING v.id)
    UPDATE waiting_rooms SET last_place = last_place + (SELECT count(*) FROM placed)::int WHERE presale_id = ${presaleId}
    RETURNING last_place - ${room.lastPlace}::int AS count`.execute(tx);
  return rows[0]!.count;
}

/**
 * A code good for so many orders is good for as many places; one for a single order takes its place along to another
 * browser. Counted under the room's lock, so exactly.
 */
async function letInNew(
  tx: Tx,
  presaleId: string,
  room: LockedRoom,
  arrivals: readonly Arrival[],
  scale: number,
): Promise<Joined[]> {
  const ofAddress = Math.min(1_000_000, Math.ceil(room.placesOfAddress * scale));
  const { rows } = await sql<{ verdict: keyof typeof ANSWERS }>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM unnest(${arrivals.map(() => newId())}::uuid[], ${arrivals.map((arrival) => arrival.secretHash)}::bytea[],
        ${arrivals.map((arrival) => arrival.origin)}::bytea[], ${arrivals.map((arrival) => arrival.code)}::text[])
        WITH ORDINALITY AS a (id, secret_hash, origin, code, nth)
    ), of_origin AS MATERIALIZED (
      SELECT o.origin, count(v.id) AS count FROM (SELECT DISTINCT origin FROM asked) o
      LEFT JOIN waiting_room_visitors v ON v.presale_id = ${presaleId} AND v.origin = o.origin GROUP BY 1
    ), of_code AS MATERIALIZED (
      SELECT c.code, c.max_uses, (SELECT count(*) FROM waiting_room_visitors v WHERE v.access_code = c.code) AS count
      FROM access_codes c WHERE c.code IN (SELECT code FROM asked) AND c.max_uses IS NOT NULL
    ), judged AS MATERIALIZED (
      SELECT a.*, CASE
          WHEN known.id IS NOT NULL THEN 'KNOWN'
          WHEN c.max_uses = 1 AND c.count = 1 THEN 'MOVED'
          WHEN c.count + row_number() OVER (PARTITION BY a.code, known.id IS NULL ORDER BY a.nth) > c.max_uses
            THEN 'CODE_FULL'
          WHEN o.count + row_number() OVER (PARTITION BY a.origin, known.id IS NULL ORDER BY a.nth) > ${ofAddress}::int
            THEN 'ADDRESS_FULL'
          ELSE 'NEW'
        END AS verdict
      FROM asked a JOIN of_origin o ON o.origin = a.origin LEFT JOIN of_code c ON c.code = a.code
      LEFT JOIN waiting_room_visitors known ON known.secret_hash = a.secret_hash
    ), joined AS (
      INSERT INTO waiting_room_visitors (id, presale_id, secret_hash, access_code, origin, joined_at, place)
      SELECT id, ${presaleId}::uuid, secret_hash, code, origin, clock_timestamp(),
        CASE WHEN ${room.isDrawn}::boolean THEN ${room.lastPlace}::int + row_number() OVER (ORDER BY nth) END
      FROM judged WHERE verdict = 'NEW' ORDER BY nth RETURNING place
    ), moved AS (
      UPDATE waiting_room_visitors v SET secret_hash = m.secret_hash
      FROM (SELECT DISTINCT ON (code) code, secret_hash FROM judged WHERE verdict = 'MOVED' ORDER BY code, nth DESC) m
      WHERE v.access_code = m.code
    ), counted AS (
      UPDATE waiting_rooms SET last_place = last_place + (SELECT count(place) FROM joined)::int
      WHERE presale_id = ${presaleId} AND EXISTS (SELECT FROM joined WHERE place IS NOT NULL)
    )
    SELECT verdict FROM judged ORDER BY nth`.execute(tx);
  return rows.map(({ verdict }) => ANSWERS[verdict]);
}

const ANSWERS = {
  NEW: "joined",
  KNOWN: "joined",
  MOVED: "joined",
  CODE_FULL: refuse("room_code_full"),
  ADDRESS_FULL: refuse("room_address_full"),
} as const satisfies Record<string, Joined>;
