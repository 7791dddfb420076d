import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import { checkFacts, type FactsRefusal, type ProductFacts } from "../../domain/product-facts.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { moveIntoPresale } from "./move-into-presale.ts";
import { storeShopsOfProduct, storeOwnPrice } from "../shops/shop-prices.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { storeEvent } from "../tickets/set-event.ts";
import { describeFacts } from "./describe-facts.ts";
import { findEditedProduct, type EditedProduct } from "./edited-product.ts";
import { toFactColumns } from "./fact-columns.ts";
import { addSizes, toNewSizes, type SizeDraft } from "./add-sizes.ts";

/** The data of a product's form. Texts are cleaned and within their limits already. */
export interface ProductDraft extends ProductFacts {
  name: string;
  description: string;
  color: string | null;
  priceCents: Cents;
  wholesalePriceCents: Cents | null;
  /** What a piece costs the shop. Never shown to customers. */
  costCents: Cents | null;
  isMarkedNew: boolean;
  extended1: string | null;
  extended2: string | null;
  /** The event to which a digital product admits: its time and place are both given, or both null. */
  eventAt: Date | null;
  eventPlace: string | null;
  presaleId: string | null;
  /** Branches add the increment of the first brand. */
  brandIds: readonly string[];
  categoryIds: readonly string[];
  /** Sold only in these shops; empty: in all. */
  onlyIn: readonly string[];
  /** For each branch: its own price, or null for the list price plus the brand's increment. */
  ownPrices: readonly { shopId: string; cents: Cents | null }[];
}

export type SaveRefusal =
  | FactsRefusal
  | Refusal<
      | "product_not_found"
      | "edit_conflict"
      | "wholesale_above_price"
      | "event_half"
      | "brand_unknown"
      | "category_unknown"
      | "presale_not_found"
      | "product_in_carts"
    >;

/**
 * Creates a product with its sizes, hidden until staff publish it. The first pieces are recorded as stock movements.
 */
export function createProduct(
  app: App,
  { isDigital, sizes, ...input }: ProductDraft & { isDigital: boolean; sizes: readonly SizeDraft[] },
  by: Actor,
): Promise<{ id: string } | SaveRefusal> {
  return transact(app.db, async (tx) => {
    const draft = checkFacts(input);
    if (isRefusal(draft)) return draft;
    const id = newId();
    await tx
      .insertInto("products")
      .values({
        id,
        import_key: null,
        ...toColumns(draft),
        is_digital: isDigital,
        is_published: false,
        presale_id: null,
      })
      .execute();
    const refusal = await checkAndStoreRelations(tx, id, draft, null);
    if (refusal) return refusal;
    await addSizes(tx, toNewSizes(id, sizes), by.name);
    await refreshSearch(tx, [id]);
    await logChange(tx, by, { action: "product-new", object: { kind: "product", id }, after: { name: draft.name } });
    return { id };
  });
}

