import type { Cart } from "../../../contract/carts.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { Icon } from "../../ui/icon.tsx";
import { CartLines } from "./cart-lines.tsx";
import type { WireQuote } from "./use-quote.ts";

/** The order on phones: the total is always visible, the lines with their pictures can be opened. */
export function OrderBar({ cart, quote }: { cart: Cart; quote: WireQuote | null }) {
  const { pieces } = cart.summary;
  const total = quote?.grandTotal ?? cart.totals.total;
  return (
    <details className="group sticky top-0 z-20 -mx-[clamp(1rem,4vw,2.5rem)] border-y border-line bg-paper px-[clamp(1rem,4vw,2.5rem)]">
      <summary className="flex min-h-14 cursor-pointer items-center gap-3 [&::-webkit-details-marker]:hidden">
        <span className="flex items-center gap-2 text-sm underline underline-offset-4">
          Tu pedido, {pieces === 1 ? "1 pieza" : `${pieces} piezas`}
          <Icon name="chevron" className="size-4 rotate-90 transition-transform group-open:-rotate-90" />
        </span>
        <span className="tabular ml-auto font-bold">
          <span className="sr-only">Total: </span>
          {formatMoney(toCents(total))}
        </span>
      </summary>
      <div className="max-h-[60dvh] overflow-y-auto pb-5 pt-2">
        <CartLines lines={cart.products} />
      </div>
    </details>
  );
}
