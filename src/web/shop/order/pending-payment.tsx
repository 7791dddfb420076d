import { useEffect, useRef, useState } from "react";
import { formatDeadline } from "../../../domain/long-date.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { call } from "../../client.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyValue } from "../../ui/copy-value.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { PaymentProps } from "./payment.tsx";

const POLL_MS = 20_000;

/**
 * A payment that is under way. A pending payment is shown with its voucher, which has the data that the customer needs
 * at the store. They can cancel it to pay in another way. Without a pending payment, the notice that Mercado Pago
 * reviews the payment is shown.
 */
export function PendingPayment({ order, linkKey, onOrder }: PaymentProps) {
  const { session } = useSession();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const options = { params: { id: order._id }, query: linkKey ? { key: linkKey } : {} };
  const token = linkKey ? null : session?.token;
  useOrderPolling(order._id, linkKey, token, onOrder);

  const payment = order.payments.findLast(({ state }) => state === "PENDING");
  const cancel = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    const outcome = await call("cancelPayment", { ...options, token });
    setBusy(false);
    if (outcome.ok) onOrder(outcome.data);
    else setError(outcome.problem.detail);
  };
  return (
    <section aria-labelledby="pending" className="space-y-4 border-l-2 border-success bg-success-soft p-5">
      <h2 id="pending" className="text-xl">
        Tu pago está en proceso
      </h2>
      {payment ? (
        <p>
          Los pagos en efectivo en tiendas de conveniencia pueden tardar horas en reflejarse. Te avisamos por correo.
        </p>
      ) : (
        <p>Mercado Pago está revisando tu pago. No tienes que hacer nada más: te avisamos en cuanto se apruebe.</p>
      )}
      {payment?.voucher && (
        <>
          <dl className="border-t border-line">
            <CopyValue
              label="Monto exacto"
              value={String(payment.amount)}
              text={formatMoney(toCents(payment.amount))}
            />
            {payment.voucher.reference && <CopyValue label="Referencia" value={payment.voucher.reference} />}
          </dl>
          {payment.voucher.expiresOn && (
            <p>
              Paga antes del <strong>{formatDeadline(new Date(payment.voucher.expiresOn))}</strong>
            </p>
          )}
          <a
            href={payment.voucher.url}
            target="_blank"
            rel="noopener noreferrer"
            className="flex min-h-12 items-center justify-center rounded-box bg-ink px-5 py-2.5 text-center font-semibold text-paper hover:bg-ink/85"
          >
            Ver ficha de pago
          </a>
        </>
      )}
      {error && <Notice tone="error" alert title={error} />}
      {payment && (
        <Button variant="quiet" busy={busy} onClick={() => void cancel()} className="-ml-2">
          Elegir otra forma de pago
        </Button>
      )}
    </section>
  );
}

/** Fetches the order regularly while the page is visible, so that an open page shows the payment once it arrives. */
function useOrderPolling(
  orderId: string,
  linkKey: string | null,
  token: string | null | undefined,
  onOrder: PaymentProps["onOrder"],
): void {
  const latestOnOrder = useRef(onOrder);
  useEffect(() => void (latestOnOrder.current = onOrder), [onOrder]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      const query = linkKey ? { key: linkKey } : {};
      void call("getOrder", { params: { id: orderId }, query, token }).then((outcome) => {
        if (outcome.ok) latestOnOrder.current(outcome.data);
      });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [orderId, linkKey, token]);
}
