import { useEffect, useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import type { Carrier } from "../../../contract/orders.ts";
import { useSession } from "../../state/session.tsx";
import { call, type AnswerOf } from "../../client.ts";

export type WireQuote = AnswerOf<"getQuote">;

interface QuoteChoices {
  carrier: Carrier | null;
  insured: boolean;
  method: "MP" | "TB" | null;
  /** The postal code of the delivery, for carriers whose price depends on it. */
  postalCode: string;
}

/** The server's figures for these choices. The previous figures stay until the new ones arrive or the request fails. */
export function useQuote(
  cart: Cart | null,
  { carrier, insured, method, postalCode: deliveryPostalCode }: QuoteChoices,
) {
  const [quote, setQuote] = useState<WireQuote | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { session } = useSession();
  const token = session?.token ?? null;
  const carrierId = carrier?._id;
  const cartId = cart?._id;
  const postalCode = carrier?.isLive && /^\d{5}$/.test(deliveryPostalCode) ? deliveryPostalCode : undefined;
  useEffect(() => {
    if (cartId === undefined) return;
    const abort = new AbortController();
    const query = {
      shippingId: carrierId,
      secured: insured ? ("true" as const) : ("false" as const),
      payment_method: method ?? undefined,
      postalCode,
    };
    void call("getQuote", { params: { id: cartId }, query, token, signal: abort.signal }).then((outcome) => {
      if (abort.signal.aborted) return;
      setFailure(outcome.ok ? null : outcome.problem.detail);
      setQuote(outcome.ok ? outcome.data : null);
    });
    return () => abort.abort();
  }, [
    cartId,
    cart?.summary.pieces,
    cart?.savings,
    cart?.coupon?.code,
    token,
    carrierId,
    insured,
    method,
    postalCode,
    attempt,
  ]);
  return { quote, failure, reloadQuote: () => setAttempt((current) => current + 1) };
}