/** Changes a product if its version is still `seen`. A concurrent change is refused and writes nothing. */
export async function changeProduct(
  app: App,
  { id, seen }: { id: string; seen: number },
  input: ProductDraft,
  by: Actor,
): Promise<{ version: number } | SaveRefusal> {
  if (!isId(id)) return refuse("product_not_found");
  const draft = checkFacts(input);
  if (isRefusal(draft)) return draft;
  return transact(app.db, async (tx) => {
    await sql`SELECT FROM products WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
    const before = await findEditedProduct(tx, id);
    if (!before) return refuse("product_not_found");
    if (before.version !== seen) return refuse("edit_conflict");
    await tx.updateTable("products").set(toColumns(draft)).where("id", "=", id).execute();
    const refusal = await checkAndStoreRelations(tx, id, draft, before);
    if (refusal) return refusal;
    await refreshSearch(tx, [id]);
    const after = (await findEditedProduct(tx, id))!;
    const difference = findDifference(toLogFields(before), toLogFields(after));
    if (difference) await logChange(tx, by, { action: "product-edit", object: { kind: "product", id }, ...difference });
    return { version: after.version };
  });
}

/** Updates the search index of products whose own or related names changed. */
export async function refreshSearch(tx: Tx, productIds: readonly string[]): Promise<void> {
  await sql`SELECT refresh_product_search(${productIds}::uuid[])`.execute(tx);
}

function toColumns(draft: ProductDraft) {
  return {
    name: draft.name,
    description: draft.description,
    color: draft.color,
    price_cents: draft.priceCents,
    wholesale_price_cents: draft.wholesalePriceCents,
    cost_cents: draft.costCents,
    is_marked_new: draft.isMarkedNew,
    extended1: draft.extended1,
    extended2: draft.extended2,
    ...toFactColumns(draft),
  };
}

/**
 * Checks the draft's prices and event. Then stores the event and the presale, which have rules of their own, and the
 * data in other tables: brands, categories, shops and the prices of branches.
 */
async function checkAndStoreRelations(
  tx: Tx,
  id: string,
  draft: ProductDraft,
  before: EditedProduct | null,
): Promise<SaveRefusal | null> {
  if (draft.wholesalePriceCents !== null && draft.wholesalePriceCents > draft.priceCents) {
    return refuse("wholesale_above_price");
  }
  if ((draft.eventAt === null) !== (draft.eventPlace === null)) return refuse("event_half");
  await storeEvent(tx, { productId: id, at: draft.eventAt, place: draft.eventPlace });
  if (!(await replaceBrands(tx, id, draft.brandIds))) return refuse("brand_unknown");
  if (!(await replaceCategories(tx, id, draft.categoryIds))) return refuse("category_unknown");
  if ((before?.presale?.id ?? null) !== draft.presaleId) {
    const refusal = await changePresale(tx, id, draft.presaleId);
    if (refusal) return refusal;
  }
  await storeShopsOfProduct(tx, draft.onlyIn, id);
  const isLocal = draft.onlyIn.length > 0;
  for (const { shopId, cents } of draft.ownPrices) {
    // A local product has no price in shops that do not sell it.
    if (isLocal && !draft.onlyIn.includes(shopId)) continue;
    await storeOwnPrice(tx, { shop: { id: shopId }, productId: id, isLocal, cents });
  }
  return null;
}

async function changePresale(tx: Tx, id: string, presaleId: string | null): Promise<SaveRefusal | null> {
  if (presaleId !== null) {
    const presale = await tx.selectFrom("presales").select("id").where("id", "=", presaleId).executeTakeFirst();
    if (!presale) return refuse("presale_not_found");
  }
  return moveIntoPresale(tx, [id], presaleId);
}

/** Replaces the brands of a product. False, without a change, if one of them does not exist or is given twice. */
export async function replaceBrands(tx: Tx, productId: string, brandIds: readonly string[]): Promise<boolean> {
  const brands = await sql`SELECT FROM brands WHERE id = ANY (${brandIds}::uuid[]) FOR KEY SHARE`.execute(tx);
  if (brands.rows.length < brandIds.length) return false;
  await tx.deleteFrom("product_brands").where("product_id", "=", productId).execute();
  await sql`
    INSERT INTO product_brands (product_id, brand_id, position)
    SELECT ${productId}, w.id, w.place - 1 FROM unnest(${brandIds}::uuid[]) WITH ORDINALITY AS w (id, place)`.execute(
    tx,
  );
  return true;
}

/** Replaces the categories of a product. False, without a change, if one does not exist or is given twice. */
export async function replaceCategories(tx: Tx, productId: string, categoryIds: readonly string[]): Promise<boolean> {
  const categories = await sql`SELECT FROM categories WHERE id = ANY (${categoryIds}::uuid[]) FOR KEY SHARE`.execute(
    tx,
  );
  if (categories.rows.length < categoryIds.length) return false;
  await tx.deleteFrom("product_categories").where("product_id", "=", productId).execute();
  await sql`
    INSERT INTO product_categories (product_id, category_id)
    SELECT ${productId}, id FROM unnest(${categoryIds}::uuid[]) AS id`.execute(tx);
  return true;
}

/** The fields of a product that are logged, by the names in `FIELD_LABEL` (web/office/sentences.ts). */
function toLogFields(product: EditedProduct): Record<string, unknown> {
  const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  return {
    name: product.name,
    description: product.description,
    color: product.color,
    priceCents: product.priceCents,
    wholesalePriceCents: product.wholesalePriceCents,
    costCents: product.costCents,
    isMarkedNew: product.isMarkedNew,
    extended1: product.extended1,
    extended2: product.extended2,
    ...describeFacts(product),
    eventAt: product.eventAt?.toISOString() ?? null,
    eventPlace: product.eventPlace,
    presale: product.presale?.name ?? null,
    brands: namesOf(product.brands),
    categories: namesOf(product.categories),
    onlyIn: product.isLocal ? namesOf(product.shops) : [],
    ownPrices: product.shops
      .filter(({ priceCents }) => priceCents !== null)
      .map(({ name, priceCents }) => `${name} ${priceCents! / 100}`),
  };
}

/** The fields that differ, before and after; null if none does. */
function findDifference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changedFields = Object.keys(before).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (changedFields.length === 0) return null;
  const pickChanged = (fields: Record<string, unknown>) =>
    Object.fromEntries(changedFields.map((name) => [name, fields[name]]));
  return { before: pickChanged(before), after: pickChanged(after) };
}
