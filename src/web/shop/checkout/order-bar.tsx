import type { Cart } from "../../../contract/carts.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { CouponField } from "../coupon-field.tsx";
import { CartLines } from "./cart-lines.tsx";
import type { WireQuote } from "./use-quote.ts";

/** How many pictures the bar shows. */
const MAX_PICTURES = 3;

/**
 * The order on phones: the first pictures and the total stay visible, the lines can be opened. On the last screen the
 * bar scrolls with the page, and the total and the coupon are below, near the button that places the order.
 */
export function OrderBar({ cart, quote, isReview }: { cart: Cart; quote: WireQuote | null; isReview: boolean }) {
  const { pieces } = cart.summary;
  const total = quote?.grandTotal ?? cart.totals.total;
  return (
    <details
      className={cx(
        !isReview && "sticky top-0 z-20",
        "group -mx-[clamp(1rem,4vw,2.5rem)] border-y border-line bg-paper px-[clamp(1rem,4vw,2.5rem)]",
      )}
    >
      <summary className="flex min-h-14 cursor-pointer items-center gap-3 [&::-webkit-details-marker]:hidden">
        <span className="flex gap-0.5 py-1.5">
          {cart.products.slice(0, MAX_PICTURES).map((line) => (
            <Thumbnail key={line.attributeId} src={line.image} width={40} className="w-10" />
          ))}
        </span>
        <span className="flex items-center gap-2 text-sm underline underline-offset-4">
          Tu pedido, {pieces === 1 ? "1 pieza" : `${pieces} piezas`}
          <Icon name="chevron" className="size-4 rotate-90 transition-transform group-open:-rotate-90" />
        </span>
        {!isReview && (
          <span className="tabular ml-auto font-bold">
            <span className="sr-only">Total: </span>
            {formatMoney(toCents(total))}
          </span>
        )}
      </summary>
      <div className="max-h-[60dvh] space-y-4 overflow-y-auto pb-5 pt-2">
        <CartLines lines={cart.products} />
        {!isReview && <CouponField cart={cart} />}
      </div>
    </details>
  );
}
