import type { z } from "zod";
import type { RoomPlace } from "../../../contract/presale.ts";
import type { Look } from "./get-queue-status.ts";

export function toWirePlace(look: Look): z.output<typeof RoomPlace> {
  const { room } = look;
  return {
    state: look.state,
    place: look.place,
    ahead: look.ahead,
    people: room.drawnAt ? room.lastPlace - room.calledUpTo : room.undrawn,
    waitMinutes: look.waitMinutes,
    likely: look.isLikely,
    opensOn: room.opensAt.toISOString(),
    piecesBackOn: look.piecesBackAt?.toISOString() ?? null,
    grant: look.grant,
    grantEndsOn: look.grantEndsAt?.toISOString() ?? null,
    cart: look.cartId,
    serverNow: new Date().toISOString(),
    pollSeconds: Math.round(look.pollSeconds * 10) / 10,
  };
}
