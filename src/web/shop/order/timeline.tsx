import type { Order } from "../../../contract/orders.ts";
import { formatLongDateTime } from "../../../domain/long-date.ts";
import { ORDER_STATUS_LABEL, type OrderChange, type OrderStatus } from "../../../domain/order-status.ts";
import { useNow } from "../use-now.ts";
import { cx } from "../../ui/class-names.ts";

/** The sentence for a transition to each status. */
const STATUS_SENTENCE: Record<OrderStatus, string> = {
  WAITING_PAYMENT: "Esperamos tu pago.",
  PRESALE: "Tu pedido de preventa está registrado.",
  RESERVED: "Apartamos tus piezas, sin fecha límite.",
  PAYMENT_ACCEPTED: "Tu pago está confirmado; preparamos tu pedido.",
  SHIPPED: "Tu pedido va en camino.",
  CANCELLED: "El pedido se canceló y sus piezas volvieron a la tienda.",
  JOINED: "Sus productos viajan con otro de tus pedidos.",
};

/** The sentence for each change that leaves the status as it is. */
const CHANGE_SENTENCE: Record<OrderChange, string> = {
  lines: "Cambiamos los productos de tu pedido: arriba está como quedó.",
  size: "Cambiamos una talla de tu pedido.",
  address: "Cambió la dirección de entrega.",
  pickup: "Cambió el lugar para recogerlo.",
  joined: "Otro de tus pedidos viaja con este.",
};

/** Every transition of the order, the oldest first. The last one is its current status. */
export function Timeline({ history, hasOnlyTickets }: Pick<Order, "history"> & { hasOnlyTickets: boolean }) {
  const now = useNow();
  return (
    <section aria-labelledby="history" className="space-y-4">
      <h2 id="history" className="text-xl">
        Historia del pedido
      </h2>
      <ol>
        {history.map((entry, index) => {
          const isCurrent = index === history.length - 1;
          return (
            <li
              key={`${entry.on} ${entry.status}`}
              aria-current={isCurrent ? "step" : undefined}
              className="relative pb-6 pl-7 last:pb-0"
            >
              {!isCurrent && <span aria-hidden className="absolute bottom-0 left-1.75 top-2 w-0.5 bg-line" />}
              <span
                aria-hidden
                className={cx(
                  "absolute left-0 top-1 size-4 rounded-full border-2",
                  isCurrent ? "border-ink bg-ink" : "border-edge bg-paper",
                )}
              />
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className={isCurrent ? "font-bold" : "font-semibold"}>
                  {ORDER_STATUS_LABEL[entry.status]}
                  {isCurrent && <span className="font-normal text-soft"> · ahora</span>}
                </span>
                <time dateTime={entry.on} className="tabular text-sm text-soft">
                  {formatLongDateTime(new Date(entry.on), now)}
                </time>
              </p>
              <p className="text-sm text-soft">
                {index === 0 && "Recibimos tu pedido. "}
                {entry.status === "SHIPPED" && hasOnlyTickets
                  ? "Te mandamos tus boletos por correo."
                  : sentenceOf(history, index)}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function sentenceOf(history: Order["history"], index: number): string {
  const { status, change } = history[index]!;
  if (change) return CHANGE_SENTENCE[change];
  // Older events do not store the kind of a change.
  return status === history[index - 1]?.status
    ? "Algo cambió en tu pedido: arriba está como quedó."
    : STATUS_SENTENCE[status];
}
