import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import { changedPriceCents, type PriceChange } from "../../domain/price-change.ts";
import type { ProductFacts } from "../../domain/product-facts.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { endOfferInTransaction } from "../offers/create-or-end-offer.ts";
import { describeFacts } from "./describe-facts.ts";
import { FACTS, toFactColumns } from "./fact-columns.ts";
import { refreshSearch, replaceBrands, replaceCategories } from "./save-product.ts";

/** A change that is made to each of the chosen products. */
export type BulkEdit =
  | { kind: "publish"; isPublished: boolean }
  /** Replaces the first brand. The other brands stay. */
  | { kind: "brand"; brandId: string }
  | { kind: "category"; categoryId: string }
  /** Changes wholesale prices too. */
  | { kind: "price"; change: PriceChange }
  /** Sets what a piece costs the shop; null: not known. */
  | { kind: "cost"; costCents: Cents | null }
  /** Sets the facts that a product lacks. Those that it has stay. */
  | { kind: "facts"; facts: Partial<ProductFacts> }
  /** Sets the weight of the sizes that have none. */
  | { kind: "weight"; grams: number }
  /** The style code of each product, by its id. */
  | { kind: "styles"; codes: ReadonlyMap<string, string> };

/** The fields of a product that a bulk edit may change. */
interface ProductValues {
  /** The offer that the edit created. Undoing the edit ends it. */
  offerId?: string;
  isPublished?: boolean;
  priceCents?: Cents;
  wholesalePriceCents?: Cents | null;
  costCents?: Cents | null;
  brandIds?: string[];
  categoryIds?: string[];
  facts?: Partial<ProductFacts>;
  /** Grams by the size's id. */
  weights?: Record<string, number | null>;
  /** For the undo: the grams that the edit set. A size that has another weight by then keeps it. */
  setGrams?: number;
}

interface ProductToEdit {
  id: string;
  name: string;
  version: number;
  isPublished: boolean;
  priceCents: Cents;
  wholesalePriceCents: Cents | null;
  costCents: Cents | null;
  brandIds: string[];
  categoryIds: string[];
  /** The names of `brandIds` and `categoryIds`, in their order. */
  brands: string[];
  categories: string[];
  facts: ProductFacts;
  /** The ids of the sizes without a weight. */
  unweighedSizeIds: string[];
}

/**
 * A product's prices before and after. `after` is null if one of them would be zero or less: the product keeps both.
 */
export interface PriceEffect {
  id: string;
  version: number;
  name: string;
  before: { priceCents: Cents; wholesalePriceCents: Cents | null };
  after: { priceCents: Cents; wholesalePriceCents: Cents | null } | null;
}

/** The effect of a price change on the chosen products. */
export async function previewPrices(
  db: Queryable,
  ids: readonly string[],
  change: PriceChange,
): Promise<PriceEffect[]> {
  const rows = await listProductsToEdit(db, ids);
  return rows.map(({ id, version, name, priceCents, wholesalePriceCents }) => {
    const before = { priceCents, wholesalePriceCents };
    return { id, version, name, before, after: changePrices(before, change) };
  });
}

function changePrices(
  { priceCents, wholesalePriceCents }: PriceEffect["before"],
  change: PriceChange,
): PriceEffect["after"] {
  const changedCents = changedPriceCents(priceCents, change);
  const changedWholesaleCents = wholesalePriceCents === null ? null : changedPriceCents(wholesalePriceCents, change);
  if (changedCents === null || (wholesalePriceCents !== null && changedWholesaleCents === null)) return null;
  return { priceCents: changedCents, wholesalePriceCents: changedWholesaleCents };
}

export interface BulkEditResult {
  changed: number;
  /** Products that changed since they were displayed, that have the value already, or that cannot have the change. */
  skipped: number;
}

/**
 * Changes all chosen products in one transaction and stores their previous values for `undoBulkEdit`. `seen` has the
 * versions that the form showed, by id: a product whose version differs by now is skipped.
 */
