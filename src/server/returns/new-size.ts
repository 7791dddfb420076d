import { cartLineName } from "../../domain/cart-line.ts";
import { centsPaidForPiece } from "../../domain/return-amounts.ts";
import type { Cents } from "../../domain/money.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { listProductsByIds } from "../catalog/queries.ts";
import { pricesOfSize } from "../catalog/product-row.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { Shop } from "../shops/shop.ts";

/** The new size of an exchange. */
export interface NewSize {
  sizeId: string;
  name: string;
  available: number;
  /** How much less a piece of it costs than what was paid for the returned piece. */
  cheaperByCents: Cents;
  /** How much more a piece of it costs. */
  surchargeCents: Cents;
  /** The same at the head office's prices, for a branch. */
  headOfficeSurchargeCents: Cents;
}

interface NewSizeRequest {
  newSizeId: string;
  /** The product and the name of the piece that comes back, and its line of the order. */
  piece: { productId: string; name: string };
  line: { pieces: number; unitCents: Cents; discountCents: Cents; headOfficeUnitCents: Cents };
  /** What earlier exchanges charged for the piece in addition to the line's price. Negative if they gave money back. */
  exchangePaidCents: Cents;
  /** What a branch owes the head office for these exchanges, in addition to the line's price. */
  exchangeOwedCents: Cents;
}

/**
 * The new size of an exchange (rule RETURN-7). Another size of the same product keeps the price of the order. A size of
 * another product has its current price. The difference is refunded or charged (rule RETURN-13).
 */
export async function findNewSize(
  db: Queryable,
  shop: Shop,
  { newSizeId, piece, line, exchangePaidCents, exchangeOwedCents }: NewSizeRequest,
): Promise<NewSize | Refusal<"exchange_not_sold">> {
  if (!isId(newSizeId)) return refuse("exchange_not_sold");
  const size = await db
    .selectFrom("sizes as s")
    .innerJoin("size_names as n", "n.id", "s.size_name_id")
    .innerJoin("products as p", "p.id", "s.product_id")
    .select([
      "s.product_id as productId",
      "n.name",
      "s.available",
      "s.is_hidden as isHidden",
      "p.is_digital as isDigital",
    ])
    .where("s.id", "=", newSizeId)
    .executeTakeFirst();
  if (!size || size.isHidden || size.isDigital) return refuse("exchange_not_sold");
  if (size.productId === piece.productId) {
    const name = replaceSizeName(piece.name, size.name);
    const noDifference = { cheaperByCents: 0, surchargeCents: 0, headOfficeSurchargeCents: 0 };
    return { sizeId: newSizeId, name, available: size.available, ...noDifference };
  }
  const [product] = await listProductsByIds(db, shop, [size.productId]);
  if (!product) return refuse("exchange_not_sold");
  const prices = pricesOfSize(shop, product, newSizeId);
  const priceDifferenceCents =
    (prices.branchPriceCents ?? prices.priceCents) - centsPaidForPiece(line) - exchangePaidCents;
  const brand = product.brands[0]?.name ?? null;
  const name = cartLineName({ name: product.name, brand, color: product.color }, size.name);
  return {
    sizeId: newSizeId,
    name,
    available: size.available,
    cheaperByCents: Math.max(0, -priceDifferenceCents),
    surchargeCents: Math.max(0, priceDifferenceCents),
    // A branch owes more only if the customer pays more.
    headOfficeSurchargeCents:
      priceDifferenceCents > 0 ? Math.max(0, prices.priceCents - line.headOfficeUnitCents - exchangeOwedCents) : 0,
  };
}

/**
 * Replaces the size in a line's name, such as "Playera Nopal Rojo T: M" (`cartLineName`). A name without a size does
 * not change.
 */
function replaceSizeName(name: string, sizeName: string): string {
  const end = name.lastIndexOf(" T: ");
  return end < 0 ? name : `${name.slice(0, end)} T: ${sizeName}`;
}
