import { useState } from "react";
import type { CartLine } from "../../../contract/cart-line.ts";
import { MADE_TO_ORDER_CAP } from "../../../domain/cart-line.ts";
import { useCart } from "../../state/cart.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Stepper } from "../../ui/stepper.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { LineName } from "./line-name.tsx";
import { explainTooFew } from "./explain-too-few.ts";

/**
 * Sets the number of pieces of a line, up to those it has plus the available stock, or to the limit of a line made to
 * order. 0 removes the line (rule CART-10).
 */
export function QuantityDialog({ line, onClose }: { line: CartLine | null; onClose: () => void }) {
  return (
    <Dialog open={line !== null} onClose={onClose} title="Modificar cantidad">
      {line && <QuantityForm key={line.attributeId} line={line} onClose={onClose} />}
    </Dialog>
  );
}

function QuantityForm({ line, onClose }: { line: CartLine; onClose: () => void }) {
  const { change } = useCart();
  const [pieces, setPieces] = useState(line.quantity);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const showToast = useToast();
  const max = line.madeToOrder ? MADE_TO_ORDER_CAP : line.stock + line.quantity;
  const save = async (): Promise<void> => {
    if (pieces === line.quantity) return onClose();
    setBusy(true);
    setError(null);
    const outcome = await change(line, pieces);
    setBusy(false);
    // The error is not shown in a toast, because the dialog stays open and covers toasts.
    if (!outcome.ok) return setError(outcome.problem.detail);
    if (outcome.data.status === "OK") showToast("success", "Actualización correcta");
    else if (outcome.data.status === "STOCK_INSUFFICIENT")
      showToast("error", "Error!", `${explainTooFew(outcome.data.cart, line)} Tu carrito sigue como estaba.`);
    else showToast("error", "Error!", "No se pudo completar la operación");
    onClose();
  };
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>
        <LineName line={line} />
      </p>
      <Stepper label="Piezas" value={pieces} min={0} max={max} onChange={setPieces} />
      {error ? (
        <Notice tone="error" alert title={error} />
      ) : (
        <p className="text-sm text-soft">
          {line.stock === 0 && !line.madeToOrder
            ? "No quedan más piezas que las tuyas."
            : `Puedes llevar hasta ${max}. Con 0 se quita del carrito.`}
        </p>
      )}
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <Button type="submit" busy={busy} className="flex-1">
          Guardar
        </Button>
        <Button variant="secondary" onClick={onClose} className="flex-1">
          Cancelar
        </Button>
      </div>
    </form>
  );
}
