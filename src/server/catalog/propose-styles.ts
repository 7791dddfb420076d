import { sql } from "kysely";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import type { Actor } from "../change-log/change-log.ts";
import { editInBulk } from "./bulk-edit.ts";
import { PICTURE } from "./product-row.ts";
import { toSlug } from "./slug.ts";

interface ProposedProduct {
  id: string;
  color: string | null;
  hex: string | null;
  picture: PictureRow | null;
  /** Whether it has the style's code already. */
  isInStyle: boolean;
}

/** Products of the same name and brand, which may be one garment in several colours (rule PRODUCT-1). */
export interface StyleProposal {
  /** The code that they would share: the one that some of them have, or else a new one from name and brand. */
  code: string;
  name: string;
  brand: string | null;
  products: ProposedProduct[];
}

/** The proposals, at most `limit`, by name. Groups whose products have different codes are left to staff. */
export async function proposeStyles(db: Queryable, limit = 200): Promise<StyleProposal[]> {
  const { rows } = await sql<Omit<StyleProposal, "code"> & { code: string | null }>`
    WITH named AS (
      SELECT p.id, p.color, p.color_key, p.style_code, plain_text(p.name) AS key, p.name, pb.brand_id
      FROM products p LEFT JOIN product_brands pb ON pb.product_id = p.id AND pb.position = 0 WHERE NOT p.is_digital
    ), alike AS (
      SELECT key, brand_id, min(name) AS name, min(style_code) AS code FROM named GROUP BY key, brand_id
      HAVING count(*) > 1 AND count(DISTINCT color_key) > 1 AND count(style_code) < count(*)
        AND count(DISTINCT style_code) <= 1
      ORDER BY key LIMIT ${limit})
    SELECT a.name, a.code, (SELECT b.name FROM brands b WHERE b.id = a.brand_id) AS brand,
      (SELECT json_agg(json_build_object('id', n.id, 'color', n.color, 'hex', k.hex, 'isInStyle', n.style_code IS NOT NULL,
          'picture', (SELECT ${PICTURE} FROM product_pictures pp JOIN pictures i ON i.key = pp.picture_key
            WHERE pp.product_id = n.id ORDER BY pp.position LIMIT 1)) ORDER BY n.color_key, n.id)
        FROM named n LEFT JOIN colors k ON k.key = n.color_key
        WHERE n.key = a.key AND n.brand_id IS NOT DISTINCT FROM a.brand_id) AS products
    FROM alike a ORDER BY a.key, brand`.execute(db);
  const taken = await listStyleCodes(db);
  return rows.map((row) => ({ ...row, code: row.code ?? createCode(row, taken) }));
}

async function listStyleCodes(db: Queryable): Promise<Set<string>> {
  const rows = await db
    .selectFrom("products")
    .select("style_code")
    .distinct()
    .where("style_code", "is not", null)
    .execute();
  return new Set(rows.map(({ style_code: code }) => code!));
}

/** "vestido-midi-de-lino-casa-marlen", with a number if another style has it. */
function createCode({ name, brand }: { name: string; brand: string | null }, taken: Set<string>): string {
  const base = toSlug([name, brand].filter(Boolean).join(" ")).slice(0, 46).replace(/-$/, "") || "modelo";
  let code = base;
  for (let n = 2; taken.has(code); n++) code = `${base}-${n}`;
  taken.add(code);
  return code;
}

/** Gives the products of the accepted proposals their code, as one bulk edit that can be undone. */
export async function acceptStyles(app: App, acceptedIds: ReadonlySet<string>, by: Actor): Promise<number> {
  const proposals = (await proposeStyles(app.db)).filter(({ products }) => acceptedIds.has(proposalId({ products })));
  const codes = new Map(
    proposals.flatMap(({ code, products }) =>
      products.filter(({ isInStyle }) => !isInStyle).map(({ id }) => [id, code] as const),
    ),
  );
  if (codes.size === 0) return 0;
  const edit = { ids: [...codes.keys()], edit: { kind: "styles", codes }, action: "unir colores en modelos" } as const;
  const edited = await editInBulk(app, edit, by);
  return isRefusal(edited) ? 0 : edited.changed;
}

/** Identifies a proposal in a form: the id of its first product without a style. */
export function proposalId({ products }: Pick<StyleProposal, "products">): string {
  return products.find(({ isInStyle }) => !isInStyle)!.id;
}
