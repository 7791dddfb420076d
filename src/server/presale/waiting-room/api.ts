import type { Hono } from "hono";
import { isRefusal, refuse } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import { isId } from "../../db/new-id.ts";
import { bind } from "../../api/bind.ts";
import type { HttpEnv } from "../../api/env.ts";
import { readPresaleAccess } from "../../presale-access/presale-access.ts";
import { hashSecret, startGrantAndGetStatus, hashIp } from "./get-queue-status.ts";
import { toWireRoomPlace } from "./to-wire.ts";

const SECRET_PATTERN = /^[\w-]{43}$/;

export function bindWaitingRoom(api: Hono<HttpEnv>): void {
  bind(api, "joinRoom", async ({ app, shop, body, request, ip }) => {
    if (!shop.settings.management.canSell) return refuse("selling_disabled");
    const access = await readPresaleAccess(app, { request, ip }, "room");
    if (isRefusal(access)) return access;
    const { presale, code } = access;
    const room = access.hasWaitingRoom ? await app.waitingRooms.find(presale.id) : undefined;
    if (!room) return refuse("room_closed");
    const joinResult = await app.visitorQueue.join(presale.id, {
      secretHash: hashSecret(presale.id, body.visitor),
      ipHash: hashIp(room, ip),
      code,
      isRejoining: body.again ?? false,
    });
    return joinResult === "joined" ? respondWithStatus(app, presale.id, body.visitor) : joinResult;
  });

  // Every waiting visitor polls this. Their code was verified when they joined, and is verified again when they buy.
  bind(api, "getQueueStatus", async ({ app, query, request }) => {
    const secret = request.headers.get("x-visitor") ?? "";
    if (!isId(query.presale) || !SECRET_PATTERN.test(secret)) return refuse("room_place_not_found");
    return respondWithStatus(app, query.presale, secret);
  });
}

async function respondWithStatus(app: App, presaleId: string, secret: string) {
  const status = await startGrantAndGetStatus(app, presaleId, secret);
  return isRefusal(status) ? status : toWireRoomPlace(status);
}
