import type { ReactNode } from "react";
import type { CartLine } from "../../../contract/cart-line.ts";
import { heldNoun } from "../../../domain/cart-line.ts";
import { formatTime } from "../../../domain/dates.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { paths } from "../../paths.ts";
import { useCart } from "../../state/cart.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { bumpBag } from "../../ui/bump-bag.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useSecondsLeft } from "../clock.tsx";
import { CartTotals } from "./cart-totals.tsx";
import { FreeShipping } from "./free-shipping.tsx";
import { LineName } from "./line-name.tsx";

/** The cart beside the page: what is in it, how long it is reserved, what it costs, and where to go from here. */
export default function CartDrawer({
  open,
  onClose,
  title,
}: {
  open: boolean;
  onClose: () => void;
  /** What was done: a piece was added. */
  title?: string;
}): ReactNode {
  const { cart, expired } = useCart();
  // The cart covers the bag until it is closed.
  const close = (): void => {
    onClose();
    if (title) bumpBag();
  };
  const shown = expired ? null : cart;
  return (
    <Dialog
      open={open}
      side
      onClose={close}
      title={title ?? "Tu carrito"}
      footer={
        shown ? (
          <div className="space-y-3">
            {shown.freeShipping && <FreeShipping progress={shown.freeShipping} />}
            <CartTotals cart={shown} />
            <div className="flex flex-col gap-2 pt-1">
              <ButtonLink to={paths.checkout} onClick={onClose}>
                Continuar con el pago
              </ButtonLink>
              <div className="flex gap-2">
                <ButtonLink variant="secondary" to={paths.cart} onClick={onClose} className="flex-1">
                  Ver mi carrito
                </ButtonLink>
                <Button variant="secondary" onClick={close} className="flex-1">
                  Seguir comprando
                </Button>
              </div>
            </div>
          </div>
        ) : (
          <Button wide onClick={onClose}>
            Seguir comprando
          </Button>
        )
      }
    >
      {shown ? (
        <>
          <TimeLeft until={shown.expiresOn} held={heldNoun(shown.products)} />
          <ul className="divide-y divide-line">
            {shown.products.map((line) => (
              <Line key={line.attributeId} line={line} />
            ))}
          </ul>
        </>
      ) : (
        <p className="text-soft">
          {expired
            ? "Tu tiempo terminó y las piezas volvieron a la tienda. Tu lista se conserva en el carrito."
            : "Aún no agregas nada. Lo que agregues queda apartado para ti mientras terminas tu compra."}
        </p>
      )}
    </Dialog>
  );
}

function TimeLeft({ until, held }: { until: string; held: string }) {
  const { deadline } = useCart();
  const seconds = useSecondsLeft(deadline);
  if (seconds === null) return null;
  const minutes = Math.ceil(seconds / 60);
  return (
    <p className="tabular flex gap-2 text-sm">
      <Icon name="clock" className="mt-0.5 size-4 shrink-0" />
      <span>
        Te {minutes === 1 ? "queda 1 min" : `quedan ${minutes} min`}. Apartamos tus {held} hasta las{" "}
        {formatTime(new Date(until))}.
      </span>
    </p>
  );
}

function Line({ line }: { line: CartLine }) {
  const pieces = line.quantity === 1 ? "1 pieza" : `${line.quantity} piezas`;
  return (
    <li className="grid grid-cols-[4.5rem_1fr_auto] gap-4 py-4 text-sm">
      {line.image ? (
        <img src={line.image} alt="" width={72} height={90} className="aspect-4/5 w-18 bg-bone object-cover" />
      ) : (
        <span className="w-18" />
      )}
      <span className="min-w-0">
        <LineName line={line} />
        <span className="block text-soft">{pieces}</span>
      </span>
      <span className="tabular">{formatMoney(toCents(line.unitPrice) * line.quantity)}</span>
    </li>
  );
}