export async function editInBulk(
  app: App,
  {
    ids,
    edit,
    seen,
    action,
  }: { ids: readonly string[]; edit: BulkEdit; seen?: ReadonlyMap<string, number>; action: string },
  by: Actor,
): Promise<BulkEditResult | Refusal<"brand_unknown" | "category_unknown">> {
  return transact(app.db, async (tx) => {
    const chosenIds = [...new Set(ids)].filter(isId);
    await sql`SELECT FROM products WHERE id = ANY (${chosenIds}) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
    const rows = await listProductsToEdit(tx, chosenIds);
    const changes = rows
      .filter(({ id, version }) => seen === undefined || seen.get(id) === version)
      .map((row) => ({ row, after: valuesAfter(row, edit) }))
      .filter(({ after }) => after !== null);
    const addedName = await findAddedName(tx, edit);
    const previousEntries = [];
    for (const { row, after } of changes) {
      const refusal = await storeValues(tx, row.id, after!);
      if (refusal) return refusal;
      const previousValues = valuesBefore(row, after!);
      previousEntries.push({ id: row.id, version: await findProductVersion(tx, row.id), values: previousValues });
      await logChange(tx, by, {
        action: edit.kind === "publish" ? `product-${edit.isPublished ? "publish" : "hide"}` : "product-bulk",
        object: { kind: "product", id: row.id },
        ...loggedValues(row, after!, addedName),
      });
    }
    if (previousEntries.length > 0) {
      await refreshSearch(
        tx,
        previousEntries.map(({ id }) => id),
      );
      await storePreviousValues(tx, by, action, previousEntries);
    }
    const skippedCount = rows.filter((row) => changes.every((change) => change.row.id !== row.id)).length;
    return { changed: previousEntries.length, skipped: skippedCount };
  });
}

/** Publishes or hides one product. A single change is not stored for `undoBulkEdit`. */
export async function setPublished(
  app: App,
  productId: string,
  isPublished: boolean,
  by: Actor,
): Promise<"done" | Refusal<"product_not_found">> {
  if (!isId(productId)) return refuse("product_not_found");
  return transact(app.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("products")
      .set({ is_published: isPublished })
      .where("id", "=", productId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return refuse("product_not_found");
    const action = isPublished ? "product-publish" : "product-hide";
    await logChange(tx, by, { action, object: { kind: "product", id: productId } });
    return "done" as const;
  });
}

/** A member's last bulk edit, if it is less than a day old. */
export async function findLastBulkEdit(db: Queryable, memberId: string) {
  const { rows } = await sql<{ id: string; action: string; products: number; at: Date }>`
    SELECT id, action, jsonb_array_length(previous_values) AS products, at FROM bulk_edits
    WHERE member_id = ${memberId} AND at > clock_timestamp() - interval '1 day'`.execute(db);
  return rows[0];
}

/** Restores the products of a member's last bulk edit. Products changed since then stay as they are. */
export async function undoBulkEdit(
  app: App,
  id: string,
  by: Actor,
): Promise<BulkEditResult | Refusal<"nothing_to_undo">> {
  if (!isId(id) || by.memberId === null) return refuse("nothing_to_undo");
  const { memberId } = by;
  return transact(app.db, async (tx) => {
    const { rows } = await sql<{ previous_values: { id: string; version: number; values: ProductValues }[] }>`
      DELETE FROM bulk_edits WHERE id = ${id} AND member_id = ${memberId} RETURNING previous_values`.execute(tx);
    const entries = rows[0]?.previous_values;
    if (!entries) return refuse("nothing_to_undo");
    const ids = entries.map((entry) => entry.id);
    await sql`SELECT FROM products WHERE id = ANY (${ids}) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
    const restoredIds: string[] = [];
    for (const entry of entries) {
      if ((await findProductVersion(tx, entry.id)) !== entry.version) continue;
      const { offerId } = entry.values;
      const refusal =
        offerId === undefined
          ? await storeValues(tx, entry.id, entry.values)
          : await endOfferInTransaction(tx, offerId, by);
      if (isRefusal(refusal)) continue;
      await logChange(tx, by, { action: "product-undo", object: { kind: "product", id: entry.id } });
      restoredIds.push(entry.id);
    }
    await refreshSearch(tx, restoredIds);
    return { changed: restoredIds.length, skipped: entries.length - restoredIds.length };
  });
}

