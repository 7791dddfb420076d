import { sql, type RawBuilder } from "kysely";
import { cartLineName } from "../../domain/cart-line.ts";
import { readMexicoTime, formatMexicoTime } from "../../domain/mexico-time.ts";
import { marginOf, type Margin } from "../../domain/margin.ts";
import type { Cents } from "../../domain/money.ts";
import { unitPriceCents } from "../../domain/price.ts";
import { matchPromotions, runsAt, type Promotion, type LineToMatch } from "../../domain/promotion-terms.ts";
import { summarizeCart, type PricedLine } from "../../domain/quote.ts";
import { pricesOfSize, productColumns, soldInShop, type ProductRow } from "../catalog/product-row.ts";
import { inCategory, isOnOffer, pricedProducts } from "../catalog/search-products.ts";
import type { Queryable } from "../db/connect.ts";
import { includeSubcategories } from "../shops/promotions.ts";
import { wholesaleRuleOf, type Shop } from "../shops/shop.ts";

export interface SampleLine {
  name: string;
  pieces: number;
  beforeCents: Cents;
  /** The discount of each promotion on this line. */
  discounts: { label: string; cents: Cents }[];
  afterCents: Cents;
}

/** A sample cart and what it would cost without shipping. */
export interface SampleCart {
  title: string;
  lines: SampleLine[];
  isWholesale: boolean;
  beforeCents: Cents;
  afterCents: Cents;
  /** The label of the promotion that pays the shipping, or null. */
  freeShippingLabel: string | null;
  /** What is left of `afterCents` (rule PROMO-14); null if the cost of a piece is not known. */
  margin: Margin | null;
}

/**
 * `noProducts`: the shop sells nothing in the promotion's scope. `noDay`: the promotion's dates contain none of its
 * days of the week.
 */
export type PromotionPreview = { carts: SampleCart[] } | { problem: "noProducts" | "noDay" };

/** A product of the shop, with the size that is in the sample carts. */
type SampleProduct = Omit<PricedLine & LineToMatch, "pieces"> & { name: string; costCents: Cents | null };
type ProductRowWithCost = ProductRow & { costCents: Cents | null };
type UncomputedLines = [SampleProduct, pieces: number][];

const DAY_MS = 86_400_000;
/** The maximum number of pieces with which a sample cart tries to reach the minimum sum. */
const MAX_SAMPLE_PIECES = 20;

/**
 * Three carts of real products of this shop, computed with this promotion and those that run at the same time: one
 * piece, the pieces that the rule needs, and these pieces plus one more, outside the promotion if the shop has such a
 * product (rule PROMO-22).
 */
export async function previewPromotion(
  db: Queryable,
  shop: Shop,
  draft: Promotion,
  now: Date,
): Promise<PromotionPreview> {
  const [promotion] = await includeSubcategories(db, [draft]);
  const instant = firstInstant(promotion!, now);
  if (instant === null) return { problem: "noDay" };
  const insideProducts = await listSamples(db, shop, draft, { isInScope: true });
  if (insideProducts.length === 0) return { problem: "noProducts" };
  const [outsideProduct] = await listSamples(db, shop, draft, { isInScope: false });
  const [gift] = draft.giftProductId === null ? [] : await listGift(db, shop, draft.giftProductId);
  const cartThatEarns = makeEarningCart(draft, insideProducts, gift);
  const addedProduct = outsideProduct ?? insideProducts.at(-1)!;
  const carts: [string, UncomputedLines][] = [
    ["Con una pieza", [[insideProducts[0]!, 1]]],
    [cartThatEarns.title, cartThatEarns.lines],
    [
      outsideProduct ? "Con algo que no entra en la promoción" : "Con otra pieza más",
      addPiece(cartThatEarns.lines, addedProduct),
    ],
  ];
  return { carts: carts.map(([title, lines]) => computeCart(shop, promotion!, instant, { title, lines })) };
}

/**
 * The first instant at which the promotion runs, from `now` or from its start on, whichever is later. Null if it ends
 * before the first of its days of the week.
 */
function firstInstant(promotion: Promotion, now: Date): Date | null {
  const earliestInstant = new Date(Math.max(now.getTime(), promotion.startsAt.getTime()));
  const midnight = readMexicoTime(formatMexicoTime(earliestInstant).slice(0, 10))!;
  const days = Array.from({ length: 7 }, (_, day) => new Date(midnight.getTime() + day * DAY_MS));
  return [earliestInstant, ...days.slice(1)].find((instant) => runsAt(promotion, instant)) ?? null;
}

async function listSamples(
  db: Queryable,
  shop: Shop,
  { scope, withOffers, withTickets, giftProductId }: Promotion,
  { isInScope }: { isInScope: boolean },
): Promise<SampleProduct[]> {
  const scopeConditions: RawBuilder<unknown>[] = [
    sql`p.id = ANY (${scope.productIds}::uuid[])`,
    sql`p.style_code = ANY (${scope.styleCodes}::text[])`,
    ...scope.categoryIds.map((id) => inCategory(id)),
    sql`EXISTS (SELECT FROM product_brands b WHERE b.product_id = p.id AND b.brand_id = ANY (${scope.brandIds}::uuid[]))`,
  ];
  const isWholeShop = Object.values(scope).every((ids) => ids.length === 0);
  const matches = sql`(${isWholeShop ? sql`true` : sql.join(scopeConditions, sql` OR `)})
    AND (${withOffers} OR NOT ${isOnOffer(shop)}) AND (${withTickets} OR NOT p.is_digital)`;
  const { rows } = await sql<ProductRowWithCost>`
    SELECT ${productColumns(shop)}, p.cost_cents AS "costCents" FROM ${pricedProducts(shop)}
    WHERE p.presale_id IS NULL AND ${soldInShop(shop)} AND p.id IS DISTINCT FROM ${giftProductId}::uuid
      AND coalesce((${matches}), false) = ${isInScope}
    ORDER BY EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available > 0 AND NOT s.is_hidden) DESC,
      p.is_digital, p.created_at DESC, p.id LIMIT 4`.execute(db);
  return toSamples(shop, rows);
}

