import { lazy, Suspense } from "react";
import type { Cart } from "../../../contract/carts.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { cx } from "../../ui/class-names.ts";
import { InstallmentsNote } from "./installments-note.tsx";

const ArrivalNote = lazy(() => import("./arrival-note.tsx"));

/**
 * The total of the cart before shipping, with every charge that the shop adds, then the total of each payment method
 * with a fee. `isBorderless`, for the drawer, has no border above the total.
 */
export function CartTotals({
  cart: { summary, totals, products, discounts, freeShipping, isPresale },
  isBorderless = false,
}: {
  cart: Cart;
  isBorderless?: boolean;
}) {
  const needsParcel = products.some((line) => line.realQty > 0);
  const isShippingFree = freeShipping?.missing === 0;
  const label = needsParcel && !isShippingFree ? "Total sin envío" : "Total";
  return (
    <>
      <dl className="space-y-1.5 text-sm empty:hidden">
        <Row label={summary.pieces === 1 ? "1 pieza" : `${summary.pieces} piezas`} pesos={summary.subtotal} />
        {/* By position, because two promotions may have the same label. */}
        {Array.from(discounts.entries(), ([position, { label: name, amount }]) => (
          <Row key={position} label={name} pesos={-amount} />
        ))}
        {totals.packaging > 0 && <Row label="Empaque" pesos={totals.packaging} />}
        {isShippingFree && <Row label="Envío" pesos={0} />}
      </dl>
      <dl className={cx("space-y-1.5 text-sm", !isBorderless && "border-t border-line pt-3")}>
        <Row label={label} pesos={totals.total} isLarge />
        {totals.payments
          .filter(({ fee }) => fee > 0)
          .map(({ payment_method: method, fee, total }) => (
            <Row key={method} label={`Si pagas en línea (comisión ${formatMoney(toCents(fee))})`} pesos={total} />
          ))}
      </dl>
      <InstallmentsNote installments={totals.installments} total={totals.total} />
      {needsParcel && !isPresale && (
        <Suspense>
          <ArrivalNote />
        </Suspense>
      )}
      {needsParcel && !isShippingFree && <p className="text-sm text-soft">El envío lo eliges antes de pagar.</p>}
    </>
  );
}

function Row({ label, pesos, isLarge }: { label: string; pesos: number; isLarge?: boolean }) {
  return (
    <div className={cx("flex items-baseline justify-between gap-4", isLarge && "text-base font-semibold")}>
      <dt className={isLarge ? undefined : "text-soft"}>{label}</dt>
      <dd className={isLarge ? "tabular text-lg" : "tabular"}>{formatMoney(toCents(pesos))}</dd>
    </div>
  );
}