async function listProductsToEdit(db: Queryable, ids: readonly string[]): Promise<ProductToEdit[]> {
  const { rows } = await sql<Omit<ProductToEdit, "facts"> & ProductFacts>`
    SELECT p.id, p.name, p.version, p.is_published AS "isPublished", p.price_cents AS "priceCents",
      p.wholesale_price_cents AS "wholesalePriceCents", p.cost_cents AS "costCents",
      ARRAY(SELECT pb.brand_id::text FROM product_brands pb WHERE pb.product_id = p.id ORDER BY pb.position) AS "brandIds",
      ARRAY(SELECT b.name FROM product_brands pb JOIN brands b ON b.id = pb.brand_id
        WHERE pb.product_id = p.id ORDER BY pb.position) AS brands,
      ARRAY(SELECT pc.category_id::text FROM product_categories pc WHERE pc.product_id = p.id
        ORDER BY pc.category_id) AS "categoryIds",
      ARRAY(SELECT c.name FROM product_categories pc JOIN categories c ON c.id = pc.category_id
        WHERE pc.product_id = p.id ORDER BY pc.category_id) AS categories,
      ARRAY(SELECT s.id::text FROM sizes s WHERE s.product_id = p.id AND s.weight_grams IS NULL) AS "unweighedSizeIds",
      ${FACTS}
    FROM products p WHERE p.id = ANY (${ids.filter(isId)}) ORDER BY p.created_at DESC, p.id DESC`.execute(db);
  return rows.map((row) => ({ ...row, facts: row }));
}

/** The new values; null if nothing changes or the change is not possible. */
function valuesAfter(row: ProductToEdit, edit: BulkEdit): ProductValues | null {
  switch (edit.kind) {
    case "publish":
      return row.isPublished === edit.isPublished ? null : { isPublished: edit.isPublished };
    case "brand":
      if (row.brandIds[0] === edit.brandId) return null;
      return { brandIds: [edit.brandId, ...row.brandIds.slice(1).filter((id) => id !== edit.brandId)] };
    case "category":
      return row.categoryIds.includes(edit.categoryId) ? null : { categoryIds: [...row.categoryIds, edit.categoryId] };
    case "price":
      return changePrices(row, edit.change);
    case "cost":
      return row.costCents === edit.costCents ? null : { costCents: edit.costCents };
    case "facts":
      return missingFacts(row.facts, edit.facts);
    case "weight":
      if (row.unweighedSizeIds.length === 0) return null;
      return { weights: Object.fromEntries(row.unweighedSizeIds.map((id) => [id, edit.grams])) };
    case "styles": {
      const styleCode = edit.codes.get(row.id) ?? null;
      return row.facts.styleCode === styleCode ? null : { facts: { styleCode } };
    }
  }
}

/** Those of the given facts that the product lacks. Null if it lacks none of them. */
function missingFacts(before: ProductFacts, facts: Partial<ProductFacts>): ProductValues | null {
  const lackingFacts = Object.entries(facts).filter(([name]) => {
    const value = before[name as keyof ProductFacts];
    return value === null || value.length === 0;
  });
  return lackingFacts.length === 0 ? null : { facts: Object.fromEntries(lackingFacts) };
}

/** The values of the row that `after` replaces. */
function valuesBefore(
  row: ProductToEdit,
  { facts, weights, offerId: _offerId, setGrams: _setGrams, ...after }: ProductValues,
): ProductValues {
  const names = Object.keys(after) as (keyof typeof after)[];
  return {
    ...Object.fromEntries(names.map((name) => [name, row[name]])),
    ...(facts && {
      facts: Object.fromEntries(Object.keys(facts).map((name) => [name, row.facts[name as keyof ProductFacts]])),
    }),
    ...(weights && {
      weights: Object.fromEntries(Object.keys(weights).map((id) => [id, null])),
      setGrams: Object.values(weights)[0] ?? undefined,
    }),
  };
}

