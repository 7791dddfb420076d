import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";

export type Step = "personal" | "direccion" | "confirmar" | "pago";

const STEPS: [step: Step, label: string][] = [
  ["personal", "Inf. Personal"],
  ["direccion", "Dirección"],
  ["confirmar", "Confirmar"],
  ["pago", "Pago"],
];

/** Whether the step in an address exists and can be reached. */
export function isReachable(requested: string | null, reachable: Step): requested is Step {
  const reachableIndex = STEPS.findIndex(([step]) => step === reachable);
  return STEPS.slice(0, reachableIndex + 1).some(([step]) => step === requested);
}

/** The four steps: finished steps are links, later steps are not. */
export function Steps({ current, reachable, onGo }: { current: Step; reachable: Step; onGo: (step: Step) => void }) {
  const currentIndex = STEPS.findIndex(([step]) => step === current);
  const reachableIndex = STEPS.findIndex(([step]) => step === reachable);
  return (
    <nav aria-label="Pasos del pedido">
      <ol className="grid max-w-2xl grid-cols-4 gap-2">
        {STEPS.map(([step, label], index) => {
          const done = index < currentIndex || (index < reachableIndex && index !== currentIndex);
          const number = (
            <>
              <span
                className={cx(
                  "grid size-7 shrink-0 place-items-center rounded-full text-sm font-bold",
                  index === currentIndex && "bg-accent text-on-accent",
                  done && index !== currentIndex && "bg-success text-paper",
                  !done && index !== currentIndex && "bg-line text-soft",
                )}
              >
                {done && index !== currentIndex ? <Icon name="check" className="size-4" /> : index + 1}
              </span>
              <span className="text-xs sm:text-sm">
                {label}
                {done && index !== currentIndex && <span className="sr-only"> (completado)</span>}
              </span>
            </>
          );
          const itemClass = cx(
            "flex w-full flex-col items-center gap-1 border-t-2 pt-3 text-center sm:flex-row sm:text-left",
            index === currentIndex
              ? "border-accent-strong font-bold"
              : done
                ? "border-success"
                : "border-line text-soft",
          );
          return (
            <li key={step} aria-current={index === currentIndex ? "step" : undefined}>
              {index <= reachableIndex && index !== currentIndex ? (
                <button type="button" className={itemClass} onClick={() => onGo(step)}>
                  {number}
                </button>
              ) : (
                <span className={itemClass}>{number}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
