import { useEffect, useState, type ReactNode } from "react";
import type { PublicShop } from "../../contract/shop.ts";
import { paths } from "../paths.ts";
import type { LoadedPages } from "./home/use-more-products.ts";
import type { CardProduct } from "./product-card.tsx";
import { ProductCardRow } from "./product-card-row.tsx";

const TIMEOUT_MS = 15_000;

/**
 * 'Lo nuevo en la tienda': the newest products, for pages that show no others, such as an empty cart. Renders nothing
 * if the request fails.
 */
export default function NewProducts({ shop }: { shop: PublicShop }): ReactNode {
  const [products, setProducts] = useState<CardProduct[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    void fetch(paths.moreProducts({ sort: "-createdOn" }), { signal })
      .then(async (response) => response.ok && setProducts(((await response.json()) as LoadedPages).products))
      .catch(() => undefined);
    return () => abort.abort();
  }, []);
  return <ProductCardRow id="new-products" title="Lo nuevo en la tienda" products={products} shop={shop} />;
}
