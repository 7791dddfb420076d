import type { Order } from "../../../contract/orders.ts";
import { hasEnded, progress, type ProgressStep } from "../../../domain/order-status.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";

const LABEL: Record<ProgressStep, string> = {
  created: "Pedido creado",
  paid: "Pago confirmado",
  shipped: "Pedido enviado",
};

interface Step {
  label: string;
  /** The text that screen readers read after the label. */
  state: string;
  style: keyof typeof STEP_STYLE;
}

const STEP_STYLE = {
  done: { icon: "check", circle: "border-success bg-success text-paper", line: "bg-success" },
  pending: { icon: undefined, circle: "border-line bg-paper", line: "bg-line" },
  cancelled: { icon: "close", circle: "border-error bg-error text-paper", line: "bg-error" },
  joined: { icon: "truck", circle: "border-ink bg-ink text-paper", line: "bg-ink" },
} as const satisfies Record<string, { icon: IconName | undefined; circle: string; line: string }>;

/** The progress of the order. A cancelled or joined order ends there instead of being shipped. */
export function ProgressBar({ order }: { order: Pick<Order, "status" | "history" | "joinedInto"> }) {
  return (
    <ol aria-label="Avance del pedido" className="flex">
      {stepsOf(order).map(({ label, state, style }, index) => (
        <li key={label} className="relative flex flex-1 flex-col items-center gap-2 text-center text-sm">
          {index > 0 && (
            <span aria-hidden className={cx("absolute right-1/2 top-4 h-0.5 w-full", STEP_STYLE[style].line)} />
          )}
          <span
            className={cx(
              "relative z-10 grid size-8 place-items-center rounded-full border-2",
              STEP_STYLE[style].circle,
            )}
          >
            {STEP_STYLE[style].icon && <Icon name={STEP_STYLE[style].icon} className="size-4" />}
          </span>
          <span className={style === "pending" ? "text-soft" : "font-semibold"}>
            {label}
            <span className="sr-only">: {state}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function stepsOf({ status, history, joinedInto }: Pick<Order, "status" | "history" | "joinedInto">): Step[] {
  const done = progress(
    status,
    history.map((entry) => entry.status),
  );
  const step = (name: ProgressStep): Step => ({
    label: LABEL[name],
    state: done[name] ? "listo" : "pendiente",
    style: done[name] ? "done" : "pending",
  });
  if (!hasEnded(status)) return [step("created"), step("paid"), step("shipped")];
  // Steps that will no longer happen are left out.
  const completed = done.paid ? [step("created"), step("paid")] : [step("created")];
  if (status === "CANCELLED") return [...completed, { label: "Cancelado", state: "aquí terminó", style: "cancelled" }];
  const label = joinedInto ? `Unido al #${joinedInto.reference}` : "Unido";
  return [...completed, { label, state: "sigue en ese pedido", style: "joined" }];
}
