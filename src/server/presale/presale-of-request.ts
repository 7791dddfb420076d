import type { App } from "../app.ts";
import { findOpenPresale } from "./access-codes.ts";

/** The presale that the call's `X-CODE` opens now, or null: asked at every call that shows or buys (ruling 22). */
export async function presaleOf(app: App, request: Request): Promise<string | null> {
  const code = request.headers.get("x-code");
  return code === null ? null : ((await findOpenPresale(app.keyed, code)) ?? null);
}
