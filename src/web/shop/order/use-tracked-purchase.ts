import { useEffect } from "react";
import type { Order } from "../../../contract/orders.ts";
import { track } from "../../state/analytics.ts";
import { readStored, STORED, writeStored } from "../../state/storage.ts";

/** How many references are stored: enough for every order whose page may still be reloaded. */
const MAX_STORED = 20;

/** Tracks a purchase once, however often its page is opened again. */
export function useTrackedPurchase(order: Order | null): void {
  useEffect(() => {
    if (!order) return;
    const tracked = readStored(STORED.trackedPurchases)?.split(" ") ?? [];
    if (tracked.includes(order.reference)) return;
    writeStored(STORED.trackedPurchases, [...tracked, order.reference].slice(-MAX_STORED).join(" "));
    track("purchase", order);
  }, [order]);
}
