import { Link } from "react-router";
import type { OnHand } from "../../../server/stock/on-hand.ts";
import { cx } from "../../ui/class-names.ts";
import { officePaths } from "../paths.ts";

const STATE_CLASSES = {
  out: "border-error/50 bg-error-soft",
  low: "border-warning/50 bg-warning-soft",
  enough: "border-line bg-card",
};

/** A size with its available pieces and, below, those in carts, in unshipped orders and still to be made. */
export function SizeCell({ size, lowStockThreshold }: { size: OnHand; lowStockThreshold: number }) {
  const { available, inCarts, inOrders, toMake } = size;
  const state = available === 0 ? "out" : available <= (size.lowStockThreshold ?? lowStockThreshold) ? "low" : "enough";
  const committedTexts = [
    inCarts > 0 && `${inCarts} en carritos`,
    inOrders > 0 && `${inOrders} en pedidos`,
    toMake > 0 && `${toMake} por hacer`,
  ].filter(Boolean);
  return (
    <li>
      <Link
        to={officePaths.stockSize(size.sizeId)}
        className={cx("block h-full min-w-24 rounded-box border px-3 py-2 hover:border-ink", STATE_CLASSES[state])}
      >
        <span className="block text-sm text-soft">{size.sizeName}</span>
        <span className="block text-lg font-bold tabular">
          {available}
          <span className="sr-only"> a la venta</span>
          {state !== "enough" && (
            <span className={cx("ml-1.5 text-sm font-semibold", state === "out" ? "text-error" : "text-warning")}>
              {state === "out" ? "agotada" : "poca"}
            </span>
          )}
        </span>
        {committedTexts.map((text) => (
          <span key={String(text)} className="block text-xs text-soft tabular">
            {text}
          </span>
        ))}
      </Link>
    </li>
  );
}
