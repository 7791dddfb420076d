import { useState } from "react";
import type { CartLine } from "../../../contract/cart-line.ts";
import { shownLineName } from "../../../domain/cart-line.ts";
import { useCart } from "../../state/cart.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { LineName } from "./line-name.tsx";

const lineNameOf = ({ name, realQty }: CartLine): string => shownLineName(name, realQty === 0);

/**
 * Asks for confirmation before a line is removed. Afterwards the removal can be undone if the line's pieces are still
 * available.
 */
export function RemoveDialog({ line, onClose }: { line: CartLine | null; onClose: () => void }) {
  const { cart, change, add } = useCart();
  const [busy, setBusy] = useState(false);
  const showToast = useToast();
  const undo = async (removedLine: CartLine, isPresale: boolean): Promise<void> => {
    const { productId, attributeId: sizeId, quantity: pieces } = removedLine;
    const outcome = await add([{ productId, sizeId, pieces }], isPresale);
    if (!outcome.ok) return showToast("error", "Error!", outcome.problem.detail);
    const [failedLine] = outcome.data.failed;
    if (failedLine?.detail) showToast("error", "Error!", failedLine.detail);
    else if (failedLine) showToast("error", "Agotado!", `Se agotó ${lineNameOf(removedLine)}`);
  };
  const remove = async (): Promise<void> => {
    if (!line) return;
    const isPresale = cart?.isPresale ?? false;
    setBusy(true);
    const outcome = await change(line, 0);
    setBusy(false);
    onClose();
    if (!outcome.ok) return showToast("error", "Error!", outcome.problem.detail);
    if (outcome.data.status !== "OK") return showToast("error", "Error!", "No se pudo completar la operación");
    showToast("success", "Producto eliminado.", lineNameOf(line), {
      label: "Deshacer",
      run: () => void undo(line, isPresale),
    });
  };
  return (
    <Dialog open={line !== null} onClose={onClose} title="Quitar del carrito">
      <p>¿Desea eliminar el producto del carrito?</p>
      <p>{line && <LineName line={line} />}</p>
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <Button busy={busy} onClick={() => void remove()} className="flex-1">
          Eliminar
        </Button>
        <Button variant="secondary" onClick={onClose} className="flex-1">
          Cancelar
        </Button>
      </div>
    </Dialog>
  );
}
