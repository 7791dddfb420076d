import { useEffect } from "react";
import { call } from "../../client.ts";
import type { CardProduct } from "../product-card.tsx";

/** Fetches the current stock of a card's product, because the list may have been loaded long before. */
export function useFreshStock(
  product: CardProduct,
  updateStock: (levels: (readonly [sizeId: string, available: number])[]) => void,
): void {
  useEffect(() => {
    const abortController = new AbortController();
    void call("getProductStock", { params: { id: product.id }, signal: abortController.signal }).then((outcome) => {
      if (!outcome.ok) return;
      const stock = new Map(outcome.data.map((size) => [size._id, size.stock]));
      updateStock(product.sizes.map(({ id }) => [id, stock.get(id) ?? 0]));
    });
    return () => abortController.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each product, whatever its sizes are now
  }, [product.id]);
}
