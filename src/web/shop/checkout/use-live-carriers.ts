import { useEffect, useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import type { Carrier } from "../../../contract/orders.ts";
import { call } from "../../client.ts";

const COMPLETE_POSTAL_CODE = /^\d{5}$/;

/**
 * The carriers with their prices for this cart and postal code. They are the carriers that the page was loaded with if
 * none has a live price, if the postal code is incomplete, until the first response arrives, and if a request fails.
 * After a change of the cart or the postal code, the previous prices stay until the response arrives.
 */
export function useLiveCarriers(cart: Cart | null | undefined, carriers: Carrier[], postalCode: string): Carrier[] {
  const [receivedCarriers, setReceivedCarriers] = useState<Map<string, Carrier>>(new Map());
  const needsLivePrices = COMPLETE_POSTAL_CODE.test(postalCode) && carriers.some(({ isLive }) => isLive);
  const cartId = needsLivePrices ? cart?._id : undefined;
  const pieces = cart?.summary.pieces;
  useEffect(() => {
    if (cartId === undefined) return setReceivedCarriers((current) => (current.size === 0 ? current : new Map()));
    const abort = new AbortController();
    const options = { params: { id: cartId }, query: { postalCode }, signal: abort.signal };
    void call("listCartCarriers", options).then((outcome) => {
      if (abort.signal.aborted) return;
      setReceivedCarriers(new Map(outcome.ok ? outcome.data.docs.map((carrier) => [carrier._id, carrier]) : []));
    });
    return () => abort.abort();
  }, [cartId, pieces, postalCode]);
  if (receivedCarriers.size === 0) return carriers;
  return carriers.map((carrier) => {
    // Only a live price is taken from the response: the loaded page's texts already name the days of the delivery.
    const { isLive, price, maxPieces, piecePrice } = receivedCarriers.get(carrier._id) ?? carrier;
    return isLive ? { ...carrier, price, maxPieces, piecePrice } : carrier;
  });
}
