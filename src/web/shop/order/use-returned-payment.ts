import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Order } from "../../../contract/orders.ts";
import { call } from "../../client.ts";
import { useSession } from "../../state/session.tsx";

/** What the provider adds to the address. Only the payment's id is used, to ask the shop to reconcile it. */
const ADDED = [
  "collection_id",
  "collection_status",
  "payment_id",
  "status",
  "external_reference",
  "payment_type",
  "merchant_order_id",
  "preference_id",
  "site_id",
  "processing_mode",
  "merchant_account_id",
];

/**
 * For a return from the provider's page: the shop reconciles the payment immediately, and the address is cleaned, so
 * that a reload or a bookmark does not repeat it. Returns whether that is under way, and its error.
 */
export function useReturnedPayment(orderId: string, linkKey: string | null, onOrder: (order: Order) => void) {
  const [query, setQuery] = useSearchParams();
  const { session } = useSession();
  const [isLooking, setLooking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const latestOnOrder = useRef(onOrder);
  useEffect(() => void (latestOnOrder.current = onOrder), [onOrder]);
  const hasReturned = query.has("preference_id") || query.has("payment_id");
  const named = query.get("payment_id") ?? query.get("collection_id");
  useEffect(() => {
    if (!hasReturned || session === undefined) return;
    const paymentId = named !== null && /^\d{1,20}$/.test(named) ? named : null;
    setLooking(true);
    void call("checkPayment", {
      params: { id: orderId },
      query: linkKey ? { key: linkKey } : {},
      body: { paymentId },
      token: linkKey ? null : session?.token,
    }).then((outcome) => {
      setLooking(false);
      if (outcome.ok) latestOnOrder.current(outcome.data);
      else if (outcome.problem.status !== 404) setError(outcome.problem.detail);
      setQuery(
        (now) => {
          for (const name of ADDED) now.delete(name);
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    });
  }, [hasReturned, named, orderId, linkKey, session, setQuery]);
  return { isLooking, error };
}
