import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Screen } from "./screens.ts";

interface Props {
  screen: Screen;
  /** The customer's data are complete. */
  hasPerson: boolean;
  needsParcel: boolean;
  onGo: (screen: Screen) => void;
}

/** The steps of the order (rule CHECKOUT-6), two on each screen. Finished steps lead back to their screen. */
export function Steps({ screen, hasPerson, needsParcel, onGo }: Props) {
  const labels = ["Tus datos", ...(needsParcel ? ["Dirección"] : []), "Confirmar", "Pago"];
  const reviewStep = labels.indexOf("Confirmar");
  const current = screen === "pago" ? reviewStep : hasPerson && needsParcel ? 1 : 0;
  return (
    <nav aria-label="Pasos del pedido">
      <ol className="flex flex-wrap gap-x-5 text-sm">
        {labels.map((label, index) => (
          <li key={label} aria-current={index === current ? "step" : undefined}>
            {index < current && screen === "pago" ? (
              <button
                type="button"
                className="flex min-h-9 items-center gap-1.5 underline-offset-4 hover:underline"
                onClick={() => onGo("datos")}
              >
                <FinishedStep label={label} />
              </button>
            ) : (
              <span
                className={cx(
                  "flex min-h-9 items-center gap-1.5",
                  index === current && "font-bold underline decoration-2 underline-offset-8",
                  index > current && "text-soft",
                )}
              >
                {index < current ? <FinishedStep label={label} /> : label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function FinishedStep({ label }: { label: string }) {
  return (
    <>
      <Icon name="check" className="size-4 shrink-0" />
      {label}
      <span className="sr-only"> (completado)</span>
    </>
  );
}
