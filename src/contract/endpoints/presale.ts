import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { SECRET } from "../examples/ids.ts";
import { AccessCode, CodeAccepted, JoinRoom, PresaleProduct, PresaleQuery, RoomPlace, RoomQuery } from "../presale.ts";

export const PRESALE_ENDPOINTS = {
  enterCode: {
    summary: "Check a presale access code",
    description:
      "Returns the presale that the code opens. Nothing is stored: send the code as `X-CODE` with each later call. Too many wrong codes from one IP address are answered with 429.",
    tag: "Presale",
    credentials: "none",
    cache: "private",
    body: AccessCode,
    response: CodeAccepted,
    refusals: ["CODE_INVALID", "SELLING_DISABLED"],
  },
  refreshCode: {
    summary: "Check that a stored access code still opens its presale",
    description: "Works like `POST /api/v1/auth/code`. Call it when a customer returns with a stored code.",
    tag: "Presale",
    credentials: "none",
    cache: "private",
    body: AccessCode,
    response: CodeAccepted,
    refusals: ["CODE_INVALID", "SELLING_DISABLED"],
  },
  listPresale: {
    summary: "List the products of a presale",
    description:
      "All products of the presale that `X-CODE` opens. Products with stock 0 are included: unless the presale has a waiting room they are made to order.",
    tag: "Presale",
    credentials: "none",
    accessCode: "required",
    cache: "private",
    query: PresaleQuery,
    response: z.array(PresaleProduct),
    refusals: ["CODE_INVALID", "SELLING_DISABLED"],
  },
  joinRoom: {
    summary: "Join the waiting room of a presale",
    description:
      "Puts a visitor in the waiting room of the presale that `X-CODE` opens, or returns the place they already have. Places of visitors who join before the opening are assigned at random at the opening. Then poll `GET /api/v1/presale/room`.",
    tag: "Presale",
    credentials: "none",
    accessCode: "required",
    cache: "private",
    body: JoinRoom,
    response: RoomPlace,
    refusals: [
      "CODE_INVALID",
      "ROOM_CLOSED",
      "ROOM_PLACE_NOT_FOUND",
      "ROOM_CODE_FULL",
      "ROOM_ADDRESS_FULL",
      "SELLING_DISABLED",
    ],
  },
  getQueueStatus: {
    summary: "Poll a place in the waiting room",
    description:
      "The place of the visitor of `X-VISITOR`. If they have been admitted, this call starts their turn: `grant` and `grantEndsOn` are set and the ten minutes begin. Call again after `pollSeconds`.",
    tag: "Presale",
    credentials: "none",
    cache: "private",
    query: RoomQuery,
    headers: {
      "X-VISITOR": {
        description: "The secret that the visitor joined with (`visitor`). Without it: 404 `ROOM_PLACE_NOT_FOUND`.",
        example: SECRET.visitor,
      },
    },
    response: RoomPlace,
    refusals: ["ROOM_CLOSED", "ROOM_PLACE_NOT_FOUND", "CODE_INVALID"],
  },
} as const satisfies Record<string, Endpoint>;
