import { useEffect } from "react";
import type { Order } from "../../../contract/orders.ts";
import { track } from "../../state/analytics.ts";
import { readStored, STORAGE_KEY, writeStored } from "../../state/storage.ts";

/** How many orders' references are stored. A customer hardly reloads the page of an older order with `?nuevo`. */
const MAX_STORED_REFERENCES = 20;

/** Sends a new order as a `purchase` to the analytics once, even if its page is opened again. */
export function useTrackedPurchase(order: Order | null): void {
  useEffect(() => {
    if (!order) return;
    const trackedReferences = readStored(STORAGE_KEY.trackedPurchases)?.split(" ") ?? [];
    if (trackedReferences.includes(order.reference)) return;
    writeStored(
      STORAGE_KEY.trackedPurchases,
      [...trackedReferences, order.reference].slice(-MAX_STORED_REFERENCES).join(" "),
    );
    track("purchase", order);
  }, [order]);
}
