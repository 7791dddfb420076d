import { useEffect } from "react";
import type { Order } from "../../../contract/orders.ts";
import { track } from "../../state/analytics.ts";
import { readStored, STORED, writeStored } from "../../state/storage.ts";

/** How many references are stored: enough for every order whose page may still be reloaded. */
const REMEMBERED = 20;

/** Tracks a purchase once, however often its page is opened again. */
export function useTrackedPurchase(order: Order | null): void {
  useEffect(() => {
    if (!order) return;
    const told = readStored(STORED.toldPurchases)?.split(" ") ?? [];
    if (told.includes(order.reference)) return;
    writeStored(STORED.toldPurchases, [...told, order.reference].slice(-REMEMBERED).join(" "));
    track("purchase", order);
  }, [order]);
}
