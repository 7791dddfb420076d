import type { z } from "zod";
import type { RoomPlace } from "../../../contract/presale.ts";
import type { QueueStatus } from "./get-queue-status.ts";

export function toWirePlace(status: QueueStatus): z.output<typeof RoomPlace> {
  const { room } = status;
  return {
    state: status.state,
    place: status.place,
    ahead: status.ahead,
    people: room.placesAssignedAt ? room.lastPlace - room.admittedUpTo : room.withoutPlace,
    waitMinutes: status.waitMinutes,
    likely: status.isLikely,
    opensOn: room.opensAt.toISOString(),
    piecesBackOn: status.piecesBackAt?.toISOString() ?? null,
    grant: status.grant,
    grantEndsOn: status.grantEndsAt?.toISOString() ?? null,
    cart: status.cartId,
    serverNow: new Date().toISOString(),
    pollSeconds: Math.round(status.pollSeconds * 10) / 10,
  };
}
