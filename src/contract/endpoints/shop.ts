import type { Endpoint } from "../endpoint.ts";
import { ID } from "../examples/ids.ts";
import { PublicShop, PriceIncrements } from "../shop.ts";

export const SHOP_ENDPOINTS = {
  getApp: {
    summary: "Get the shop and its settings",
    description:
      "The shop of this host name (in demo mode also the shop named by `X-Shop`). It answers during maintenance too: read `settings.management.maintenance`.",
    tag: "Shop",
    credentials: "none",
    cache: "public",
    response: PublicShop,
    isOpenDuringMaintenance: true,
  },
  getPriceIncrements: {
    summary: "List what a branch adds to the price of each brand",
    description:
      "At a branch's host name only that branch's increments can be read, at the head office's those of every branch. For any other shop the response is 404. The head office itself has none: `prices` is empty.",
    tag: "Shop",
    credentials: "none",
    cache: "public",
    params: { appId: { description: "The shop's `_id`, as `GET /api/v1/app` returns it.", example: ID.branch } },
    response: PriceIncrements,
  },
} as const satisfies Record<string, Endpoint>;
