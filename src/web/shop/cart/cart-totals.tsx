import { lazy, Suspense } from "react";
import type { Cart } from "../../../contract/carts.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { cx } from "../../ui/class-names.ts";
import { MonthsLine } from "./months-line.tsx";

const ArrivalLine = lazy(() => import("./arrival-line.tsx"));

const PAID = { MP: "Pagando en línea", TB: "Por transferencia" };

/**
 * What the cart costs before shipping, with every charge the shop adds, for each payment method. `short`: without the
 * lines that add up to it, which the cart's own page has.
 */
export function CartTotals({
  cart: { summary, totals, products, discounts, freeShipping, isPresale },
  short = false,
}: {
  cart: Cart;
  short?: boolean;
}) {
  const hasFee = totals.payments.some(({ fee }) => fee > 0);
  const shown = hasFee ? totals.payments : [];
  const needsParcel = products.some((line) => line.realQty > 0);
  const isFree = freeShipping?.missing === 0;
  const label = needsParcel && !isFree ? "Total sin envío" : "Total";
  return (
    <>
      <dl className="space-y-1.5 text-sm empty:hidden">
        {!short && (
          <Row label={summary.pieces === 1 ? "1 pieza" : `${summary.pieces} piezas`} pesos={summary.subtotal} />
        )}
        {discounts.map(({ label: name, amount }) => (
          <Row key={name} label={name} pesos={-amount} />
        ))}
        {!short && totals.packaging > 0 && <Row label="Empaque" pesos={totals.packaging} />}
        {isFree && <Row label="Envío" pesos={0} />}
        {!short && hasFee && totals.packaging > 0 && <Row label={label} pesos={totals.total} />}
      </dl>
      <dl className={cx("space-y-2 font-semibold", !short && "border-t border-line pt-3")}>
        {!hasFee && <Row label={label} pesos={totals.total} isLarge />}
        {shown.map(({ payment_method: method, fee, total }) => (
          <Row key={method} label={PAID[method]} pesos={total} isLarge feePesos={fee} />
        ))}
      </dl>
      <MonthsLine installments={totals.installments} total={totals.total} />
      {needsParcel && !isPresale && (
        <Suspense>
          <ArrivalLine />
        </Suspense>
      )}
      {needsParcel && !isFree && (
        <p className="text-sm text-soft">
          {short && totals.packaging > 0 && `Con empaque de ${formatMoney(toCents(totals.packaging))}. `}
          Más el envío, que eliges antes de pagar.{!short && hasFee && " La comisión se calcula también sobre él."}
        </p>
      )}
    </>
  );
}

function Row({
  label,
  pesos,
  isLarge,
  feePesos = 0,
}: {
  label: string;
  pesos: number;
  isLarge?: boolean;
  feePesos?: number;
}) {
  return (
    <div className="flex justify-between gap-4">
      <dt className={isLarge ? undefined : "text-soft"}>
        {label}
        {feePesos > 0 && (
          <span className="block text-sm font-normal text-soft">
            + {formatMoney(toCents(feePesos))} de comisión, con IVA
          </span>
        )}
      </dt>
      <dd className={isLarge ? "tabular text-lg" : "tabular"}>{formatMoney(toCents(pesos))}</dd>
    </div>
  );
}
