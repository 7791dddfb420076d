import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { CONSOLE_ACTOR, logChange, type Actor } from "../change-log/change-log.ts";
import { normalizeHost } from "./host-name.ts";
import { isShopName } from "./theme.ts";
import { DEFAULT_PAYMENT_METHODS, DEFAULT_SETTINGS, DEFAULT_TERMS } from "./create-empty-head-office.ts";
import { insertShop, type NewShop } from "./queries.ts";
import type { Shop } from "./shop.ts";

interface BranchInput {
  key: string;
  name: string;
  host: string;
  color: Shop["color"] | null;
  /** The shop to copy. Null for an empty branch. */
  copyFrom: Shop | null;
}

/**
 * Adds a branch, which every process serves at its host within two seconds. An invalid or taken key or host is refused:
 * unique constraints are the guard, so one of two concurrent requests succeeds.
 *
 * A copy gets the other shop's settings except analytics, invoicing and whether it is open, its color unless another is
 * given, banners, messages, terms, legal texts, texts of emails, payment methods, brand increments, own prices,
 * withdrawn carriers and return exclusions. It does not get the name, the logo, the hosts or the chat, nor what
 * belongs to the other shop's place or to its taxes: pickup points, carrier accounts with their boxes, the issuer, VAT
 * treatments and local products. It gets no promotions, because they are campaigns of one shop, and no staff roles.
 */
export async function addShop(
  app: App,
  { key, name, host: hostInput, color, copyFrom }: BranchInput,
  by: Actor = CONSOLE_ACTOR,
): Promise<
  Shop | Refusal<"shop_key" | "shop_name" | "host_malformed" | "host_taken" | "shop_taken" | "no_head_office">
> {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(key)) return refuse("shop_key");
  if (!isShopName(name)) return refuse("shop_name");
  const host = normalizeHost(hostInput);
  if (!host) return refuse("host_malformed");
  await app.shops.refresh();
  const shops = await app.shops.all();
  const headOffice = shops.find((shop) => shop.kind === "headOffice");
  if (!headOffice) return refuse("no_head_office");
  if (shops.some((shop) => shop.key === key)) return refuse("shop_taken");
  const initialSettings = copyFrom?.settings ?? DEFAULT_SETTINGS;
  // Before the head office opens, its branches are not open either. Afterwards a new branch is open immediately.
  const { opened } = headOffice.settings.management;
  const shop: NewShop = {
    id: newId(),
    key,
    kind: "branch",
    name: name.trim(),
    logo: null,
    color: color ?? copyFrom?.color ?? "indigo",
    hosts: [host],
    settings: {
      ...initialSettings,
      analytics: null,
      management: { ...initialSettings.management, allowInvoicing: false, opened },
    },
    banners: copyFrom?.banners ?? [],
    messages: copyFrom?.messages ?? [],
    chat: null,
    terms: copyFrom?.terms ?? DEFAULT_TERMS,
    paymentMethods: copyFrom ? [] : DEFAULT_PAYMENT_METHODS,
  };
  const refusal = await transact(app.db, async (tx) => {
    if (!(await insertShop(tx, shop))) {
      // Another request may have added a shop with this key since the check above.
      const shopWithKey = await tx.selectFrom("shops").select("id").where("key", "=", key).executeTakeFirst();
      return refuse(shopWithKey && shopWithKey.id !== shop.id ? "shop_taken" : "host_taken");
    }
    if (copyFrom) await copyRows(tx, { from: copyFrom.id, to: shop.id, actor: by.name });
    const after = { name: shop.name, host, copyFrom: copyFrom?.name };
    await logChange(tx, by, { action: "shop-add", object: { kind: "shop", id: shop.id }, after });
    return undefined;
  });
  if (refusal) return refusal;
  await app.shops.refresh();
  return (await app.shops.byKey(key))!;
}

async function copyRows(tx: Tx, { from, to, actor }: { from: string; to: string; actor: string }): Promise<void> {
  await sql`
    WITH methods AS (
      INSERT INTO payment_methods (shop_id, key, name, checkout_message)
      SELECT ${to}::uuid, key, name, checkout_message FROM payment_methods WHERE shop_id = ${from}
    ), increments AS (
      INSERT INTO brand_increments (shop_id, brand_id, increment_cents)
      SELECT ${to}::uuid, brand_id, increment_cents FROM brand_increments WHERE shop_id = ${from}
    ), withdrawn AS (
      INSERT INTO withdrawn_carriers (shop_id, carrier_id)
      SELECT ${to}::uuid, carrier_id FROM withdrawn_carriers WHERE shop_id = ${from}
    ), texts AS (
      INSERT INTO legal_texts (shop_id, page, sections)
      SELECT ${to}::uuid, page, sections FROM legal_texts WHERE shop_id = ${from} RETURNING shop_id, page, sections
    ), versions AS (
      INSERT INTO legal_text_versions (shop_id, page, sections, actor)
      SELECT shop_id, page, sections, ${actor} FROM texts
    ), texts_of_emails AS (
      INSERT INTO email_overrides (shop_id, email_kind, opening, extra, closing)
      SELECT ${to}::uuid, email_kind, opening, extra, closing FROM email_overrides WHERE shop_id = ${from}
    ), exclusions AS (
      INSERT INTO return_exclusions (shop_id, product_id, category_id)
      SELECT ${to}::uuid, e.product_id, e.category_id
      FROM return_exclusions e LEFT JOIN products p ON p.id = e.product_id
      WHERE e.shop_id = ${from} AND p.is_local IS NOT TRUE
    )
    INSERT INTO shop_products (shop_id, product_id, price_cents)
    SELECT ${to}::uuid, own.product_id, own.price_cents FROM shop_products own JOIN products p ON p.id = own.product_id
    WHERE own.shop_id = ${from} AND NOT p.is_local AND own.price_cents IS NOT NULL`.execute(tx);
}
