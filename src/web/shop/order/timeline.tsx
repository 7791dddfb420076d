import type { Order } from "../../../contract/orders.ts";
import { formatLongDateTime } from "../../../domain/long-date.ts";
import {
  hasEndedUnshipped,
  ORDER_STATUS_LABEL,
  progressSteps,
  type OrderChange,
  type OrderStatus,
} from "../../../domain/order-status.ts";
import { useNow } from "../use-now.ts";
import { cx } from "../../ui/class-names.ts";
import { OrderFacts } from "./order-facts.tsx";

/** The sentence for the current status. A notice of the page explains the status of a cancelled or joined order. */
const STATUS_SENTENCE: Record<OrderStatus, string> = {
  WAITING_PAYMENT: "Esperamos tu pago.",
  PRESALE: "Tu pedido de preventa está registrado.",
  RESERVED: "Apartamos tus piezas, sin fecha límite.",
  PAYMENT_ACCEPTED: "Preparamos tu pedido.",
  SHIPPED: "Tu pedido va en camino.",
  CANCELLED: "",
  JOINED: "",
};

/** The sentence for each change that leaves the status as it is. */
const CHANGE_SENTENCE: Record<OrderChange, string> = {
  lines: "Cambiamos los productos de tu pedido: abajo está como quedó.",
  size: "Cambiamos una talla de tu pedido.",
  address: "Cambió la dirección de entrega.",
  pickup: "Cambió el lugar para recogerlo.",
  joined: "Otro de tus pedidos viaja con este.",
};

const PAID_LABEL = "Pago confirmado";
const SHIPPED_LABEL = "Pedido enviado";

interface Entry {
  label: string;
  /** Read after the label, and not visible. Null for a change of the order. */
  screenReaderText: string | null;
  text: string;
  /** When it happened. Null if it is pending, or if its time is not stored. */
  on: string | null;
  dot: keyof typeof DOT_CLASS;
}

const DOT_CLASS = {
  done: "border-ink bg-ink",
  pending: "border-edge bg-paper",
  cancelled: "border-error bg-error",
} as const;

/**
 * 'Historia del pedido': the facts of the order, what happened with it, the oldest first, and the steps that are
 * pending. A cancelled or joined order has no pending steps. For the difference of an exchange, only the facts of the
 * order are shown.
 */
export default function Timeline({ order, hasOnlyTickets }: { order: Order; hasOnlyTickets: boolean }) {
  const now = useNow();
  if (order.exchange) return <OrderFacts order={order} hasOnlyTickets={hasOnlyTickets} />;
  const entries = entriesOf(order, hasOnlyTickets);
  const currentIndex = entries.findLastIndex(({ dot }) => dot !== "pending");
  return (
    <section aria-labelledby="history" className="space-y-5">
      <h2 id="history" className="text-xl">
        Historia del pedido
      </h2>
      <OrderFacts order={order} hasOnlyTickets={hasOnlyTickets} />
      <ol aria-label="Avance del pedido">
        {entries.map(({ label, screenReaderText, text, on, dot }, index) => (
          <li
            key={`${on} ${label}`}
            aria-current={index === currentIndex ? "step" : undefined}
            className="relative pb-5 pl-7 last:pb-0"
          >
            {index < entries.length - 1 && (
              <span aria-hidden className="absolute bottom-0 left-1.75 top-2 w-0.5 bg-line" />
            )}
            <span aria-hidden className={cx("absolute left-0 top-1 size-4 rounded-full border-2", DOT_CLASS[dot])} />
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className={cx("max-sm:w-full", dot === "pending" ? "text-soft" : "font-semibold")}>
                {label}
                {screenReaderText && <span className="sr-only">: {screenReaderText}</span>}
              </span>
              {on && (
                <time dateTime={on} className="tabular text-sm text-soft">
                  {formatLongDateTime(new Date(on), now)}
                </time>
              )}
            </p>
            {text && <p className="text-sm text-soft">{text}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function entriesOf(order: Order, hasOnlyTickets: boolean): Entry[] {
  const { status, history } = order;
  const entries = history.flatMap(({ status: reachedStatus, on, change }, index): Entry[] => {
    const earlierStatuses = history.slice(0, index).map((event) => event.status);
    if (change || reachedStatus === earlierStatuses.at(-1)) {
      // Older events do not store the kind of a change.
      const text = change ? CHANGE_SENTENCE[change] : "Algo cambió en tu pedido: abajo está como quedó.";
      return [{ label: "Tu pedido cambió", screenReaderText: null, text, on, dot: "done" }];
    }
    const text = index === history.length - 1 ? currentSentence(order, hasOnlyTickets) : "";
    const isPaid = reachedStatus === "PAYMENT_ACCEPTED" || reachedStatus === "SHIPPED";
    const createdEntry = doneEntry("Pedido creado", on, `Recibimos tu pedido. ${isPaid ? "" : text}`.trim());
    if (!isPaid) return [index === 0 ? createdEntry : statusEntry(order, { status: reachedStatus, on, text })];
    return [
      // An order that was paid when it was created has one event for both steps.
      ...(index === 0 ? [createdEntry] : []),
      ...(reachedStatus === "SHIPPED" && !earlierStatuses.includes("PAYMENT_ACCEPTED")
        ? [doneEntry(PAID_LABEL, null, "")]
        : []),
      doneEntry(reachedStatus === "SHIPPED" ? SHIPPED_LABEL : PAID_LABEL, on, text),
    ];
  });
  if (hasEndedUnshipped(status)) return entries;
  const steps = progressSteps(status);
  return [
    ...entries,
    ...(steps.paid ? [] : [pendingEntry(PAID_LABEL)]),
    ...(steps.shipped ? [] : [pendingEntry(SHIPPED_LABEL)]),
  ];
}

/** The entry of a status after the first one, except of the payment and the shipment. */
function statusEntry(
  { joinedInto }: Order,
  { status, on, text }: { status: OrderStatus; on: string; text: string },
): Entry {
  const entry = doneEntry(ORDER_STATUS_LABEL[status], on, text);
  if (status === "CANCELLED") return { ...entry, screenReaderText: "aquí terminó", dot: "cancelled" };
  if (status !== "JOINED") return entry;
  return {
    ...entry,
    label: joinedInto ? `Unido al #${joinedInto.reference}` : entry.label,
    screenReaderText: "sigue en ese pedido",
  };
}

function currentSentence({ status, pickup, deliveredAt }: Order, hasOnlyTickets: boolean): string {
  if (status !== "SHIPPED") return STATUS_SENTENCE[status];
  if (hasOnlyTickets) return "Te mandamos tus boletos por correo.";
  return pickup || deliveredAt !== null ? "" : STATUS_SENTENCE.SHIPPED;
}

function doneEntry(label: string, on: string | null, text: string): Entry {
  return { label, screenReaderText: "listo", text, on, dot: "done" };
}

function pendingEntry(label: string): Entry {
  return { label, screenReaderText: "pendiente", text: "", on: null, dot: "pending" };
}
