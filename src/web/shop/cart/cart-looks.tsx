import { useEffect, useState, type ReactNode } from "react";
import type { Cart } from "../../../contract/carts.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import type { CardProduct } from "../product-card.tsx";
import { ProductCardRow } from "../product-card-row.tsx";
import { loadLookCards } from "../product/cards/load-cards.ts";

/** 'Completa el look': products to wear with those of the cart (rule LOOK-3). Renders nothing without any. */
export default function CartLooks({ cart, shop }: { cart: Cart; shop: PublicShop }): ReactNode {
  const [products, setProducts] = useState<CardProduct[]>([]);
  const ids = [...new Set(cart.products.map(({ productId }) => productId))].join();
  useEffect(() => {
    let isCurrent = true;
    // If the request fails, the shown products stay.
    void loadLookCards(ids.split(",")).then((cards) => isCurrent && cards && setProducts(cards));
    return () => void (isCurrent = false);
  }, [ids]);
  return (
    <div className="pt-10 empty:hidden">
      <ProductCardRow id="look" title="Completa el look" products={products} shop={shop} />
    </div>
  );
}
