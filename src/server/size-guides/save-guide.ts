import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import {
  MEASURE_LABEL,
  normalizeGuideName,
  readSizeGuide,
  formatAsCentimeters,
  type GuideErrors,
  type SizeGuide,
  type TypedGuide,
} from "../../domain/size-guide.ts";
import { sizePosition } from "../../domain/size-order.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { findGuide, type GuideOwner } from "./queries.ts";

export type GuideRefusal = Refusal<
  "guide_not_found" | "guide_taken" | "edit_conflict" | "product_not_found" | "category_unknown" | "brand_unknown"
>;

/** The errors of a typed table, by cell. */
export interface GuideErrorResult {
  errors: GuideErrors;
}

/** Creates the guide of an owner that has none. */
export async function createGuide(
  app: App,
  owner: GuideOwner,
  typedGuide: TypedGuide,
  by: Actor,
): Promise<{ id: string } | GuideErrorResult | GuideRefusal> {
  const guide = await readTypedGuide(app.db, typedGuide);
  if ("errors" in guide) return guide;
  return transact(app.db, async (tx) => {
    const ownerRefusal = await checkOwner(tx, owner);
    if (ownerRefusal) return ownerRefusal;
    const id = newId();
    const ownerColumns =
      "productId" in owner
        ? { product_id: owner.productId }
        : { category_id: owner.categoryId, brand_id: owner.brandId };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("size_guides")
      .values({ id, ...ownerColumns, measures: [...guide.measures] })
      .onConflict((conflict) => conflict.constraint("size_guides_once").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return refuse("guide_taken");
    await insertRows(tx, id, guide);
    await logChange(tx, by, {
      action: "size-guide-new",
      object: { kind: "size-guide", id },
      after: toLogFields(guide),
    });
    return { id };
  });
}

/** Changes a guide if its version is still `seen`. Otherwise the change is refused and writes nothing. */
export async function changeGuide(
  app: App,
  { id, seen }: { id: string; seen: number },
  typedGuide: TypedGuide,
  by: Actor,
): Promise<{ version: number } | GuideErrorResult | GuideRefusal> {
  const guide = await readTypedGuide(app.db, typedGuide);
  if ("errors" in guide) return guide;
  return transact(app.db, async (tx) => {
    const storedGuide = await lockGuide(tx, id, seen);
    if (isRefusal(storedGuide)) return storedGuide;
    const [oldFields, newFields] = [toLogFields(storedGuide), toLogFields(guide)];
    if (JSON.stringify(oldFields) === JSON.stringify(newFields)) return { version: seen };
    await tx.deleteFrom("size_guide_rows").where("guide_id", "=", id).execute();
    const { version } = await tx
      .updateTable("size_guides")
      .set({ measures: [...guide.measures], version: sql<number>`version + 1` })
      .where("id", "=", id)
      .returning("version")
      .executeTakeFirstOrThrow();
    await insertRows(tx, id, guide);
    const object = { kind: "size-guide", id };
    await logChange(tx, by, {
      action: "size-guide-edit",
      object,
      before: omitEqual(oldFields, newFields),
      after: omitEqual(newFields, oldFields),
    });
    return { version };
  });
}

/** Deletes a guide if its version is still `seen`. Another guide may then apply to its products (rule SIZE-1). */
export function deleteGuide(
  app: App,
  { id, seen }: { id: string; seen: number },
  by: Actor,
): Promise<"done" | GuideRefusal> {
  return transact(app.db, async (tx) => {
    const storedGuide = await lockGuide(tx, id, seen);
    if (isRefusal(storedGuide)) return storedGuide;
    await tx.deleteFrom("size_guides").where("id", "=", id).execute();
    await logChange(tx, by, {
      action: "size-guide-drop",
      object: { kind: "size-guide", id },
      before: toLogFields(storedGuide),
    });
    return "done" as const;
  });
}

async function lockGuide(tx: Tx, id: string, seen: number) {
  if (!isId(id)) return refuse("guide_not_found");
  await sql`SELECT FROM size_guides WHERE id = ${id} FOR UPDATE`.execute(tx);
  const guide = await findGuide(tx, id);
  if (!guide) return refuse("guide_not_found");
  return guide.version === seen ? guide : refuse("edit_conflict");
}

async function checkOwner(tx: Tx, owner: GuideOwner): Promise<GuideRefusal | undefined> {
  const exists = async (table: "products" | "categories" | "brands", id: string): Promise<boolean> =>
    isId(id) &&
    (await tx.selectFrom(table).select("id").where("id", "=", id).forKeyShare().executeTakeFirst()) !== undefined;
  if ("productId" in owner)
    return (await exists("products", owner.productId)) ? undefined : refuse("product_not_found");
  if (!(await exists("categories", owner.categoryId))) return refuse("category_unknown");
  if (owner.brandId !== null && !(await exists("brands", owner.brandId))) return refuse("brand_unknown");
  return undefined;
}

/**
 * Parses and checks a typed table. A size gets the name that products use for it, even if it was typed in another case.
 */
async function readTypedGuide(db: Queryable, typedGuide: TypedGuide): Promise<SizeGuide | GuideErrorResult> {
  const sizeNames = await db.selectFrom("size_names").select(["name", "position"]).orderBy("position").execute();
  const byName = new Map(sizeNames.map((size) => [size.name, size]));
  const byPlainName = new Map(sizeNames.toReversed().map((size) => [normalizeGuideName(size.name), size]));
  const findSize = (name: string) => byName.get(name) ?? byPlainName.get(normalizeGuideName(name));
  const rows = typedGuide.rows.map((row) => ({ ...row, size: findSize(row.size.trim())?.name ?? row.size.trim() }));
  return readSizeGuide({ ...typedGuide, rows }, (name) => findSize(name)?.position ?? sizePosition(name));
}

async function insertRows(tx: Tx, guideId: string, { rows }: SizeGuide): Promise<void> {
  // Always in the same order: concurrent calls that add the same new sizes then wait for each other without a deadlock.
  const names = rows.map(({ size }) => size).toSorted((a, b) => (a < b ? -1 : 1));
  await sql`
    INSERT INTO size_names (id, name, position)
    SELECT w.id, w.name, w.position
    FROM unnest(${names.map(() => newId())}::uuid[], ${names}::text[], ${names.map(sizePosition)}::int[]) AS w (id, name, position)
    WHERE NOT EXISTS (SELECT FROM size_names n WHERE n.name = w.name)
    ON CONFLICT (name) DO NOTHING`.execute(tx);
  const storedNames = await tx.selectFrom("size_names").select(["id", "name"]).where("name", "in", names).execute();
  const idsByName = new Map(storedNames.map(({ id, name }) => [name, id]));
  await tx
    .insertInto("size_guide_rows")
    .values(
      rows.map(({ size, millimeters }) => ({
        guide_id: guideId,
        size_name_id: idsByName.get(size)!,
        millimeters: [...millimeters],
      })),
    )
    .execute();
}

/** One text for each size: { M: "M: cintura 74, cadera 100" }. */
function toLogFields({ measures, rows }: SizeGuide): Record<string, string> {
  return Object.fromEntries(
    rows.map(({ size, millimeters }) => [
      size,
      `${size}: ${millimeters.map((value, n) => `${MEASURE_LABEL[measures[n]!].toLowerCase()} ${formatAsCentimeters(value)}`).join(", ")}`,
    ]),
  );
}

/** The fields without those that have the same text in `others`. */
function omitEqual(fields: Record<string, string>, others: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name, text]) => others[name] !== text));
}
