import { useState } from "react";
import type { CartLine } from "../../../contract/cart-line.ts";
import { MADE_TO_ORDER_CAP, shownLineName } from "../../../domain/cart-line.ts";
import { useCart } from "../../state/cart.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { explainTooFew } from "./explain-too-few.ts";

/**
 * Changes the pieces of a line, one request at a time. `onDone` receives the sentence of a failure, or undefined, and
 * the pieces that were requested, also after a failure.
 */
export function useLinePieces(line: CartLine, onDone: (failure: string | undefined, pieces: number) => void) {
  const { change } = useCart();
  const [busy, setBusy] = useState(false);
  const setPieces = async (pieces: number): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const outcome = await change(line, pieces);
    setBusy(false);
    if (!outcome.ok) return onDone(outcome.problem.detail, pieces);
    onDone(outcome.data.status === "OK" ? undefined : explainTooFew(outcome.data.cart, line), pieces);
  };
  return { busy, setPieces };
}

/** The pieces of a line with − and +, down to one. Removing the line needs another button. */
export function LineStepper({ line, onSet }: { line: CartLine; onSet: (pieces: number) => void }) {
  const { quantity } = line;
  const max = line.madeToOrder ? MADE_TO_ORDER_CAP : line.stock + quantity;
  const renderStep = (step: number, icon: IconName, label: string) => {
    const isAtLimit = quantity + step < 1 || quantity + step > max;
    return (
      <button
        type="button"
        aria-label={`${label} de ${lineNameOf(line)}`}
        // Not `disabled`, which would take the focus from the button.
        aria-disabled={isAtLimit}
        onClick={() => !isAtLimit && onSet(quantity + step)}
        className="grid size-11 place-items-center aria-disabled:text-edge"
      >
        <Icon name={icon} className="size-4" />
      </button>
    );
  };
  return (
    <span className="inline-flex items-center border border-line">
      {renderStep(-1, "minus", "Una pieza menos")}
      <span className="tabular min-w-6 text-center text-sm">
        {quantity}
        <span className="sr-only"> {quantity === 1 ? "pieza" : "piezas"}</span>
      </span>
      {renderStep(1, "plus", "Una pieza más")}
    </span>
  );
}

/** The stepper of a line on the cart's page, with the sentence of a failure. */
export function StepperWithFailure({ line }: { line: CartLine }) {
  const [failure, setFailure] = useState<string>();
  const { busy, setPieces } = useLinePieces(line, setFailure);
  return (
    <span aria-busy={busy} className="block">
      <LineStepper line={line} onSet={(pieces) => void setPieces(pieces)} />
      {failure && (
        <span role="alert" className="block pt-1 text-sm text-error">
          {failure}
        </span>
      )}
    </span>
  );
}

export const lineNameOf = ({ name, realQty }: CartLine): string => shownLineName(name, realQty === 0);
