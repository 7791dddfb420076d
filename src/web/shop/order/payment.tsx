import { lazy, Suspense } from "react";
import type { Order } from "../../../contract/orders.ts";
import { formatDeadline } from "../../../domain/long-date.ts";
import { toCents, toPesos } from "../../../domain/money.ts";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { PendingPayment } from "./pending-payment.tsx";
import { TransferInfo } from "./transfer-info.tsx";

const PayOnline = lazy(() => import("./pay-online.tsx"));

export interface PaymentProps {
  order: Order;
  /** The order's key, if a link with a key opened the page. */
  linkKey: string | null;
  onOrder(order: Order): void;
}

/**
 * What must be paid, how, and the state of the payment (rule PAY-10). Of an order paid online, it is shown while money
 * is missing. Of an order paid by transfer, until the order is paid, cancelled or joined, and in a branch also once the
 * order is paid.
 */
export function Payment({ transferMessage, ...props }: PaymentProps & { transferMessage: string }) {
  const { order } = props;
  const isWaitingForPayment = order.status === "WAITING_PAYMENT";
  if (order.payment_method === "TB") {
    // Customers of a branch see the message also once the order is paid, others only before (rule PAY-10).
    const isBranchOrder = order.shopTotal !== null;
    if (!isWaitingForPayment && !order.transfer && !isBranchOrder) return null;
    if (order.status === "CANCELLED" || order.status === "JOINED") return null;
    return <TransferInfo {...props} message={transferMessage} />;
  }
  if (!isWaitingForPayment) return null;
  const missing = missingPesos(order);
  const isPaymentUnderWay = order.payments.some(({ state }) => state === "PENDING" || state === "IN_REVIEW");
  if (isPaymentUnderWay || missing <= 0) return <PendingPayment {...props} />;
  const isLastPaymentDeclined = order.payments.at(-1)?.state === "REJECTED";
  return (
    <section aria-labelledby="pay" className="space-y-4 border-t border-line pt-8">
      <h2 id="pay" className="text-xl">
        Proceder al Pago
      </h2>
      {isLastPaymentDeclined && (
        <Notice tone="error" title="Tu pago no pasó">
          No se te cobró nada. Puedes intentar con otra tarjeta o pagar en una tienda de conveniencia.
        </Notice>
      )}
      {missing < (order.shopTotal ?? order.total) && (
        <Notice tone="warning" title="Falta una parte de tu pago">
          Recibimos una parte. Paga lo que falta y tu pedido queda confirmado.
        </Notice>
      )}
      {order.payBy && (
        <p>
          Apartamos tus piezas hasta el <strong>{formatDeadline(new Date(order.payBy))}</strong> mientras pagas con
          tarjeta o en una tienda de conveniencia, en la página segura de Mercado Pago.
        </p>
      )}
      <Suspense fallback={<Skeleton className="h-12 w-full" />}>
        <PayOnline {...props} missing={missing} />
      </Suspense>
    </section>
  );
}

/** The amount that is still to be paid, in pesos. It is computed in centavos, so that no fraction remains. */
function missingPesos(order: Order): number {
  const paidCents = order.payments
    .filter(({ state }) => state === "APPROVED")
    .reduce((sum, { amount, refunded }) => sum + toCents(amount) - toCents(refunded), 0);
  return toPesos(toCents(order.shopTotal ?? order.total) - paidCents);
}
