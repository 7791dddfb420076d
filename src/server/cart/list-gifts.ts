import { cartLineName } from "../../domain/cart-line.ts";
import { unitPriceCents } from "../../domain/price.ts";
import type { Promotion } from "../../domain/promotion-terms.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { pricesOfSize, type ProductRow, type SizeRow } from "../catalog/product-row.ts";
import { findProduct } from "../catalog/queries.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import type { Shop } from "../shops/shop.ts";
import { summaryOf } from "./cart-summary.ts";
import { findCart } from "./find-cart.ts";
import type { Cart, CartLine } from "./queries.ts";

/** A free product that a cart has earned and does not contain yet. */
export interface Gift {
  promotionName: string;
  productId: string;
  /** Product and colour. */
  name: string;
  picture: PictureRow | null;
  /** The sizes in stock. */
  sizes: SizeRow[];
}

/**
 * The gifts that a cart has earned and does not contain (rule PROMO-16). A gift is listed if its piece would be free in
 * the cart now, considering all other promotions. Gifts are not added automatically, because that would reserve pieces
 * that the customer did not request.
 */
export async function listGifts(app: App, shop: Shop, cartId: string): Promise<Gift[] | Refusal<"cart_not_found">> {
  const cart = await findCart(app, shop, cartId);
  if (!cart) return refuse("cart_not_found");
  if (cart.state !== "active") return [];
  const gifts: Gift[] = [];
  for (const promotion of promotionsWithMissingGift(shop, cart)) {
    const row = await findProduct(app.genericPlanDb, shop, promotion.giftProductId!, cart.presaleId);
    const sizes = row?.sizes.filter(({ available }) => available > 0) ?? [];
    if (row && sizes[0] && wouldBeFree(shop, cart, promotion, giftLine(shop, row, sizes[0]))) {
      gifts.push({
        promotionName: promotion.name,
        productId: row.id,
        name: [row.name, row.color].filter(Boolean).join(" · "),
        picture: row.pictures[0] ?? null,
        sizes,
      });
    }
  }
  return gifts;
}

/** The promotions with a gift that apply to the cart, without those whose gift the cart contains. */
function promotionsWithMissingGift(shop: Shop, cart: Cart): Promotion[] {
  const missingGiftPromotions = shop.promotions.filter(
    ({ giftProductId }) => giftProductId !== null && cart.lines.every(({ productId }) => productId !== giftProductId),
  );
  if (missingGiftPromotions.length === 0) return [];
  const { promotions } = summaryOf(shop, cart);
  return missingGiftPromotions.filter(({ id }) => promotions.some((appliedPromotion) => appliedPromotion.id === id));
}

function wouldBeFree(shop: Shop, cart: Cart, { id }: Promotion, gift: CartLine): boolean {
  const { productDiscounts, isWholesale } = summaryOf(shop, { ...cart, lines: [...cart.lines, gift] });
  const discountCents = productDiscounts.find(({ promotionId }) => promotionId === id)?.lines[gift.sizeId] ?? 0;
  return discountCents >= unitPriceCents(gift.prices, isWholesale);
}

/** One piece of the gift as a line of the cart. */
function giftLine(shop: Shop, row: ProductRow, size: SizeRow): CartLine {
  const prices = pricesOfSize(shop, row, size.id);
  const [brand] = row.brands;
  return {
    sizeId: size.id,
    productId: row.id,
    brandId: brand?.id ?? null,
    brand: brand?.name ?? null,
    name: cartLineName({ name: row.name, brand: brand?.name ?? null, color: row.color }, size.name),
    isDigital: row.is_digital,
    pieces: 1,
    held: 1,
    available: size.available,
    prices,
    styleCode: row.style_code,
    brandIds: row.brands.map(({ id }) => id),
    categoryIds: row.categories.map(({ id }) => id),
    isOffer: prices.formerPriceCents !== null,
    picture: null,
    extended1: null,
    extended2: null,
  };
}
