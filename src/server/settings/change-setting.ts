import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { CONSOLE_ACTOR, type Actor } from "../change-log/change-log.ts";
import { changeShop, readPart } from "../shops/change-shop.ts";
import { THEME_SCHEMAS } from "../shops/theme.ts";
import type { Shop } from "../shops/shop.ts";

/** The value at a path like "management.canSell". Undefined for an unknown path, and for a part of the theme. */
export function readSetting(shop: Shop, path: string): unknown {
  return Object.hasOwn(THEME_SCHEMAS, path) ? undefined : readPart(shop, path);
}

/**
 * Sets one setting of a shop, e.g. `management.canSell` to `false`. Refuses an unknown path, a part of the theme (see
 * `changeTheme`), and an invalid value, with the schema's message.
 */
export async function changeSetting(
  app: App,
  shop: Shop,
  path: string,
  value: unknown,
  by: Actor = CONSOLE_ACTOR,
): Promise<Shop | (Refusal<"unknown_setting"> & { path: string }) | (Refusal<"bad_value"> & { message: string })> {
  if (Object.hasOwn(THEME_SCHEMAS, path)) return { refused: "unknown_setting", path };
  const changeResult = await changeShop(app, shop, { values: { [path]: value } }, by);
  if (!isRefusal(changeResult) || changeResult.refused === "unknown_setting") return changeResult;
  if (changeResult.refused === "edit_conflict") throw new Error("An edit conflict without a seen version");
  return {
    ...changeResult,
    message: changeResult.path ? `${changeResult.path}: ${changeResult.message}` : changeResult.message,
  };
}
