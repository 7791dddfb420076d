import { toSellingShop, type Shop } from "../../../server/shops/shop.ts";
import type { FormShop } from "./product-form.tsx";

/** The shops of a product's form, with the values that determine their prices. */
export function toFormShops(shops: readonly Shop[]): FormShop[] {
  return shops.map((shop) => {
    const seller = toSellingShop(shop);
    return {
      id: shop.id,
      name: shop.name,
      kind: shop.kind,
      wholesaleDiscountCents: seller.kind === "branch" ? seller.wholesaleDiscountCents : 0,
      incrementCentsByBrandId: Object.fromEntries(shop.brandIncrements),
    };
  });
}
