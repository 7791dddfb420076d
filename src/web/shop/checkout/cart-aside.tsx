import type { Cart } from "../../../contract/carts.ts";
import { PresaleNotice } from "../presale-notice.tsx";
import { shownLineName } from "../../../domain/cart-line.ts";
import { CartTotals } from "../cart/cart-totals.tsx";
import { LinePrice } from "../cart/line-price.tsx";

/** The lines being bought, beside the forms. */
export function CartAside({ cart }: { cart: Cart }) {
  return (
    <aside aria-label="Tu carrito" className="space-y-4 rounded-lg border border-line bg-card p-5">
      <PresaleNotice presale={cart.presaleDetails} />
      <ul className="space-y-3">
        {cart.products.map((line) => (
          <li key={line.attributeId} className="flex gap-3 text-sm">
            {line.image && (
              <img
                src={line.image}
                alt=""
                width={48}
                height={60}
                className="aspect-4/5 w-12 shrink-0 rounded-box bg-sand object-cover"
              />
            )}
            <span className="min-w-0 flex-1">
              {shownLineName(line.name, line.realQty === 0)}
              {line.madeToOrder && <span className="block text-soft">Sobre pedido</span>}
              <span className="block text-soft">{line.quantity === 1 ? "1 pieza" : `${line.quantity} piezas`}</span>
            </span>
            <span className="tabular text-right">
              <LinePrice line={line} pieces={line.quantity} />
            </span>
          </li>
        ))}
      </ul>
      <div className="space-y-3 border-t border-line pt-3">
        <CartTotals cart={cart} />
      </div>
    </aside>
  );
}
