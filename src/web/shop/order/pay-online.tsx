import { initMercadoPago, Wallet } from "@mercadopago/sdk-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { call, type AnswerOf } from "../../client.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { PaymentProps } from "./payment.tsx";

type Checkout = AnswerOf<"payOrder">;

/** How long the provider's button may take to appear, before the link replaces it. */
const BUTTON_TIMEOUT_MS = 6_000;

/**
 * The amount that is still to be paid (`missingPesos`), the provider's own button, which opens its payment page, and a
 * link to that page. The link replaces the button if the button fails to load.
 */
export default function PayOnline({ order, linkKey, missing: missingPesos }: PaymentProps & { missing: number }) {
  const { checkout, error, retry } = useCheckout(order._id, linkKey);
  const [buttonState, setButtonState] = useState<"loading" | "ready" | "failed">("loading");
  const missingText = formatMoney(toCents(missingPesos));
  if (error) {
    return (
      <Notice tone="error" alert title="No pudimos iniciar el pago. Tu pedido está guardado.">
        <p>{error}</p>
        <Button variant="secondary" className="mt-3" onClick={retry}>
          Reintentar
        </Button>
      </Notice>
    );
  }
  if (!checkout) {
    return (
      <div role="status">
        <span className="sr-only">Preparando tu pago</span>
        <Skeleton className="h-12 w-full" />
      </div>
    );
  }
  return (
    <div className="space-y-3">
      <p className="text-lg font-bold tabular">Total a pagar {missingText}</p>
      {buttonState === "failed" ? (
        <a
          href={checkout.initPoint}
          rel="external"
          className="flex min-h-12 items-center justify-center rounded-box bg-ink px-5 py-2.5 text-center font-semibold text-paper hover:bg-ink/85"
        >
          Pagar con Mercado Pago
        </a>
      ) : (
        <>
          {/* The space of the button is reserved, so that the link does not move when the button appears. */}
          <div className="relative min-h-19" aria-busy={buttonState === "loading"}>
            {buttonState === "loading" && <Skeleton className="absolute inset-x-0 top-0 h-12" />}
            <WalletButton checkout={checkout} onState={setButtonState} />
          </div>
          <a
            href={checkout.initPoint}
            rel="external"
            className="inline-block py-2 text-sm font-semibold underline underline-offset-4"
          >
            ¿No ves el botón? Paga con este enlace
          </a>
        </>
      )}
    </div>
  );
}

/** Requests the order's checkout at the provider: at the start, when the token changes, and when `retry` is called. */
function useCheckout(orderId: string, linkKey: string | null) {
  const { session } = useSession();
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [retryCount, setRetryCount] = useState(0);
  const token = linkKey ? null : session?.token;
  useEffect(() => {
    const abort = new AbortController();
    setError(null);
    void call("payOrder", {
      params: { id: orderId },
      query: linkKey ? { key: linkKey } : {},
      token,
      signal: abort.signal,
    }).then((outcome) => {
      if (abort.signal.aborted) return;
      if (outcome.ok) setCheckout(outcome.data);
      else setError(outcome.problem.detail);
    });
    return () => abort.abort();
  }, [orderId, linkKey, token, retryCount]);
  return { checkout, error, retry: useCallback(() => setRetryCount((count) => count + 1), []) };
}

/** Mercado Pago's own button. It is made again whenever one of its properties is a new object, so they are memoized. */
function WalletButton({ checkout, onState }: { checkout: Checkout; onState: (state: "ready" | "failed") => void }) {
  const { preferenceId, publicKey, buttonScript } = checkout;
  const [isScriptLoaded, setScriptLoaded] = useState(false);
  const initialization = useMemo(() => ({ preferenceId }), [preferenceId]);
  const onReady = useCallback(() => onState("ready"), [onState]);
  const onError = useCallback(async () => onState("failed"), [onState]);
  useEffect(() => {
    let isMounted = true;
    if (!publicKey) {
      onState("failed");
      return;
    }
    loadScript(buttonScript).then(
      () => {
        if (!isMounted) return;
        initMercadoPago(publicKey, { locale: "es-MX" });
        setScriptLoaded(true);
      },
      () => isMounted && onState("failed"),
    );
    return () => void (isMounted = false);
  }, [publicKey, buttonScript, onState]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!document.querySelector("#walletBrick_container > *")) onState("failed");
    }, BUTTON_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [onState]);
  if (!isScriptLoaded) return null;
  return <Wallet initialization={initialization} locale="es-MX" onReady={onReady} onError={onError} />;
}

function loadScript(src: string | null): Promise<void> {
  if (src === null || document.querySelector(`script[src="${src}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src });
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(src)));
    document.head.append(script);
  });
}
