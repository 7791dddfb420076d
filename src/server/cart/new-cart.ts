import type { App } from "../app.ts";
import { findSizeNames } from "../catalog/size-names.ts";
import type { Shop } from "../shops/shop.ts";
import { toLine, type Cart, type CartLine } from "./queries.ts";
import type { CartCard } from "./card-cache.ts";
import type { CreatedCart, CreatedLine } from "./reservation-batcher.ts";

/**
 * The cart that a reservation has just created, equal to what a `CartReader` would read immediately afterwards. The
 * cart itself is not read. Cards of products, names of sizes and a branch's increments come from caches, the latter
 * two up to a second old. Undefined if one of them no longer exists.
 */
export async function toNewCart(
  app: App,
  shop: Shop,
  cartId: string,
  createdCart: CreatedCart,
): Promise<Cart | undefined> {
  const [names, cards] = await Promise.all([
    findSizeNames(
      app,
      createdCart.lines.map(({ sizeNameId }) => sizeNameId),
    ),
    Promise.all(createdCart.lines.map(({ productId, cardVersion }) => app.cartCards.find(productId, cardVersion))),
  ]);
  const lines = createdCart.lines.flatMap((line, index) => {
    const [card, sizeName] = [cards[index], names.get(line.sizeNameId)?.name];
    return card && sizeName !== undefined ? [toNewLine(shop, line, card, sizeName)] : [];
  });
  if (lines.length < createdCart.lines.length) return undefined;
  return {
    id: cartId,
    shopId: shop.id,
    state: "active",
    presaleId: null,
    presale: null,
    version: 1,
    modifiedAt: createdCart.createdAt,
    expiresAt: createdCart.expiresAt,
    now: createdCart.now,
    readAt: createdCart.readAt,
    coupon: null,
    lines,
  };
}

function toNewLine(shop: Shop, line: CreatedLine, card: CartCard, sizeName: string): CartLine {
  const brand = card.brands[0];
  return toLine(shop, {
    size_id: line.sizeId,
    product_id: line.productId,
    brand_id: brand?.id ?? null,
    brand_name: brand?.name ?? null,
    name: card.name,
    color: card.color,
    size_name: sizeName,
    is_digital: card.is_digital,
    pieces: line.pieces,
    held: line.held,
    available: line.available,
    price_cents: card.price_cents,
    wholesale_price_cents: card.wholesale_price_cents,
    branch_price_cents: card.shops.find(({ id }) => id === shop.id)?.price_cents ?? null,
    increment_cents: shop.brandIncrements.get(brand?.id ?? "") ?? null,
    style_code: card.style_code,
    brand_ids: card.brands.map(({ id }) => id),
    category_ids: card.categories.map(({ id }) => id),
    offers: line.offers,
    picture: card.pictures[0] ?? null,
    extended1: card.extended1,
    extended2: card.extended2,
  });
}
