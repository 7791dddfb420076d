import { useEffect, useRef } from "react";
import { track, type ViewedProduct } from "../../state/analytics.ts";

export function useTrackedProduct(product: ViewedProduct, category: string | undefined): void {
  const tracked = useRef("");
  useEffect(() => {
    if (tracked.current === product.id) return;
    tracked.current = product.id;
    track("view_item", { product, category });
  }, [product, category]);
}
