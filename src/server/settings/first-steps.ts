import { sql } from "kysely";
import {
  firstSteps,
  stepsMissingToOpen,
  type ConfirmableStep,
  type FirstStep,
  type OpeningFacts,
} from "../../domain/first-steps.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { soldInShopWithId } from "../shops/sold-in-shop.ts";
import { transact } from "../db/transact.ts";
import { CONSOLE_ACTOR, logChange, type Actor } from "../change-log/change-log.ts";
import { changeShop } from "../shops/change-shop.ts";
import { DEFAULT_SHOP_COLOR, DEFAULT_SHOP_NAME } from "../shops/create-empty-head-office.ts";
import type { Shop } from "../shops/shop.ts";

/** A shop's progress towards its opening. */
export interface StepsOfShop {
  shopId: string;
  steps: { step: FirstStep; isDone: boolean }[];
  /** The steps that are required to open the shop and are not done yet. */
  missingSteps: FirstStep[];
  /** Whether the list is hidden on the panel's start page (Inicio). */
  isHidden: boolean;
}

/** `goods`, `parcelProducts` and `orders` are 1 if there are any, otherwise 0. */
interface StoredFacts {
  id: string;
  carriers: number;
  goods: number;
  parcelProducts: number;
  legalTexts: number;
  orders: number;
  isThemeConfirmed: boolean;
  isLegalConfirmed: boolean;
  isHidden: boolean;
}

/** The progress of these shops, from their data, in their order. */
export async function findFirstSteps(app: App, shops: readonly Shop[]): Promise<StepsOfShop[]> {
  const ids = shops.map(({ id }) => id);
  // Existence is enough, so the search stops at the first row.
  const fromSoldProducts = sql`FROM products p WHERE ${soldInShopWithId(sql`s.id`)}`;
  const { rows } = await sql<StoredFacts>`
    SELECT s.id,
      (SELECT count(*)::int FROM carriers c WHERE c.is_active AND NOT EXISTS (
        SELECT FROM withdrawn_carriers w WHERE w.shop_id = s.id AND w.carrier_id = c.id)) AS carriers,
      EXISTS (SELECT ${fromSoldProducts})::int AS goods,
      EXISTS (SELECT ${fromSoldProducts} AND NOT p.is_digital)::int AS "parcelProducts",
      EXISTS (SELECT FROM orders o WHERE o.shop_id = s.id)::int AS orders,
      (SELECT count(*)::int FROM legal_texts t WHERE t.shop_id = s.id) AS "legalTexts",
      f.theme_confirmed_at IS NOT NULL AS "isThemeConfirmed",
      f.legal_confirmed_at IS NOT NULL AS "isLegalConfirmed",
      f.hidden_at IS NOT NULL AS "isHidden"
    FROM shops s LEFT JOIN first_steps f ON f.shop_id = s.id WHERE s.id = ANY (${ids}::uuid[])`.execute(app.db);
  const rowsByShop = new Map(rows.map((row) => [row.id, row]));
  return shops.map((shop) => {
    const row = rowsByShop.get(shop.id)!;
    const facts = factsOf(shop, row);
    return {
      shopId: shop.id,
      steps: firstSteps(facts),
      missingSteps: stepsMissingToOpen(facts),
      isHidden: row.isHidden,
    };
  });
}

function factsOf(shop: Shop, row: StoredFacts): OpeningFacts {
  const { company, payments, management } = shop.settings;
  return {
    ...row,
    kind: shop.kind,
    hasCompanyData:
      shop.name !== DEFAULT_SHOP_NAME &&
      company.legalName !== "" &&
      company.address !== "" &&
      (company.email !== "" || company.phone !== ""),
    hasOwnTheme: shop.logo !== null || shop.banners.length > 0 || shop.color !== DEFAULT_SHOP_COLOR,
    takesTransfers: payments.transfer && payments.accounts.length > 0,
    takesOnlinePayments: payments.enabled && payments.public_key !== "",
    hasOwnLegalTexts: row.legalTexts === 3,
    isOpened: management.opened,
  };
}

/** Records that a member confirmed a step that no data can prove. A repeated confirmation changes nothing. */
export function confirmStep(app: App, shop: Shop, step: ConfirmableStep, by: Actor): Promise<void> {
  const column = step === "theme" ? "theme_confirmed_at" : "legal_confirmed_at";
  return transact(app.db, async (tx) => {
    const insertResult = await tx
      .insertInto("first_steps")
      .values({ shop_id: shop.id, [column]: new Date() })
      .onConflict((conflict) =>
        conflict
          .column("shop_id")
          .doUpdateSet({ [column]: new Date() })
          .where(`first_steps.${column}`, "is", null),
      )
      .executeTakeFirst();
    if (insertResult.numInsertedOrUpdatedRows === 0n) return;
    await logChange(tx, by, { action: `${step}-confirmed`, object: { kind: "shop", id: shop.id } });
  });
}

/** Hides the list on the panel's start page or shows it again. It can be hidden only once the shop is open. */
export async function setFirstStepsHidden(
  app: App,
  shop: Shop,
  isHidden: boolean,
): Promise<"hidden" | "shown" | Refusal<"not_opened">> {
  if (isHidden && !shop.settings.management.opened) return refuse("not_opened");
  const hiddenAt = isHidden ? new Date() : null;
  await app.db
    .insertInto("first_steps")
    .values({ shop_id: shop.id, hidden_at: hiddenAt })
    .onConflict((conflict) => conflict.column("shop_id").doUpdateSet({ hidden_at: hiddenAt }))
    .execute();
  return isHidden ? "hidden" : "shown";
}

/** Opens a shop to customers. Refuses while they could not buy: while required steps are missing. */
export async function openShop(
  app: App,
  shop: Shop,
  by: Actor = CONSOLE_ACTOR,
): Promise<Shop | (Refusal<"not_ready"> & { missingSteps: FirstStep[] })> {
  const [shopSteps] = await findFirstSteps(app, [shop]);
  const { missingSteps } = shopSteps!;
  if (missingSteps.length > 0) return { ...refuse("not_ready"), missingSteps };
  const openResult = await changeShop(app, shop, { values: { "management.opened": true } }, by);
  if (isRefusal(openResult)) throw new Error(`Opening a shop was refused: ${openResult.refused}`);
  return openResult;
}
