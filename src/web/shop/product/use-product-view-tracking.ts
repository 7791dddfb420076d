import { useEffect, useRef } from "react";
import { track, type ViewedProduct } from "../../state/analytics.ts";

/** Tracks that the product's page is viewed, once for each product. */
export function useProductViewTracking(product: ViewedProduct, category: string | undefined): void {
  const trackedProductId = useRef("");
  useEffect(() => {
    if (trackedProductId.current === product.id) return;
    trackedProductId.current = product.id;
    track("view_item", { product, category });
  }, [product, category]);
}
