import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { refreshSearch } from "./save-product.ts";

/**
 * Copies a product as the start of another one, with its texts, colour, event, facts, SAT's keys, brands, categories,
 * shops, prices, cost, VAT, pictures, paired products (`product_looks`), own size guide, and the sizes that are not
 * hidden with their weights.
 * The copy is hidden, has no pieces and belongs to no presale. Offers, the mark of a new product (`is_marked_new`) and
 * low-stock thresholds are not copied, and neither are SKUs and GTINs: each names one size only.
 */
export function duplicateProduct(
  app: App,
  productId: string,
  by: Actor,
): Promise<{ id: string } | Refusal<"product_not_found">> {
  if (!isId(productId)) return Promise.resolve(refuse("product_not_found"));
  return transact(app.db, async (tx) => {
    const id = newId();
    const { rows } = await sql<{ name: string }>`
      INSERT INTO products (id, name, description, is_digital, event_at, event_place, color, price_cents,
        wholesale_price_cents, cost_cents, is_local, extended1, extended2, sat_product_key, sat_unit_key, style_code,
        composition, care, origin_country, responsible_firm, gender, age_group, google_category, fit_note, model_note,
        search_keywords, is_published)
      SELECT ${id}, left(name || ' (copia)', 200), description, is_digital, event_at, event_place, color, price_cents,
        wholesale_price_cents, cost_cents, is_local, extended1, extended2, sat_product_key, sat_unit_key, style_code,
        composition, care, origin_country, responsible_firm, gender, age_group, google_category, fit_note, model_note,
        search_keywords, false
      FROM products WHERE id = ${productId} RETURNING name`.execute(tx);
    const [copy] = rows;
    if (!copy) return refuse("product_not_found");
    await sql`
      WITH brands AS (
        INSERT INTO product_brands (product_id, brand_id, position)
        SELECT ${id}, brand_id, position FROM product_brands WHERE product_id = ${productId}),
      categories AS (
        INSERT INTO product_categories (product_id, category_id)
        SELECT ${id}, category_id FROM product_categories WHERE product_id = ${productId}),
      shops AS (
        INSERT INTO shop_products (shop_id, product_id, price_cents)
        SELECT shop_id, ${id}, price_cents FROM shop_products WHERE product_id = ${productId}),
      vat AS (
        INSERT INTO vat_treatments (product_id, valid_from, treatment, actor)
        SELECT ${id}, valid_from, treatment, ${by.name} FROM vat_treatments WHERE product_id = ${productId}),
      paired_products AS (
        INSERT INTO product_looks (product_id, paired_product_id, position)
        SELECT ${id}, paired_product_id, position FROM product_looks WHERE product_id = ${productId}),
      pictures AS (
        INSERT INTO product_pictures (product_id, position, picture_key)
        SELECT ${id}, position, picture_key FROM product_pictures WHERE product_id = ${productId}),
      guide AS (
        INSERT INTO size_guides (id, product_id, measures)
        SELECT ${newId()}, ${id}, measures FROM size_guides WHERE product_id = ${productId} RETURNING id),
      guide_rows AS (
        INSERT INTO size_guide_rows (guide_id, size_name_id, millimeters)
        SELECT guide.id, r.size_name_id, r.millimeters
        FROM guide, size_guides g JOIN size_guide_rows r ON r.guide_id = g.id WHERE g.product_id = ${productId})
      INSERT INTO sizes (id, product_id, size_name_id, weight_grams)
      SELECT gen_random_uuid(), ${id}, size_name_id, weight_grams FROM sizes
      WHERE product_id = ${productId} AND NOT is_hidden`.execute(tx);
    await refreshSearch(tx, [id]);
    await logChange(tx, by, {
      action: "product-copy",
      object: { kind: "product", id },
      after: { name: copy.name },
    });
    return { id };
  });
}
