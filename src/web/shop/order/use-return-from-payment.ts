import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Order } from "../../../contract/orders.ts";
import { call } from "../../client.ts";
import { useSession } from "../../state/session.tsx";

/** The query parameters that the provider adds to the return URL. Of their values only the payment's id is used. */
const PROVIDER_PARAMS = [
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
 * After a return from the provider's page, asks the shop to reconcile the payment immediately. Then it removes the
 * provider's parameters from the URL, so that a reload or a bookmark does not repeat the request.
 */
export function useReturnFromPayment(orderId: string, linkKey: string | null, onOrder: (order: Order) => void) {
  const [query, setQuery] = useSearchParams();
  const { session } = useSession();
  const [isReconciling, setReconciling] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const latestOnOrder = useRef(onOrder);
  useEffect(() => void (latestOnOrder.current = onOrder), [onOrder]);
  const isReturnFromPayment = query.has("preference_id") || query.has("payment_id");
  const paymentIdInUrl = query.get("payment_id") ?? query.get("collection_id");
  useEffect(() => {
    if (!isReturnFromPayment || session === undefined) return;
    const paymentId = paymentIdInUrl !== null && /^\d{1,20}$/.test(paymentIdInUrl) ? paymentIdInUrl : null;
    setReconciling(true);
    void call("checkPayment", {
      params: { id: orderId },
      query: linkKey ? { key: linkKey } : {},
      body: { paymentId },
      token: linkKey ? null : session?.token,
    }).then((outcome) => {
      setReconciling(false);
      if (outcome.ok) latestOnOrder.current(outcome.data);
      else if (outcome.problem.status !== 404) setError(outcome.problem.detail);
      setQuery(
        (params) => {
          for (const name of PROVIDER_PARAMS) params.delete(name);
          return params;
        },
        { replace: true, preventScrollReset: true },
      );
    });
  }, [isReturnFromPayment, paymentIdInUrl, orderId, linkKey, session, setQuery]);
  return { isReconciling, error };
}
