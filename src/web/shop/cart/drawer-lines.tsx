import { useRef, useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import type { CartLine } from "../../../contract/cart-line.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { useCart } from "../../state/cart.tsx";
import { Button } from "../../ui/button.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { LineName } from "./line-name.tsx";
import { LineStepper, lineNameOf, useLinePieces } from "./line-stepper.tsx";

/** Focuses a button when it appears. The pressed button was removed with its line, so nothing has the focus. */
const focusButton = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true });

/** The lines of the cart in its drawer. A line that was removed here can be restored until the next removal. */
export function DrawerLines({ cart }: { cart: Cart | null }) {
  const { add } = useCart();
  const frame = useRef<HTMLDivElement>(null);
  const [removal, setRemoval] = useState<{ line: CartLine; isPresale: boolean } | null>(null);
  const [failure, setFailure] = useState<string>();
  const restore = async ({ line, isPresale }: { line: CartLine; isPresale: boolean }): Promise<void> => {
    // Removes the button first, so that a second press cannot restore the line twice.
    setRemoval(null);
    frame.current?.focus();
    const { productId, attributeId: sizeId, quantity: pieces } = line;
    const outcome = await add([{ productId, sizeId, pieces }], isPresale);
    if (!outcome.ok) {
      setFailure(outcome.problem.detail);
      return setRemoval({ line, isPresale });
    }
    const [failedLine] = outcome.data.failed;
    setFailure(failedLine && (failedLine.detail ?? "Se acaba de agotar."));
  };
  return (
    <div ref={frame} tabIndex={-1} className="space-y-5 focus-visible:outline-none">
      {removal && (
        <p role="status" className="flex items-center justify-between gap-4 bg-sand px-4 py-1 text-sm">
          <span className="min-w-0 truncate">Quitaste {lineNameOf(removal.line)}</span>
          <Button
            key={removal.line.attributeId}
            variant="quiet"
            ref={focusButton}
            className="min-h-11"
            onClick={() => void restore(removal)}
          >
            Deshacer
          </Button>
        </p>
      )}
      {failure && (
        <p role="alert" className="text-sm text-error">
          {failure}
        </p>
      )}
      {cart && (
        <ul className="divide-y divide-line border-t border-line">
          {cart.products.map((line) => (
            <DrawerLine
              key={line.attributeId}
              line={line}
              onFailure={setFailure}
              onRemoved={() => setRemoval({ line, isPresale: cart.isPresale })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function DrawerLine({
  line,
  onFailure,
  onRemoved,
}: {
  line: CartLine;
  onFailure: (sentence: string | undefined) => void;
  onRemoved: () => void;
}) {
  const { quantity } = line;
  const { busy, setPieces } = useLinePieces(line, (failure, pieces) => {
    onFailure(failure);
    if (failure === undefined && pieces === 0) onRemoved();
  });
  return (
    <li aria-busy={busy} className="grid grid-cols-[5rem_1fr_auto] gap-x-4 py-5">
      <Thumbnail src={line.image} width={80} className="row-span-2 w-20" />
      <span className="min-w-0">
        <LineName line={line} />
      </span>
      <span className="tabular text-sm leading-6">{formatMoney(toCents(line.unitPrice) * quantity)}</span>
      <div className="col-span-2 flex items-center justify-between gap-4 self-end pt-2">
        <LineStepper line={line} onSet={(pieces) => void setPieces(pieces)} />
        <Button variant="quiet" className="-mr-2 min-h-11" onClick={() => void setPieces(0)}>
          Quitar<span className="sr-only"> {lineNameOf(line)}</span>
        </Button>
      </div>
    </li>
  );
}
