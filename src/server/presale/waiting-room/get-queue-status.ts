import { createHash, createHmac } from "node:crypto";
import {
  pollSeconds,
  pollSecondsBeforeOpening,
  pollSecondsWhenSoldOut,
  delayedPollSeconds,
  waitMinutes,
} from "../../../domain/waiting-room.ts";
import { isRefusal, refuse, type Refusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import { writeGrant } from "./grant.ts";
import { issueGrant } from "./issue-grant.ts";
import type { Room, Visitor } from "./queries.ts";

/** A visitor's status. `state` decides which of the other fields apply. */
export interface QueueStatus {
  state: "EARLY" | "WAITING" | "ADMITTED" | "ENDED" | "SOLD_OUT";
  room: Room;
  /** Null before places are assigned. */
  place: number | null;
  ahead: number;
  waitMinutes: number | null;
  /** Whether there are enough pieces for all visitors ahead and for this visitor, if each takes one. */
  arePiecesLikelyLeft: boolean;
  /** When the first active cart expires, if no stock is available. Null if stock is available or no cart is active. */
  piecesBackAt: Date | null;
  grant: string | null;
  grantEndsAt: Date | null;
  cartId: string | null;
  pollSeconds: number;
}

export type QueueStatusRefusal = Refusal<"room_closed" | "room_place_not_found" | "code_over">;

/**
 * The hash that identifies a visitor. The secret of the browser is not stored. The hash includes the presale, so that
 * the same browser is another visitor in each room.
 */
export function hashSecret(presaleId: string, secret: string): Buffer {
  return createHash("sha256").update(`${presaleId} ${secret}`).digest();
}

/** A keyed hash of an IP address, to count its visitors. It cannot be reversed without the room's key. */
export function hashIp(room: Room, ip: string): Buffer {
  return createHmac("sha256", room.grantKey).update(`address ${ip}`).digest().subarray(0, 16);
}

/** A visitor's status. The first call after the visitor was admitted starts their grant, unless all pieces are sold. */
export async function startGrantAndGetStatus(
  app: App,
  presaleId: string,
  secret: string,
): Promise<QueueStatus | QueueStatusRefusal> {
  const status = await startGrantAndGetStatusWithoutPollDelay(app, presaleId, secret);
  return isRefusal(status)
    ? status
    : { ...status, pollSeconds: delayedPollSeconds(status.pollSeconds, app.waitingRooms.currentPollDelayFactor) };
}

/** The same as `startGrantAndGetStatus`, without the longer poll interval under load. */
async function startGrantAndGetStatusWithoutPollDelay(
  app: App,
  presaleId: string,
  secret: string,
): Promise<QueueStatus | QueueStatusRefusal> {
  const room = await app.waitingRooms.find(presaleId);
  if (!room) return refuse("room_closed");
  const visitor = await app.waitingRooms.findVisitor(hashSecret(presaleId, secret));
  if (!visitor) return refuse("room_place_not_found");
  const isAdmitted = visitor.place !== null && visitor.place <= room.admittedUpTo;
  if (!isAdmitted || visitor.grantEndsAt || isSoldOut(room)) return toStatus(room, visitor);
  const endsAt = await issueGrant(app.genericPlanDb, visitor.id);
  if (isRefusal(endsAt)) return endsAt;
  if (endsAt) return toStatus(room, { ...visitor, grantEndsAt: endsAt, isGrantLive: true });
  // A concurrent request from another tab started the grant.
  return toStatus(room, (await app.waitingRooms.findVisitor(visitor.secretHash)) ?? visitor);
}

/** Whether all pieces are ordered: none is available or in an active cart. False before places are assigned. */
function isSoldOut(room: Room): boolean {
  return room.placesAssignedAt !== null && room.availablePieces === 0 && room.cartPieces === 0;
}

function toStatus(room: Room, { place, grantEndsAt, isGrantLive, cartId, id }: Visitor): QueueStatus {
  const random = Math.random();
  const ahead = Math.max(0, (place ?? 0) - room.admittedUpTo - 1);
  const pieces = room.availablePieces + room.cartPieces;
  const commonFields = {
    room,
    place,
    ahead,
    waitMinutes: null,
    arePiecesLikelyLeft: ahead < pieces,
    piecesBackAt: room.availablePieces === 0 ? room.firstCartEndsAt : null,
    grant: null,
    grantEndsAt: null,
    cartId,
    pollSeconds: pollSeconds(ahead, random),
  };
  if (isGrantLive && grantEndsAt && !(isSoldOut(room) && cartId === null)) {
    const grant = writeGrant({ presaleId: room.presaleId, visitorId: id, endsAt: grantEndsAt }, room.grantKey);
    return { ...commonFields, state: "ADMITTED", grant, grantEndsAt };
  }
  if (isSoldOut(room)) return { ...commonFields, state: "SOLD_OUT", pollSeconds: pollSecondsWhenSoldOut(random) };
  if (grantEndsAt) return { ...commonFields, state: "ENDED" };
  if (place === null) {
    const secondsToOpening = (room.opensAt.getTime() - room.now.getTime()) / 1_000;
    return {
      ...commonFields,
      state: "EARLY",
      pollSeconds: pollSecondsBeforeOpening(secondsToOpening, room.withoutPlaceCount, random),
    };
  }
  const countedMinutes = Math.min(5, (room.now.getTime() - (room.placesAssignedAt ?? room.now).getTime()) / 60_000);
  const minutesToWait = waitMinutes({
    ahead,
    recentlyAdmitted: room.recentlyAdmittedCount,
    countedMinutes,
    choosingAtOnce: room.choosingAtOnce,
    pieces,
  });
  return { ...commonFields, state: "WAITING", waitMinutes: minutesToWait };
}
