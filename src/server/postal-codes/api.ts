import type { Hono } from "hono";
import { refuse } from "../../domain/refusal.ts";
import { bind } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { findPostalCode } from "./queries.ts";
import { toWirePostalCode } from "./to-wire.ts";

export function bindPostalCodes(api: Hono<HttpEnv>): void {
  bind(api, "getPostalCode", async ({ app, params }) => {
    if (!/^\d{5}$/.test(params.code)) return refuse("postal_code_malformed");
    const area = await findPostalCode(app.readDb, params.code);
    return area ? toWirePostalCode(area) : refuse("postal_code_unknown");
  });
}
