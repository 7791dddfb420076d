import type { PublicShop } from "../../../contract/shop.ts";
import { toCents } from "../../../domain/money.ts";
import type { AnswerOf } from "../../client.ts";
import type { CardProduct } from "../product-card.tsx";

export type PresaleProduct = AnswerOf<"listPresale">[number];

/** A presale's product as cards show every product (server/catalog/to-view.ts does it for the others). */
export function toCard(shop: PublicShop, product: PresaleProduct): CardProduct {
  const { settings } = shop;
  const wholesale = product.shopPrice === null ? product.wholesalePrice : product.shopWholesalePrice;
  const showsWholesale = settings.products.showWholesalePrice && settings.orders.allowWholesale;
  return {
    id: product._id,
    name: product.name,
    brand: product.brands[0]?.name ?? null,
    color: product.color,
    isDigital: product.type === "DIGITAL",
    priceCents: toCents(product.shopPrice ?? product.price),
    wholesalePriceCents: showsWholesale && wholesale !== null ? toCents(wholesale) : null,
    tag: product.tag,
    sizes: product.stocks.map((size) => ({ id: size._id, name: size.attribute, available: size.stock })),
    pictures: product.pictures,
    // The wire does not say which of them are in the presale.
    colors: [],
    rating: product.rating,
  };
}
