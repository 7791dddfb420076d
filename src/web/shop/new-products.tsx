import { useEffect, useState } from "react";
import type { PublicShop } from "../../contract/shop.ts";
import { paths } from "../paths.ts";
import type { ListPage } from "./home/use-more-products.ts";
import { ProductCard, type CardProduct } from "./product-card.tsx";

const TIMEOUT_MS = 15_000;
/** One row, on phones two rows. Tablets show one less. */
const MAX_SHOWN = 4;

/** 'Lo nuevo en la tienda': the newest products, for pages without products. Renders nothing if the request fails. */
export default function NewProducts({ shop }: { shop: PublicShop }) {
  const [products, setProducts] = useState<CardProduct[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    void fetch(paths.moreProducts({ sort: "-createdOn" }), { signal })
      .then(
        async (response) =>
          response.ok && setProducts(((await response.json()) as ListPage).products.slice(0, MAX_SHOWN)),
      )
      .catch(() => undefined);
    return () => abort.abort();
  }, []);
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="new-products" className="space-y-6">
      <h2 id="new-products" className="text-xl">
        Lo nuevo en la tienda
      </h2>
      <ul className="grid grid-cols-2 gap-x-0.5 gap-y-10 max-sm:-mx-4 sm:grid-cols-3 lg:grid-cols-4">
        {products.map((product, index) => (
          <li key={product.id} className={index === 3 ? "sm:max-lg:hidden" : ""}>
            <ProductCard product={product} shop={shop} />
          </li>
        ))}
      </ul>
    </section>
  );
}
