import type { BenchShop } from "./bench-shop.ts";

/** A size that a load adds to carts. */
export interface SizeToBuy {
  sizeId: string;
  productId: string;
}

/**
 * Generates products until there are `productCount` of them besides the demo's. Each has a brand, a category, a
 * colour, two of the demo's pictures, and four sizes with a million pieces.
 */
export async function fillCatalog(shop: BenchShop, productCount: number): Promise<void> {
  await shop.query(INSERT_PRODUCTS, [productCount]);
  for (const step of [INSERT_BRANDS, INSERT_CATEGORIES, INSERT_PICTURES, INSERT_SIZES, REFRESH_SEARCH])
    await shop.query(step);
  for (const table of CHANGED_TABLES) await shop.query(`VACUUM ANALYZE ${table}`);
}

/** Up to `count` sizes to buy, from as many products as possible. */
export async function listSizesToBuy(shop: BenchShop, count: number): Promise<SizeToBuy[]> {
  const { rows } = await shop.query(
    `SELECT s.id AS "sizeId", s.product_id AS "productId" FROM sizes s JOIN products p ON p.id = s.product_id
    WHERE p.import_key LIKE 'bench:%' ORDER BY s.size_name_id, substr(p.import_key, 7)::int LIMIT $1`,
    [count],
  );
  return rows as SizeToBuy[];
}

const CHANGED_TABLES = [
  "products",
  "product_brands",
  "product_categories",
  "product_pictures",
  "sizes",
  "product_cards",
  "product_lists",
];

const WORDS = `
  '{Vestido,Camisa,Blusa,Pantalón,Falda,Saco,Suéter,Playera,Chamarra,Abrigo,Short,Sudadera}'::text[] AS garments,
  '{largo,corto,recto,amplio,ligero,clásico,bordado,tejido,plisado,cruzado,acolchado,estampado,acanalado,drapeado}'
    ::text[] AS cuts,
  '{lino,algodón,lana,mezclilla,seda,franela,gabardina,crepé,popelina,satín,manta,pana}'::text[] AS cloths,
  '{Negro,Blanco,Azul,Rojo,Verde,Arena,Camel,Vino,Gris,Rosa}'::text[] AS colors`;

const INSERT_PRODUCTS = `
INSERT INTO products (id, import_key, name, description, color, price_cents, wholesale_price_cents, created_at)
SELECT gen_random_uuid(), 'bench:' || n,
  garments[1 + n % 12] || ' ' || cuts[1 + n / 12 % 14] || ' de ' || cloths[1 + n / 168 % 12] || ' ' || n,
  'Corte cómodo para todos los días, costuras reforzadas y bolsas ocultas. Lavar a mano con jabón suave.',
  colors[1 + n % 10], 19900 + n * 7919 % 180000, 15900 + n * 7919 % 180000, now() - n * interval '7 minutes'
FROM generate_series(1, $1::int) n, (SELECT ${WORDS}) words
ON CONFLICT DO NOTHING`;

/** The number of a product determines its data, so that every run has the same catalogue. */
const NUMBERED_PRODUCTS =
  "(SELECT id, substr(import_key, 7)::int AS n FROM products WHERE import_key LIKE 'bench:%') p";

const INSERT_BRANDS = `
WITH made AS (
  INSERT INTO brands (id, slug, name) SELECT gen_random_uuid(), 'marca-' || n, 'Marca ' || n FROM generate_series(1, 40) n
  ON CONFLICT DO NOTHING RETURNING 1)
SELECT count(*) FROM made;
INSERT INTO product_brands (product_id, brand_id, position)
SELECT p.id, b.id, 0 FROM ${NUMBERED_PRODUCTS} JOIN brands b ON b.slug = 'marca-' || 1 + p.n % 40 ON CONFLICT DO NOTHING`;

const INSERT_CATEGORIES = `
INSERT INTO product_categories (product_id, category_id)
SELECT p.id, c.id FROM ${NUMBERED_PRODUCTS} JOIN (
  SELECT id, row_number() OVER (ORDER BY slug) - 1 AS position, count(*) OVER () AS total
  FROM categories c WHERE NOT EXISTS (SELECT FROM categories child WHERE child.parent_id = c.id)) c
  ON c.position = p.n % c.total ON CONFLICT DO NOTHING`;

const INSERT_PICTURES = `
INSERT INTO product_pictures (product_id, position, picture_key)
SELECT p.id, picture, i.key FROM ${NUMBERED_PRODUCTS} CROSS JOIN generate_series(0, 1) picture JOIN (
  SELECT key, row_number() OVER (ORDER BY key) - 1 AS position, count(*) OVER () AS total FROM pictures) i
  ON i.position = (p.n * 2 + picture) % i.total ON CONFLICT DO NOTHING`;

const INSERT_SIZES = `
INSERT INTO sizes (id, product_id, size_name_id, available)
SELECT gen_random_uuid(), p.id, s.id, 1000000 FROM ${NUMBERED_PRODUCTS} CROSS JOIN (
  SELECT id FROM size_names WHERE name NOT LIKE 'Boleto%' ORDER BY position, name LIMIT 4) s ON CONFLICT DO NOTHING`;

const REFRESH_SEARCH = "SELECT refresh_product_search(array_agg(id)) FROM products WHERE search = ''";
