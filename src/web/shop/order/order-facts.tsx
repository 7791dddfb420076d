import type { Order } from "../../../contract/orders.ts";
import { hasEndedUnshipped, orderStatusLabel } from "../../../domain/order-status.ts";

/** The status and the tracking number of an order. */
export function OrderFacts({ order, hasOnlyTickets }: { order: Order; hasOnlyTickets: boolean }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <Fact label="Estado" value={orderStatusLabel(order.status, order.exchange !== null)} />
      <Fact
        label="Número de rastreo"
        href={order.trackingUrl}
        value={order.trackingCode ?? missingTrackingText(order, hasOnlyTickets)}
      />
    </dl>
  );
}

function missingTrackingText(order: Order, hasOnlyTickets: boolean): string {
  if (hasEndedUnshipped(order.status)) return "No salió";
  if (order.exchange) return "Va con tu cambio";
  if (hasOnlyTickets) return "Va por correo";
  return order.pickup ? "Se recoge" : "Te lo mandamos cuando salga";
}

function Fact({ label, value, href = null }: { label: string; value: string; href?: string | null }) {
  return (
    <div>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="font-semibold wrap-anywhere">
        {href === null ? (
          value
        ) : (
          <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-4">
            {value}
            <span className="sr-only"> (se abre en la página de la paquetería)</span>
          </a>
        )}
      </dd>
    </div>
  );
}
