import { initMercadoPago, Wallet } from "@mercadopago/sdk-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { call, type AnswerOf } from "../../client.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice, Skeleton } from "../../ui/notice.tsx";
import type { PaymentProps } from "./payment.tsx";

type Opened = AnswerOf<"payOrder">;

/** The provider's button has this long to appear. */
const BUTTON_WITHIN_MS = 6_000;

/**
 * How to reach the provider's page: its own button, and below it a plain link, which takes the place of the button if
 * that cannot be loaded. The total with the fee comes first.
 */
export default function PayOnline({ order, linkKey, missing }: PaymentProps & { missing: number }) {
  const { opened, error, retry } = useOpenedPayment(order._id, linkKey);
  const [button, setButton] = useState<"loading" | "ready" | "failed">("loading");
  const total = formatMoney(toCents(missing));
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
  if (!opened) {
    return (
      <div role="status">
        <span className="sr-only">Preparando tu pago</span>
        <Skeleton className="h-12 w-full" />
      </div>
    );
  }
  return (
    <div className="space-y-3">
      <p className="text-lg font-bold tabular">Total a pagar {total}</p>
      {button === "failed" ? (
        <a
          href={opened.initPoint}
          rel="external"
          className="flex min-h-12 items-center justify-center rounded-box bg-ink px-5 py-2.5 text-center font-semibold text-paper hover:bg-ink/85"
        >
          Pagar con Mercado Pago
        </a>
      ) : (
        <>
          {/* The button has its space from the start, so that the link does not move while it is pressed. */}
          <div className="relative min-h-19" aria-busy={button === "loading"}>
            {button === "loading" && <Skeleton className="absolute inset-x-0 top-0 h-12" />}
            <WalletButton opened={opened} onState={setButton} />
          </div>
          <a
            href={opened.initPoint}
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

/** The order's payment page at the provider, requested once, and again when `retry` is called. */
function useOpenedPayment(orderId: string, linkKey: string | null) {
  const { session } = useSession();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [round, setRound] = useState(0);
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
      if (outcome.ok) setOpened(outcome.data);
      else setError(outcome.problem.detail);
    });
    return () => abort.abort();
  }, [orderId, linkKey, token, round]);
  return { opened, error, retry: useCallback(() => setRound((n) => n + 1), []) };
}

/** Mercado Pago's own button. The objects passed to it stay identical: it restarts for each new object. */
function WalletButton({ opened, onState }: { opened: Opened; onState: (state: "ready" | "failed") => void }) {
  const { preferenceId, publicKey, buttonScript } = opened;
  const [isLoaded, setLoaded] = useState(false);
  const initialization = useMemo(() => ({ preferenceId }), [preferenceId]);
  const onReady = useCallback(() => onState("ready"), [onState]);
  const onError = useCallback(async () => onState("failed"), [onState]);
  useEffect(() => {
    let isHere = true;
    if (!publicKey) {
      onState("failed");
      return;
    }
    loadScript(buttonScript).then(
      () => {
        if (!isHere) return;
        initMercadoPago(publicKey, { locale: "es-MX" });
        setLoaded(true);
      },
      () => isHere && onState("failed"),
    );
    return () => void (isHere = false);
  }, [publicKey, buttonScript, onState]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!document.querySelector("#walletBrick_container > *")) onState("failed");
    }, BUTTON_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [onState]);
  if (!isLoaded) return null;
  return <Wallet initialization={initialization} locale="es-MX" onReady={onReady} onError={onError} />;
}

function loadScript(src: string | null): Promise<void> {
  if (src === null || document.querySelector(`script[src="${src}"]`)) return Promise.resolve();
  return new Promise((loaded, failed) => {
    const script = Object.assign(document.createElement("script"), { src });
    script.addEventListener("load", () => loaded());
    script.addEventListener("error", () => failed(new Error(src)));
    document.head.append(script);
  });
}
