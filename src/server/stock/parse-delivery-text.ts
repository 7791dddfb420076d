import { sql } from "kysely";
import { readDeliveryLines, type TypedDeliveryLine } from "../../domain/delivery-lines.ts";
import { readScannedCode } from "../../domain/scanned-code.ts";
import { findSizes } from "../catalog/find-sizes.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { MovedPieces } from "./write-movements.ts";

/** A size of the delivery, with the sum of its lines. */
export interface DeliveredSize extends MovedPieces {
  product: string;
  sizeName: string;
  available: number;
}

export interface LineError {
  lineNumber: number;
  /** The item and the size, as staff typed them. */
  text: string;
  problem: "pieces_wrong" | "product_unknown" | "product_ambiguous" | "size_missing" | "size_unknown";
  /**
   * The product's sizes, the number of products with this name, or the product that is probably meant. Empty for wrong
   * pieces, and without a suggestion.
   */
  hint: string;
}

export interface ParsedDelivery {
  sizes: DeliveredSize[];
  errors: LineError[];
}

/** The most unknown products that get a suggestion, because each suggestion is a search. */
const MAX_SUGGESTIONS = 10;

interface Candidate {
  /** The item as staff typed it, in lower case. */
  item: string;
  /** `item` is a code or the id of this size. */
  isCode: boolean;
  productId: string;
  product: string;
  sizeId: string;
  sizeName: string;
  /** `sizeName` without accents, in lower case. */
  plainSize: string;
  available: number;
}

/**
 * Parses the text of a delivery into sizes with their pieces, and errors of the lines that it cannot parse. Changes
 * nothing.
 */
export async function parseDeliveryText(db: Queryable, text: string): Promise<ParsedDelivery> {
  const lines = readDeliveryLines(text);
  const candidatesByItem = await listCandidates(db, lines);
  const sizes = new Map<string, DeliveredSize>();
  const errors: LineError[] = [];
  for (const line of lines) {
    const matchResult = matchLine(line, candidatesByItem.get(line.item.toLowerCase()) ?? []);
    if ("problem" in matchResult) {
      errors.push(matchResult);
      continue;
    }
    const { sizeId, product, sizeName, available } = matchResult;
    const size = sizes.get(sizeId) ?? { sizeId, product, sizeName, available, pieces: 0 };
    sizes.set(sizeId, { ...size, pieces: size.pieces + line.pieces! });
  }
  await suggestProducts(db, errors);
  return { sizes: [...sizes.values()], errors };
}

/** Sets the hints of the first unknown products by a search that tolerates typing mistakes. */
async function suggestProducts(db: Queryable, errors: readonly LineError[]): Promise<void> {
  const unknownProducts = errors.filter(({ problem }) => problem === "product_unknown").slice(0, MAX_SUGGESTIONS);
  for (const error of unknownProducts) {
    const { products } = await findSizes(db, error.text.split(", ")[0]!, { among: "all", limit: 1 });
    error.hint = products.map(({ name, color }) => [name, color].filter(Boolean).join(" ")).join();
  }
}

function matchLine(line: TypedDeliveryLine, candidates: readonly Candidate[]): Candidate | LineError {
  const fail = (problem: LineError["problem"], hint = ""): LineError => ({
    lineNumber: line.lineNumber,
    text: [line.item, line.size].filter(Boolean).join(", "),
    problem,
    hint,
  });
  if (line.pieces === null) return fail("pieces_wrong");
  const [first] = candidates;
  if (!first) return fail("product_unknown");
  const codedCandidate = candidates.find(({ isCode }) => isCode);
  if (codedCandidate && line.size === "") return codedCandidate;
  const products = new Set(candidates.map(({ productId }) => productId));
  if (products.size > 1) return fail("product_ambiguous", String(products.size));
  const sizeNames = candidates.map(({ sizeName }) => sizeName).join(", ");
  if (line.size === "") return candidates.length === 1 ? first : fail("size_missing", sizeNames);
  return (
    candidates.find(({ sizeName, plainSize }) => isSameSize(line.size, sizeName, plainSize)) ??
    fail("size_unknown", sizeNames)
  );
}

function isSameSize(text: string, name: string, plainName: string): boolean {
  const plainText = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return text === name || plainText === plainName;
}

/**
 * The sizes that each item (in lower case) can mean: the size with this code or id, even a hidden one, or the sizes
 * that are not hidden of the product with this id, this name, or this name and colour.
 */
async function listCandidates(db: Queryable, lines: readonly TypedDeliveryLine[]): Promise<Map<string, Candidate[]>> {
  const items = [...new Set(lines.map(({ item }) => item.toLowerCase()))];
  const codes = items.map(readScannedCode);
  const ids = items.filter(isId);
  const productNames = items.filter((item) => !isId(item));
  const { rows } = await sql<Candidate>`
    WITH named AS (SELECT item, plain_text(item) AS plain FROM unnest(${productNames}::text[]) AS a (item)),
    codes AS (SELECT * FROM unnest(${items}::text[], ${codes.map(({ gtin14 }) => gtin14)}::text[],
      ${codes.map(({ idTail }) => idTail)}::text[]) AS c (item, gtin14, id_tail)),
    coded AS (
      SELECT c.item, s.id FROM codes c JOIN sizes s ON lower(s.sku) = c.item
      UNION SELECT c.item, s.id FROM codes c JOIN sizes s ON lpad(s.gtin, 14, '0') = c.gtin14
      UNION SELECT c.item, s.id FROM codes c JOIN sizes s ON right(s.id::text, 12) = c.id_tail
      UNION SELECT id::text, id FROM unnest(${ids}::uuid[]) AS id),
    matches AS (
      SELECT a.item, p.id FROM products p JOIN named a ON plain_text(p.name) = a.plain
      UNION SELECT a.item, p.id FROM products p JOIN named a ON plain_text(p.name || ' ' || coalesce(p.color, '')) = a.plain
      UNION SELECT p.id::text, p.id FROM products p WHERE p.id = ANY (${ids}::uuid[])),
    meant AS (
      SELECT m.item, s.id, false AS is_code FROM matches m JOIN sizes s ON s.product_id = m.id AND NOT s.is_hidden
      UNION ALL SELECT item, id, true FROM coded)
    SELECT m.item, m.is_code AS "isCode", p.id AS "productId", concat_ws(' · ', p.name, p.color) AS product,
      s.id AS "sizeId", n.name AS "sizeName", plain_text(n.name) AS "plainSize", s.available
    FROM meant m JOIN sizes s ON s.id = m.id JOIN products p ON p.id = s.product_id
    JOIN size_names n ON n.id = s.size_name_id`.execute(db);
  return Map.groupBy(rows, ({ item }) => item);
}
