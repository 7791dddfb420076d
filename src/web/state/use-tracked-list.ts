import { useEffect, useRef } from "react";
import { track, type ViewedProduct } from "./analytics.ts";

/** Tracks each product of a list once: first the initial products, then those of each appended page. */
export function useTrackedList(
  products: readonly ViewedProduct[],
  { searchTerm, category }: { searchTerm?: string; category?: string },
): void {
  const trackedCount = useRef(0);
  useEffect(() => {
    const from = trackedCount.current;
    if (products.length <= from) return;
    trackedCount.current = products.length;
    const list = searchTerm ? "Resultados de búsqueda" : (category ?? "Inicio");
    track("view_item_list", { list, from, products: products.slice(from) });
  }, [products, searchTerm, category]);
}
