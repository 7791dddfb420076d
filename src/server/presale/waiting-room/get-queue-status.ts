import { createHash, createHmac } from "node:crypto";
import {
  pollSeconds,
  pollSecondsBefore,
  pollSecondsSoldOut,
  stretched,
  waitMinutes,
} from "../../../domain/waiting-room.ts";
import { isRefusal, refuse, type Refusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import { writeGrant } from "./grant.ts";
import { issueGrant } from "./issue-grant.ts";
import type { Room, Visitor } from "./queries.ts";

/** What a visitor is told; which state, decides what else there is. */
export interface Look {
  state: "EARLY" | "WAITING" | "ADMITTED" | "ENDED" | "SOLD_OUT";
  room: Room;
  /** Null before the draw. */
  place: number | null;
  ahead: number;
  waitMinutes: number | null;
  /** There are pieces for all ahead of him and one for him, if each takes one. */
  isLikely: boolean;
  /** Nothing on the shelf: when the first live cart ends. Null while there is something, or nothing to come. */
  piecesBackAt: Date | null;
  grant: string | null;
  grantEndsAt: Date | null;
  cartId: string | null;
  pollSeconds: number;
}

export type QueueStatusRefusal = Refusal<"room_closed" | "room_place_not_found" | "code_over">;

/** The browser's secret never gets into the data; the presale in it keeps one browser's rooms apart. */
export function hashSecret(presaleId: string, secret: string): Buffer {
  return createHash("sha256").update(`${presaleId} ${secret}`).digest();
}

/** An address to count by, that cannot be read back without the room's key. */
export function originOf(room: Room, address: string): Buffer {
  return createHmac("sha256", room.grantKey).update(`address ${address}`).digest().subarray(0, 16);
}

/** Where a visitor stands. His turn has come and he is here: his grant begins. */
export async function getQueueStatus(app: App, presaleId: string, secret: string): Promise<Look | QueueStatusRefusal> {
  const seen = await find(app, presaleId, secret);
  return isRefusal(seen) ? seen : { ...seen, pollSeconds: stretched(seen.pollSeconds, app.queueStatus.stretch) };
}

async function find(app: App, presaleId: string, secret: string): Promise<Look | QueueStatusRefusal> {
  const room = await app.queueStatus.find(presaleId);
  if (!room) return refuse("room_closed");
  const visitor = await app.queueStatus.findVisitor(hashSecret(presaleId, secret));
  if (!visitor) return refuse("room_place_not_found");
  const isCalled = visitor.place !== null && visitor.place <= room.calledUpTo;
  if (!isCalled || visitor.grantEndsAt || isSoldOut(room)) return tell(room, visitor);
  const endsAt = await issueGrant(app.genericPlans, visitor.id);
  if (isRefusal(endsAt)) return endsAt;
  if (endsAt) return tell(room, { ...visitor, grantEndsAt: endsAt, isGrantLive: true });
  // Another tab was quicker.
  return tell(room, (await app.queueStatus.findVisitor(visitor.secretHash)) ?? visitor);
}

/** Neither on the shelf nor in a live cart: what there was is ordered. */
function isSoldOut(room: Room): boolean {
  return room.drawnAt !== null && room.shelfPieces === 0 && room.cartPieces === 0;
}

function tell(room: Room, { place, grantEndsAt, isGrantLive, cartId, id }: Visitor): Look {
  const chance = Math.random();
  const ahead = Math.max(0, (place ?? 0) - room.calledUpTo - 1);
  const pieces = room.shelfPieces + room.cartPieces;
  const common = {
    room,
    place,
    ahead,
    waitMinutes: null,
    isLikely: ahead < pieces,
    piecesBackAt: room.shelfPieces === 0 ? room.firstCartEndsAt : null,
    grant: null,
    grantEndsAt: null,
    cartId,
    pollSeconds: pollSeconds(ahead, chance),
  };
  if (isGrantLive && grantEndsAt && !(isSoldOut(room) && cartId === null)) {
    const grant = writeGrant({ presaleId: room.presaleId, visitorId: id, endsAt: grantEndsAt }, room.grantKey);
    return { ...common, state: "ADMITTED", grant, grantEndsAt };
  }
  if (isSoldOut(room)) return { ...common, state: "SOLD_OUT", pollSeconds: pollSecondsSoldOut(chance) };
  if (grantEndsAt) return { ...common, state: "ENDED" };
  if (place === null) {
    const toOpening = (room.opensAt.getTime() - room.now.getTime()) / 1_000;
    return { ...common, state: "EARLY", pollSeconds: pollSecondsBefore(toOpening, room.undrawn, chance) };
  }
  const minutes = Math.min(5, (room.now.getTime() - (room.drawnAt ?? room.now).getTime()) / 60_000);
  const wait = waitMinutes({
    ahead,
    called: room.calledLately,
    minutes,
    choosingAtOnce: room.choosingAtOnce,
    pieces,
  });
  return { ...common, state: "WAITING", waitMinutes: wait };
}
