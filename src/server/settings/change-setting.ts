import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { CONSOLE_ACTOR, type Actor } from "../change-log/change-log.ts";
import { changeShop, readPart } from "../shops/change-shop.ts";
import { THEME_SCHEMAS } from "../shops/theme.ts";
import type { Shop } from "../shops/shop.ts";

/** The value at a path like "management.canSell", or undefined. */
export function readSetting(shop: Shop, path: string): unknown {
  return Object.hasOwn(THEME_SCHEMAS, path) ? undefined : readPart(shop, path);
}

/**
 * Sets one setting of a shop, e.g. `management.canSell` to `false`. Refuses an unknown path, and an invalid value with
 * the schema's message.
 */
export async function changeSetting(
  app: App,
  shop: Shop,
  path: string,
  value: unknown,
  by: Actor = CONSOLE_ACTOR,
): Promise<Shop | (Refusal<"unknown_setting"> & { path: string }) | (Refusal<"bad_value"> & { message: string })> {
  if (Object.hasOwn(THEME_SCHEMAS, path)) return { refused: "unknown_setting", path };
  const changed = await changeShop(app, shop, { values: { [path]: value } }, by);
  if (!isRefusal(changed) || changed.refused === "unknown_setting") return changed;
  if (changed.refused === "edit_conflict") throw new Error("No expected version was given");
  return { ...changed, message: changed.path ? `${changed.path}: ${changed.message}` : changed.message };
}