async function listGift(db: Queryable, shop: Shop, productId: string): Promise<SampleProduct[]> {
  const { rows } = await sql<ProductRowWithCost>`
    SELECT ${productColumns(shop)}, p.cost_cents AS "costCents" FROM products p WHERE p.id = ${productId} AND ${soldInShop(shop)}`.execute(
    db,
  );
  return toSamples(shop, rows);
}

function toSamples(shop: Shop, rows: readonly ProductRowWithCost[]): SampleProduct[] {
  return rows.flatMap((row) => {
    const size = row.sizes.find(({ available }) => available > 0) ?? row.sizes[0];
    if (!size) return [];
    const brand = row.brands[0]?.name ?? null;
    const prices = pricesOfSize(shop, row, size.id);
    const sample: SampleProduct = {
      sizeId: size.id,
      productId: row.id,
      name: cartLineName({ name: row.name, brand, color: row.color }, size.name),
      prices,
      costCents: row.costCents,
      isDigital: row.is_digital,
      isOffer: prices.formerPriceCents !== null,
      styleCode: row.style_code,
      categoryIds: row.categories.map(({ id }) => id),
      brandIds: row.brands.map(({ id }) => id),
    };
    return [sample];
  });
}

/**
 * A cart that earns the promotion. For a bundle it has the bundle's pieces, of several products if possible. For other
 * rules it has as many pieces of one product as reach the minimum sum, but no more than `MAX_SAMPLE_PIECES`, or two
 * pieces without a minimum sum. For a gift it also contains the gift, and without a minimum sum only one other piece.
 */
function makeEarningCart(
  { rule, fromCents }: Promotion,
  insideProducts: readonly SampleProduct[],
  gift: SampleProduct | undefined,
): { title: string; lines: UncomputedLines } {
  const firstProduct = insideProducts[0]!;
  if (rule.kind === "bundle") {
    const lines = insideProducts.slice(0, rule.group).map((sample): [SampleProduct, number] => [sample, 1]);
    lines[0]![1] += rule.group - lines.length;
    return { title: `Con ${rule.group} piezas`, lines };
  }
  const unitCents = unitPriceCents(firstProduct.prices, false);
  const neededPieces = Math.min(MAX_SAMPLE_PIECES, Math.max(1, Math.ceil(fromCents / Math.max(1, unitCents))));
  const pieces = fromCents === 0 && rule.kind !== "gift" ? 2 : neededPieces;
  if (rule.kind === "gift" && gift)
    return {
      title: "Con el regalo en el carrito",
      lines: [
        [firstProduct, pieces],
        [gift, 1],
      ],
    };
  const title = fromCents > 0 ? "Desde la suma que pide" : pieces === 1 ? "Con una pieza" : "Con dos piezas";
  return { title, lines: [[firstProduct, pieces]] };
}

function addPiece(lines: UncomputedLines, product: SampleProduct): UncomputedLines {
  const isInCart = lines.some(([sample]) => sample === product);
  if (!isInCart) return [...lines, [product, 1]];
  return lines.map(([sample, pieces]) => [sample, sample === product ? pieces + 1 : pieces]);
}

function computeCart(
  shop: Shop,
  promotion: Promotion,
  instant: Date,
  { title, lines }: { title: string; lines: UncomputedLines },
): SampleCart {
  const cart = lines.map(([sample, pieces]) => ({ ...sample, pieces }));
  const otherPromotions = shop.promotions.filter(({ id }) => id !== promotion.id);
  const summary = summarizeCart(cart, wholesaleRuleOf(shop), (isWholesale) =>
    matchPromotions(
      [...otherPromotions, promotion],
      {
        now: instant,
        shopId: shop.id,
        isWholesale,
        isPresale: false,
        coupon: promotion.needsCode ? { promotionId: promotion.id, code: "" } : null,
        customer: {
          isFirstPurchase: promotion.firstPurchaseOnly,
          tags: promotion.customerTag === null ? [] : [promotion.customerTag],
        },
      },
      cart,
    ),
  );
  const afterCents = summary.subtotalCents - summary.productDiscountCents;
  const costCents = costOf(cart);
  return {
    title,
    isWholesale: summary.isWholesale,
    lines: cart.map(({ sizeId, name, prices, pieces }) => {
      const beforeCents = unitPriceCents(prices, summary.isWholesale) * pieces;
      const discounts = summary.productDiscounts
        .map(({ label, lines: centsBySize }) => ({ label, cents: centsBySize[sizeId] ?? 0 }))
        .filter(({ cents }) => cents > 0);
      const discountCents = discounts.reduce((sum, { cents }) => sum + cents, 0);
      return { name, pieces, beforeCents, discounts, afterCents: beforeCents - discountCents };
    }),
    beforeCents: summary.subtotalCents,
    afterCents,
    margin: costCents === null ? null : marginOf(afterCents, costCents),
    freeShippingLabel: summary.freeShipping?.label ?? null,
  };
}

/** What the pieces cost the shop; null if one of them has no known cost. */
function costOf(cart: readonly { costCents: Cents | null; pieces: number }[]): Cents | null {
  return cart.reduce<Cents | null>(
    (sum, { costCents, pieces }) => (sum === null || costCents === null ? null : sum + costCents * pieces),
    0,
  );
}
