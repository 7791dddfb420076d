import type { ReactNode } from "react";
import { pieceNoun } from "../../../domain/cart-line.ts";
import { format24HourTime } from "../../../domain/dates.ts";
import { paths } from "../../paths.ts";
import { useCart } from "../../state/cart.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { animateCartIcon } from "../../ui/animate-cart-icon.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useSecondsLeft } from "../seconds-left.ts";
import { CartTotals } from "./cart-totals.tsx";
import { DrawerLines } from "./drawer-lines.tsx";
import { FreeShipping } from "./free-shipping.tsx";

/** A drawer with the cart: its lines, the remaining time of the reservation, the totals, and the next steps. */
export default function CartDrawer({
  open,
  onClose,
  title,
}: {
  open: boolean;
  onClose: () => void;
  /** The title after an action, such as adding a piece. */
  title?: string;
}): ReactNode {
  const { cart, expired } = useCart();
  // The drawer covers the cart icon, so after an action the icon is animated when the drawer closes.
  const close = (): void => {
    onClose();
    if (title) animateCartIcon();
  };
  const activeCart = expired ? null : cart;
  return (
    <Dialog
      open={open}
      side
      onClose={close}
      title={(activeCart && title) ?? "Tu carrito"}
      footer={
        activeCart ? (
          <div className="space-y-3">
            {activeCart.freeShipping && <FreeShipping progress={activeCart.freeShipping} />}
            <CartTotals cart={activeCart} isBorderless />
            <ButtonLink wide to={paths.checkout} onClick={onClose}>
              Continuar con el pago
            </ButtonLink>
            <div className="-mb-2 flex justify-between">
              <ButtonLink variant="quiet" to={paths.cart} onClick={onClose} className="-ml-2 min-h-11">
                Ver mi carrito
              </ButtonLink>
              <Button variant="quiet" onClick={close} className="-mr-2 min-h-11">
                Seguir comprando
              </Button>
            </div>
          </div>
        ) : (
          <Button wide onClick={onClose}>
            Seguir comprando
          </Button>
        )
      }
    >
      {activeCart && <TimeLeft until={activeCart.expiresOn} noun={pieceNoun(activeCart.products)} />}
      <DrawerLines cart={activeCart ?? null} />
      {!activeCart && (
        <p className="text-soft">
          {expired
            ? "Tu tiempo terminó y las piezas volvieron a la tienda. Tu lista se conserva en el carrito."
            : "Aún no agregas nada. Lo que agregues queda apartado para ti mientras terminas tu compra."}
        </p>
      )}
    </Dialog>
  );
}

function TimeLeft({ until, noun }: { until: string; noun: string }) {
  const { deadline } = useCart();
  const seconds = useSecondsLeft(deadline);
  if (seconds === null) return null;
  const minutes = Math.ceil(seconds / 60);
  return (
    <p className="tabular flex gap-2 text-sm">
      <Icon name="clock" className="mt-0.5 size-4 shrink-0" />
      <span>
        Te {minutes === 1 ? "queda 1 min" : `quedan ${minutes} min`}. Apartamos tus {noun} hasta las{" "}
        {format24HourTime(new Date(until))}.
      </span>
    </p>
  );
}
