import { sellingShop, type Shop } from "../../../server/shops/shop.ts";
import type { FormShop } from "./product-form.tsx";

/** The shops of a product's form, with the values that determine their prices. */
export function toFormShops(shops: readonly Shop[]): FormShop[] {
  return shops.map((shop) => {
    const selling = sellingShop(shop);
    return {
      id: shop.id,
      name: shop.name,
      kind: shop.kind,
      wholesaleDiscountCents: selling.kind === "branch" ? selling.wholesaleDiscountCents : 0,
      increments: Object.fromEntries(shop.brandIncrements),
    };
  });
}
