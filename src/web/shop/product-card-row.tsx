import type { PublicShop } from "../../contract/shop.ts";
import { ProductCard, type CardProduct } from "./product-card.tsx";

const MAX_PRODUCTS = 4;

/**
 * One row of up to four cards of products, with a heading. Phones show them in two rows. Tablets show only three.
 * Renders nothing if there are no products.
 */
export function ProductCardRow({
  id,
  title,
  products,
  shop,
}: {
  /** The id of the heading. */
  id: string;
  title: string;
  products: readonly CardProduct[];
  shop: PublicShop;
}) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="space-y-6">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="grid grid-cols-2 gap-x-0.5 gap-y-10 max-sm:-mx-4 sm:grid-cols-3 lg:grid-cols-4">
        {products.slice(0, MAX_PRODUCTS).map((product, index) => (
          <li key={product.id} className={index === 3 ? "sm:max-lg:hidden" : ""}>
            <ProductCard product={product} shop={shop} />
          </li>
        ))}
      </ul>
    </section>
  );
}
