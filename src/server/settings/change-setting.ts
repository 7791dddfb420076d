import { ShopSettings } from "../../contract/shop.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { lockSettings, updateSettings } from "./queries.ts";
import type { Shop } from "./shop.ts";

const NO_PAYMENT =
  "La tienda se quedaría sin forma de pago. Deja payments.enabled o payments.transfer, o cierra la venta con management.canSell false.";

/** The value at a path like "management.canSell", or undefined. */
export function readSetting(shop: Shop, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), shop.settings);
}

/**
 * Sets one setting of a shop, e.g. `management.canSell` to `false`. Every process hears of it by NOTIFY.
 * Refuses a path that does not exist and a value the schema does not take, with the schema's sentence.
 */
export async function changeSetting(
  app: App,
  shop: Shop,
  path: string,
  value: unknown,
): Promise<Shop | (Refusal<"unknown_setting"> & { path: string }) | (Refusal<"bad_value"> & { message: string })> {
  if (readSetting(shop, path) === undefined) return { ...refuse("unknown_setting"), path };
  const names = path.split(".");
  const changed = await transact(app.db, async (tx) => {
    // Read under the lock: two who change different settings at once must not undo each other.
    const draft = (await lockSettings(tx, shop.id)) as Record<string, unknown>;
    const holder = names.slice(0, -1).reduce<Record<string, unknown>>((at, name) => at[name] as never, draft);
    holder[names.at(-1)!] = value;
    const settings = ShopSettings.safeParse(draft);
    if (!settings.success) {
      const [issue] = settings.error.issues;
      return { ...refuse("bad_value"), message: `${issue?.path.join(".")}: ${issue?.message}` };
    }
    const { enabled, transfer } = settings.data.payments;
    if (!enabled && !transfer) return { ...refuse("bad_value"), message: NO_PAYMENT };
    await updateSettings(tx, shop.id, settings.data);
    return { ...shop, settings: settings.data };
  });
  await app.shops.refresh();
  return changed;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
