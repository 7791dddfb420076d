import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Screen } from "./screens.ts";

interface Props {
  screen: Screen;
  needsAddress: boolean;
  onShowScreen: (screen: Screen) => void;
}

/**
 * The steps of the order (rule CHECKOUT-6), by screen. On the second screen, the steps of the first one are a button
 * that returns to it.
 */
export function Steps({ screen, needsAddress, onShowScreen }: Props) {
  const isReview = screen === "pago";
  const detailsLabel = needsAddress ? "Tus datos · Dirección" : "Tus datos";
  return (
    <nav aria-label="Pasos del pedido">
      <ol className="flex flex-wrap gap-x-5 text-sm">
        <li aria-current={isReview ? undefined : "step"}>
          {isReview ? (
            <button
              type="button"
              className="flex min-h-9 items-center gap-1.5 underline-offset-4 hover:underline"
              onClick={() => onShowScreen("datos")}
            >
              <Icon name="check" className="size-4 shrink-0" />
              {detailsLabel}
              <span className="sr-only"> (completado)</span>
            </button>
          ) : (
            <Step number={1} label={detailsLabel} isCurrent />
          )}
        </li>
        <li aria-current={isReview ? "step" : undefined}>
          <Step number={2} label="Confirmar · Pago" isCurrent={isReview} />
        </li>
      </ol>
    </nav>
  );
}

function Step({ number, label, isCurrent }: { number: number; label: string; isCurrent: boolean }) {
  return (
    <span className={cx("flex min-h-9 items-center gap-1.5", isCurrent ? "font-semibold" : "text-soft")}>
      <span className="tabular">{number}</span>
      {label}
    </span>
  );
}
