import type { z } from "zod";
import type { RoomPlace } from "../../../contract/presale.ts";
import type { QueueStatus } from "./get-queue-status.ts";

export function toWireRoomPlace(status: QueueStatus): z.output<typeof RoomPlace> {
  const { room } = status;
  return {
    state: status.state,
    place: status.place,
    ahead: status.ahead,
    people: countPeople(status),
    waitMinutes: status.waitMinutes,
    likely: status.arePiecesLikelyLeft,
    opensOn: room.opensAt.toISOString(),
    piecesBackOn: status.piecesBackAt?.toISOString() ?? null,
    grant: status.grant,
    grantEndsOn: status.grantEndsAt?.toISOString() ?? null,
    cart: status.cartId,
    serverNow: new Date().toISOString(),
    pollSeconds: Math.round(status.pollSeconds * 10) / 10,
  };
}

/** The visitors in the queue. The cached count may be from before this visitor joined. */
function countPeople({ state, room, ahead }: QueueStatus): number {
  const cachedCount = room.placesAssignedAt ? room.lastPlace - room.admittedUpTo : room.withoutPlaceCount;
  return state === "EARLY" || state === "WAITING" ? Math.max(cachedCount, ahead + 1) : cachedCount;
}
