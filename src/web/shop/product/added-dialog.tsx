import type { ReactNode } from "react";
import { formatTime } from "../../../domain/dates.ts";
import { paths } from "../../paths.ts";
import { useCart } from "../../state/cart.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatLeft, useSecondsLeft } from "../clock.tsx";
import type { AddedPieces } from "./use-buy-box.ts";

/** What was added, how long it is reserved, and where to go from here. */
export default function AddedDialog({
  product,
  added,
  onClose,
}: {
  product: { name: string; isDigital: boolean };
  added: AddedPieces;
  onClose: () => void;
}): ReactNode {
  const { cart, deadline } = useCart();
  const seconds = useSecondsLeft(added.open ? deadline : null);
  return (
    <Dialog open={added.open} onClose={onClose} title="Se agregó a tu carrito">
      <p>
        <strong>{product.name}</strong> · {product.isDigital ? "" : "talla "}
        {added.size} · {added.pieces === 1 ? "1 pieza" : `${added.pieces} piezas`}
      </p>
      {cart && seconds !== null && (
        <p className="tabular rounded-box bg-sand p-3 text-sm">
          Apartamos tus prendas hasta las {formatTime(new Date(cart.expiresOn))} ({formatLeft(seconds)}). Después
          vuelven a estar disponibles.
        </p>
      )}
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <ButtonLink to={paths.cart} className="flex-1">
          Ver mi carrito
        </ButtonLink>
        <Button variant="secondary" onClick={onClose} className="flex-1">
          Seguir comprando
        </Button>
      </div>
    </Dialog>
  );
}
