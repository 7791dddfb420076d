import { progress, type OrderStatus, type ProgressStep } from "../../../domain/order-status.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";

const STEPS: [ProgressStep, string][] = [
  ["created", "Pedido creado"],
  ["paid", "Pago confirmado"],
  ["shipped", "Pedido enviado"],
];

/** How far the order is (spec §4, "Progress bar"). */
export function ProgressBar({ status }: { status: OrderStatus }) {
  const done = progress(status);
  return (
    <ol aria-label="Avance del pedido" className="grid grid-cols-3">
      {STEPS.map(([step, label], index) => (
        <li key={step} className="relative flex flex-col items-center gap-2 text-center text-sm">
          {index > 0 && (
            <span
              aria-hidden
              className={cx("absolute right-1/2 top-4 h-0.5 w-full", done[step] ? "bg-good" : "bg-line")}
            />
          )}
          <span
            className={cx(
              "relative z-10 grid size-8 place-items-center rounded-full border-2",
              done[step] ? "border-good bg-good text-white" : "border-line bg-paper",
            )}
          >
            {done[step] && <Icon name="check" className="size-4" />}
          </span>
          <span className={done[step] ? "font-semibold" : "text-soft"}>
            {label}
            <span className="sr-only">{done[step] ? ": listo" : ": pendiente"}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
