import { useEffect, useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import type { Carrier } from "../../../contract/orders.ts";
import { call } from "../../client.ts";

const COMPLETE_POSTAL_CODE = /^\d{5}$/;

/**
 * The carriers with their prices for this cart and postal code. Without a carrier with a live price or a complete
 * postal code, until the first response arrives, and after a failed request, they are the carriers that the page was
 * loaded with. After a change of the cart or the postal code, the previous prices stay until the response arrives.
 */
export function useLiveCarriers(cart: Cart | null | undefined, carriers: Carrier[], postalCode: string): Carrier[] {
  const [liveCarriers, setLiveCarriers] = useState<Map<string, Carrier>>(new Map());
  const needsLivePrices = COMPLETE_POSTAL_CODE.test(postalCode) && carriers.some(({ isLive }) => isLive);
  const cartId = needsLivePrices ? cart?._id : undefined;
  const pieces = cart?.summary.pieces;
  useEffect(() => {
    if (cartId === undefined) return setLiveCarriers((current) => (current.size === 0 ? current : new Map()));
    const abort = new AbortController();
    const options = { params: { id: cartId }, query: { postalCode }, signal: abort.signal };
    void call("listCartCarriers", options).then((outcome) => {
      if (abort.signal.aborted) return;
      setLiveCarriers(new Map(outcome.ok ? outcome.data.docs.map((carrier) => [carrier._id, carrier]) : []));
    });
    return () => abort.abort();
  }, [cartId, pieces, postalCode]);
  if (liveCarriers.size === 0) return carriers;
  return carriers.map((carrier) => {
    // Only the price of a carrier with a live price, because the texts of the loaded page already have the days.
    const { isLive, price, maxPieces, piecePrice } = liveCarriers.get(carrier._id) ?? carrier;
    return isLive ? { ...carrier, price, maxPieces, piecePrice } : carrier;
  });
}
