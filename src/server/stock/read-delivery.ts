import { sql } from "kysely";
import { readDeliveryLines, type DeliveryLineText } from "../../domain/delivery-lines.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { Move } from "./move-stock.ts";

/** A size of the delivery, with the sum of its lines. */
export interface DeliveredSize extends Move {
  product: string;
  sizeName: string;
  available: number;
}

export interface LineError {
  line: number;
  typed: string;
  problem: "pieces_wrong" | "product_unknown" | "product_ambiguous" | "size_missing" | "size_unknown";
  /** The product's sizes, or the number of products with this name. */
  hint: string;
}

export interface ReadDelivery {
  sizes: DeliveredSize[];
  errors: LineError[];
}

interface Candidate {
  what: string;
  productId: string;
  product: string;
  sizeId: string;
  sizeName: string;
  plainSize: string;
  available: number;
}

/** Interprets a typed delivery: sizes with their pieces, and the lines that cannot be interpreted. Changes nothing. */
export async function readDelivery(db: Queryable, text: string): Promise<ReadDelivery> {
  const lines = readDeliveryLines(text);
  const candidatesByText = await listCandidates(db, lines);
  const sizes = new Map<string, DeliveredSize>();
  const errors: LineError[] = [];
  for (const line of lines) {
    const checked = checkLine(line, candidatesByText.get(line.item.toLowerCase()) ?? []);
    if ("problem" in checked) {
      errors.push(checked);
      continue;
    }
    const { sizeId, product, sizeName, available } = checked;
    const size = sizes.get(sizeId) ?? { sizeId, product, sizeName, available, pieces: 0 };
    sizes.set(sizeId, { ...size, pieces: size.pieces + line.pieces! });
  }
  return { sizes: [...sizes.values()], errors };
}

function checkLine(line: DeliveryLineText, candidates: readonly Candidate[]): Candidate | LineError {
  const fail = (problem: LineError["problem"], hint = ""): LineError => ({
    line: line.line,
    typed: [line.item, line.size].filter(Boolean).join(", "),
    problem,
    hint,
  });
  if (line.pieces === null) return fail("pieces_wrong");
  const [first] = candidates;
  if (!first) return fail("product_unknown");
  if (first.sizeId === line.item.toLowerCase()) return first;
  const products = new Set(candidates.map(({ productId }) => productId));
  if (products.size > 1) return fail("product_ambiguous", String(products.size));
  const names = candidates.map(({ sizeName }) => sizeName).join(", ");
  if (line.size === "") return candidates.length === 1 ? first : fail("size_missing", names);
  return (
    candidates.find(({ sizeName, plainSize }) => isSize(line.size, sizeName, plainSize)) ?? fail("size_unknown", names)
  );
}

function isSize(typed: string, name: string, plain: string): boolean {
  const plainTyped = typed.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return typed === name || plainTyped === plain;
}

/** The sizes of the products that match each typed text (in lower case) by id, name, or name and colour. */
async function listCandidates(db: Queryable, lines: readonly DeliveryLineText[]): Promise<Map<string, Candidate[]>> {
  const typed = [...new Set(lines.map(({ item }) => item.toLowerCase()))];
  const ids = typed.filter(isId);
  const names = typed.filter((what) => !isId(what));
  const { rows } = await sql<Candidate>`
    WITH typed AS (SELECT what, plain_text(what) AS plain FROM unnest(${names}::text[]) AS a (what)),
    matches AS (
      SELECT a.what, p.id FROM products p JOIN typed a ON plain_text(p.name) = a.plain
      UNION SELECT a.what, p.id FROM products p JOIN typed a ON plain_text(p.name || ' ' || coalesce(p.color, '')) = a.plain
      UNION SELECT p.id::text, p.id FROM products p WHERE p.id = ANY (${ids}::uuid[]))
    SELECT m.what, p.id AS "productId", concat_ws(' · ', p.name, p.color) AS product, s.id AS "sizeId", n.name AS "sizeName",
      plain_text(n.name) AS "plainSize", s.available
    FROM matches m JOIN products p ON p.id = m.id JOIN sizes s ON s.product_id = p.id AND NOT s.is_hidden
    JOIN size_names n ON n.id = s.size_name_id
    UNION ALL
    SELECT s.id::text, p.id, concat_ws(' · ', p.name, p.color), s.id, n.name, plain_text(n.name), s.available
    FROM sizes s JOIN products p ON p.id = s.product_id JOIN size_names n ON n.id = s.size_name_id
    WHERE s.id = ANY (${ids}::uuid[])`.execute(db);
  return Map.groupBy(rows, ({ what }) => what);
}