/** The name of the brand or category that the edit adds, null for other edits. */
async function findAddedName(tx: Tx, edit: BulkEdit): Promise<string | null> {
  if (edit.kind !== "brand" && edit.kind !== "category") return null;
  const [table, id] =
    edit.kind === "brand" ? (["brands", edit.brandId] as const) : (["categories", edit.categoryId] as const);
  const row = await tx.selectFrom(table).select("name").where("id", "=", id).executeTakeFirst();
  return row?.name ?? null;
}

/** The values for the change log. None for publishing, because the action alone describes it. */
function loggedValues(
  row: ProductToEdit,
  { isPublished, brandIds, categoryIds, facts, weights, ...after }: ProductValues,
  addedName: string | null,
) {
  if (isPublished !== undefined) return {};
  if (brandIds) {
    const otherBrands = row.brands.slice(1).filter((name) => name !== addedName);
    return { before: { brands: row.brands }, after: { brands: [addedName, ...otherBrands] } };
  }
  if (categoryIds)
    return { before: { categories: row.categories }, after: { categories: [...row.categories, addedName] } };
  if (weights) return { after: { weightGrams: Object.values(weights)[0] } };
  if (!facts) return { before: valuesBefore(row, after), after };
  const names = Object.keys(facts) as (keyof ProductFacts)[];
  const pickChanged = (all: Record<keyof ProductFacts, unknown>) =>
    Object.fromEntries(names.map((name) => [name, all[name]]));
  return {
    before: pickChanged(describeFacts(row.facts)),
    after: pickChanged(describeFacts({ ...row.facts, ...facts })),
  };
}

/** Stores all values or, if a brand or category no longer exists, none. No edit changes both brands and categories. */
async function storeValues(
  tx: Tx,
  id: string,
  values: ProductValues,
): Promise<Refusal<"brand_unknown" | "category_unknown"> | null> {
  const { isPublished, priceCents, wholesalePriceCents, costCents, brandIds, categoryIds, facts, weights, setGrams } =
    values;
  if (brandIds && !(await replaceBrands(tx, id, brandIds))) return refuse("brand_unknown");
  if (categoryIds && !(await replaceCategories(tx, id, categoryIds))) return refuse("category_unknown");
  // A change of only the brand or category is a change of the product too: the UPDATE increases its version.
  await sql`
    UPDATE products SET is_published = coalesce(${isPublished ?? null}::boolean, is_published),
      price_cents = coalesce(${priceCents ?? null}::integer, price_cents),
      wholesale_price_cents = ${"wholesalePriceCents" in values ? sql`${wholesalePriceCents ?? null}::integer` : sql`wholesale_price_cents`},
      cost_cents = ${"costCents" in values ? sql`${costCents ?? null}::integer` : sql`cost_cents`}
    WHERE id = ${id}`.execute(tx);
  if (facts) await tx.updateTable("products").set(toFactColumns(facts)).where("id", "=", id).execute();
  // An edit fills only missing weights, and its undo removes only the weight that it set.
  for (const [sizeId, grams] of Object.entries(weights ?? {})) {
    await sql`UPDATE sizes SET weight_grams = ${grams}
      WHERE id = ${sizeId} AND weight_grams IS NOT DISTINCT FROM ${setGrams ?? null}::integer`.execute(tx);
  }
  return null;
}

export async function findProductVersion(tx: Tx, id: string): Promise<number | undefined> {
  const row = await tx.selectFrom("products").select("version").where("id", "=", id).executeTakeFirst();
  return row?.version;
}

export async function storePreviousValues(tx: Tx, by: Actor, action: string, before: readonly object[]): Promise<void> {
  if (by.memberId === null) return;
  await sql`
    INSERT INTO bulk_edits (id, member_id, action, previous_values)
    VALUES (${newId()}, ${by.memberId}, ${action}, ${JSON.stringify(before)}::jsonb)
    ON CONFLICT (member_id) DO UPDATE SET id = excluded.id, action = excluded.action, previous_values = excluded.previous_values,
      at = clock_timestamp()`.execute(tx);
}
