import { useEffect, useRef } from "react";
import { track, type ViewedProduct } from "../../state/analytics.ts";

export function useTrackedProduct(product: ViewedProduct, category: string | undefined): void {
  const trackedId = useRef("");
  useEffect(() => {
    if (trackedId.current === product.id) return;
    trackedId.current = product.id;
    track("view_item", { product, category });
  }, [product, category]);
}
