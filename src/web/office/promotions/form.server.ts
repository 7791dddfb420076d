import type { RouterContextProvider } from "react-router";
import { data } from "react-router";
import type { RefusalName } from "../../../domain/refusal-text.ts";
import type { Promotion } from "../../../domain/promotion-terms.ts";
import { checkRule } from "../../../domain/promotion-rule.ts";
import { isAllowed, shopsWithPermission, type Grant } from "../../../domain/staff-permissions.ts";
import type { App } from "../../../server/app.ts";
import { listChoices } from "../../../server/catalog/catalog-choices.ts";
import { findProductsOnSale } from "../../../server/catalog/find-products-on-sale.ts";
import { listTags } from "../../../server/customers/office/change-customer-tags.ts";
import { isId, newId } from "../../../server/db/new-id.ts";
import { listScopeNames } from "../../../server/promotions/scope-names.ts";
import { previewPromotion, type PromotionPreview } from "../../../server/promotions/preview-promotion.ts";
import type { PromotionDraft } from "../../../server/promotions/save-promotion.ts";
import type { Shop } from "../../../server/shops/shop.ts";
import { appContext } from "../../context.ts";
import { requireStaff, type FormFields } from "../guard.ts";
import { sentenceOf } from "../sentences.ts";
import type { SearchResult } from "./form-part.ts";
import type { PromotionFormChoices, PromotionFormState } from "./promotion-form.tsx";
import { fieldOf, parsePromotion, readPromotionInput, type PromotionInput } from "./promotion-input.ts";

type Context = Readonly<RouterContextProvider>;

/** Whether a member may edit a promotion of this shop. For all shops (null) the permission must be for all shops. */
export function mayEdit(grants: readonly Grant[], shopId: string | null): boolean {
  return isAllowed(grants, "promotions.edit", shopId === null ? "all" : { shopId });
}

/** The choices that the form offers to this member. */
export async function loadChoices(context: Context, request: Request): Promise<PromotionFormChoices> {
  const staff = requireStaff(context, request, "promotions.edit");
  const app = context.get(appContext);
  const { categories, brands } = await listChoices(app.db);
  const allowedShops = shopsWithPermission(staff.grants, "promotions.edit");
  const shops = (await app.shops.all()).filter(({ id }) => allowedShops === "all" || allowedShops.includes(id));
  return {
    categories,
    brands,
    tags: await listTags(app.db),
    shops: shops.map(({ id, name }) => ({ id, name })),
    canChooseAllShops: allowedShops === "all",
  };
}

/**
 * The form's state for an input, with the names of the chosen products, categories and brands. A valid input also has
 * sample carts.
 */
export async function toFormState(
  app: App,
  input: PromotionInput,
  { id, needsCode }: { id?: string; needsCode?: boolean } = {},
): Promise<PromotionFormState> {
  const parsed = parsePromotion(input, { parsesCodes: false });
  const preview = "draft" in parsed ? await computePreview(app, parsed.draft, { id, needsCode }) : undefined;
  return { input, errors: {}, names: await loadNames(app, input), preview };
}

/**
 * Handles a submitted form. A search, a preview or invalid input returns the form's new state. Otherwise it returns the
 * draft to save.
 */
export async function handleSubmission(
  context: Context,
  request: Request,
  form: FormFields,
  storedPromotion: { id: string; needsCode: boolean } | null,
): Promise<{ state: PromotionFormState } | { draft: PromotionDraft; input: PromotionInput }> {
  const staff = requireStaff(context, request, "promotions.edit");
  const app = context.get(appContext);
  const input = readPromotionInput(form);
  // The form offers only shops where the member may edit promotions.
  if (!mayEdit(staff.grants, input.shopId || null)) throw data(null, { status: 404 });
  const intent = form.text("intent");
  if (intent === "find" || intent === "find-gift") {
    const searchResult = await searchProducts(app, input, form, intent === "find" ? "scope" : "gift");
    return { state: { ...(await toFormState(app, input, storedPromotion ?? {})), searchResult } };
  }
  // A preview. An unknown intent, of a page that was opened before an update, is handled as one: it saves nothing.
  if (intent !== "save") return { state: await toFormState(app, input, storedPromotion ?? {}) };
  const parsed = parsePromotion(input, { parsesCodes: storedPromotion === null });
  if ("draft" in parsed) return { draft: parsed.draft, input };
  return { state: { ...(await toFormState(app, input, storedPromotion ?? {})), errors: parsed.errors } };
}

/** The form's state after a use case refused the draft. The refusal is shown at its field, if it concerns one. */
export async function toRefusedState(
  app: App,
  input: PromotionInput,
  refused: RefusalName,
  storedPromotion: { id: string; needsCode: boolean } | null,
): Promise<{ state: PromotionFormState }> {
  const field = fieldOf(refused, input);
  const state = await toFormState(app, input, storedPromotion ?? {});
  return { state: field ? { ...state, errors: { [field]: refused } } : { ...state, failure: sentenceOf({ refused }) } };
}

async function loadNames(app: App, input: PromotionInput): Promise<Record<string, string>> {
  const giftProductId = isId(input.giftId) ? input.giftId : null;
  return Object.fromEntries(await listScopeNames(app.db, [{ scope: input, giftProductId }]));
}

async function searchProducts(
  app: App,
  input: PromotionInput,
  form: FormFields,
  field: SearchResult["field"],
): Promise<SearchResult> {
  const term = form.text(field === "scope" ? "search" : "giftSearch", 100);
  const { products } = await findProductsOnSale(app.db, await findSampleShop(app, input.shopId || null), term);
  const chosenIds = field === "scope" ? input.productIds : [input.giftId];
  return {
    field,
    products: products
      .filter(({ id }) => !chosenIds.includes(id))
      .map(({ id, name, color, style_code: styleCode, pictures: [picture] }) => ({
        id,
        name,
        color,
        styleCode,
        picture: picture ? { key: picture.key, webp: picture.webp } : null,
      })),
  };
}

/**
 * The shop of the sample carts and of the product search: the promotion's shop, or the head office for a promotion of
 * all shops.
 */
async function findSampleShop(app: App, shopId: string | null): Promise<Shop> {
  const shops = await app.shops.all();
  return shops.find(({ id }) => id === shopId) ?? shops.find(({ kind }) => kind === "headOffice") ?? shops[0]!;
}

async function computePreview(
  app: App,
  draft: PromotionDraft,
  { id, needsCode }: { id?: string | undefined; needsCode?: boolean | undefined },
): Promise<PromotionPreview | undefined> {
  if (checkRule(draft) || !areIdsValid(draft)) return undefined;
  const now = new Date();
  const promotion: Promotion = {
    ...draft,
    id: id ?? newId(),
    name: draft.name || "Esta promoción",
    startsAt: draft.startsAt ?? now,
    needsCode: needsCode ?? false,
  };
  return previewPromotion(app.db, await findSampleShop(app, draft.shopId), promotion, now);
}

function areIdsValid({ scope, giftProductId }: PromotionDraft): boolean {
  const ids = [...scope.productIds, ...scope.categoryIds, ...scope.brandIds];
  return ids.every(isId) && (giftProductId === null || isId(giftProductId));
}
