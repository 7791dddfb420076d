import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { ShopSettings } from "../../contract/shop.ts";
import { hasOnlyStorableTexts, UNSTORABLE_TEXT_ERROR } from "../../domain/storable-text.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { CONSOLE_ACTOR, logChange, type Actor } from "../change-log/change-log.ts";
import { sentenceOfIssue } from "./sentence-of-issue.ts";
import { THEME_SCHEMAS, type ThemePart } from "./theme.ts";
import { lockShop, updateShop } from "./queries.ts";
import type { Shop } from "./shop.ts";

const NO_PAYMENT_METHOD_MESSAGE =
  "La tienda se quedaría sin forma de pago. Deja payments.enabled o payments.transfer, o cierra la venta con management.canSell false.";

/** Both for plans beside a fee and for a fee beside plans: it is shown at the field that was changed (rule MSI-3). */
const INSTALLMENTS_WITH_FEE_MESSAGE =
  "Los meses sin intereses y la comisión por pagar en línea no van juntos: con ella el precio sube, y Condusef advierte que eso no es «sin intereses». Deja la comisión en 0 o quita los meses.";

/** New values by path: a part of the theme ("name", "banners") or a setting ("carts.timeout"). */
export type ShopValues = Readonly<Record<string, unknown>>;

export type ShopRefusal =
  | (Refusal<"unknown_setting"> & { path: string })
  | (Refusal<"bad_value"> & { path: string; message: string });

/** The parts of a shop that its owner can change. */
export type ShopDraft = Pick<Shop, ThemePart | "settings">;

/** The value at a path. Undefined if there is no such setting. */
export function readPart(shop: ShopDraft, path: string): unknown {
  if (isThemePart(path)) return shop[path];
  return path
    .split(".")
    .reduce<unknown>(
      (node, name) => (isRecord(node) && Object.hasOwn(node, name) ? node[name] : undefined),
      shop.settings,
    );
}

/** A version of the values at these paths, to detect a concurrent change later. */
export function versionOfParts(shop: ShopDraft, paths: readonly string[]): string {
  const values = paths.map((path) => readPart(shop, path) ?? null);
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url");
}

/** The shop with these values. Refuses invalid ones, naming the path. Changes nothing. */
export function withValues<Draft extends ShopDraft>(shop: Draft, values: ShopValues): Draft | ShopRefusal {
  const draft = { ...shop, settings: structuredClone(shop.settings) };
  for (const [path, value] of Object.entries(values)) {
    if (readPart(shop, path) === undefined) return { ...refuse("unknown_setting"), path };
    if (!hasOnlyStorableTexts(value)) return { ...refuse("bad_value"), path, message: UNSTORABLE_TEXT_ERROR };
    if (isThemePart(path)) {
      const parsed = THEME_SCHEMAS[path].safeParse(value);
      if (!parsed.success) return refuseBadValue(path, parsed.error.issues[0]);
      Object.assign(draft, { [path]: parsed.data });
    } else {
      const names = path.split(".");
      const parent = names
        .slice(0, -1)
        .reduce<Record<string, unknown>>((node, name) => node[name] as never, draft.settings);
      parent[names.at(-1)!] = value;
    }
  }
  const settings = ShopSettings.safeParse(draft.settings);
  if (!settings.success) {
    const [issue] = settings.error.issues;
    return { ...refuse("bad_value"), path: issue?.path.join(".") ?? "", message: sentenceOfIssue(issue) };
  }
  const { enabled, transfer, fee, base, installments } = settings.data.payments;
  if (!enabled && !transfer) return { ...refuse("bad_value"), path: "", message: NO_PAYMENT_METHOD_MESSAGE };
  if (installments.plans.length > 0 && (fee > 0 || base > 0)) {
    const path = incompatiblePath(shop, values);
    return { ...refuse("bad_value"), path, message: INSTALLMENTS_WITH_FEE_MESSAGE };
  }
  return { ...draft, settings: settings.data };
}

/** The path of the setting that a change made incompatible: the plans if they are new, else the fee or its base. */
function incompatiblePath(shop: ShopDraft, values: ShopValues): string {
  const { fee, base, installments } = shop.settings.payments;
  const hadFee = fee > 0 || base > 0;
  if (installments.plans.length === 0 || hadFee) return "payments.installments.plans";
  return Number(values["payments.fee"] ?? fee) > 0 ? "payments.fee" : "payments.base";
}

/**
 * Sets parts of a shop, all or none, and logs the values before and after. NOTIFY informs every process. With `seen`
 * (`versionOfParts` of the same paths) the change is refused if these parts were changed concurrently. Other parts may
 * change at the same time.
 */
export async function changeShop(
  app: App,
  shop: Shop,
  { values, seen }: { values: ShopValues; seen?: string },
  by: Actor = CONSOLE_ACTOR,
): Promise<Shop | ShopRefusal | Refusal<"edit_conflict">> {
  const result = await transact(app.db, (tx) => lockAndChangeShop(tx, shop, { values, seen }, by));
  await app.shops.refresh();
  return result;
}

async function lockAndChangeShop(
  tx: Tx,
  shop: Shop,
  { values, seen }: { values: ShopValues; seen?: string },
  by: Actor,
): Promise<Shop | ShopRefusal | Refusal<"edit_conflict">> {
  // Read under the lock, so that concurrent changes of different settings do not undo each other.
  const storedShop = { ...shop, ...(await lockShop(tx, shop.id)) };
  const paths = Object.keys(values);
  if (seen !== undefined && seen !== versionOfParts(storedShop, paths)) return refuse("edit_conflict");
  const newShop = withValues(storedShop, values);
  if (isRefusal(newShop)) return newShop;
  const changedPaths = paths.filter((path) => !isDeepStrictEqual(readPart(storedShop, path), readPart(newShop, path)));
  if (changedPaths.length === 0) return newShop;
  await updateShop(tx, shop.id, newShop);
  const pick = (from: ShopDraft) => Object.fromEntries(changedPaths.map((path) => [path, readPart(from, path)]));
  const object = { kind: "shop", id: shop.id };
  await logChange(tx, by, { action: "settings", object, before: pick(storedShop), after: pick(newShop) });
  return newShop;
}

/** Undoes one change of a shop by restoring the values before it. The undo is itself a change that can be undone. */
export async function undoChange(
  app: App,
  shop: Shop,
  changeId: number,
  by: Actor,
): Promise<Shop | ShopRefusal | Refusal<"change_unknown" | "edit_conflict">> {
  const change = await app.genericPlanDb
    .selectFrom("change_log")
    .select("before")
    .where("id", "=", changeId)
    .where("object_kind", "=", "shop")
    .where("object_id", "=", shop.id)
    .where("action", "=", "settings")
    .executeTakeFirst();
  if (!change || !isRecord(change.before)) return refuse("change_unknown");
  return changeShop(app, shop, { values: change.before }, by);
}

function refuseBadValue(path: string, issue: z.core.$ZodIssue | undefined): ShopRefusal {
  return { ...refuse("bad_value"), path: [path, ...(issue?.path ?? [])].join("."), message: sentenceOfIssue(issue) };
}

function isThemePart(path: string): path is ThemePart {
  return Object.hasOwn(THEME_SCHEMAS, path);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
