import type { Order } from "../../../contract/orders.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { LineName } from "../cart/line-name.tsx";

/**
 * The lines as pieces × price, the charges and discounts, and the total. Below the total: the differences of exchanges,
 * the card payments in installments, and the refunds.
 */
export default function OrderFigures({ order }: { order: Order }) {
  const figures: [string, number][] = [
    ["Subtotal", order.subtotal],
    ...order.discounts.map(({ label, amount }): [string, number] => [label, -amount]),
    ["Envío", order.shipping.cost],
    ["Envío de piezas extra", order.shipping.extraFee],
    ["Seguro de envío", order.shipping.insurance],
    ["Empaque", order.packaging],
    ["Comisión por pago en línea", order.fee],
  ];
  const rows = figures.filter(([label, pesos]) => pesos !== 0 || label === "Subtotal");
  return (
    <section aria-labelledby="products" className="space-y-4">
      <h2 id="products" className="text-xl">
        Productos
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {order.products.map((line) => (
          <li key={line.attributeId} className="flex gap-4 py-4">
            <Thumbnail src={line.image} width={64} className="w-16 self-start" />
            <div className="min-w-0 flex-1">
              <p>
                <LineName line={line} />
              </p>
              {line.madeToOrder && <p className="text-sm text-soft">Sobre pedido</p>}
              <p className="tabular text-soft">
                {line.quantity} × {formatMoney(toCents(line.unitPrice))}
              </p>
            </div>
            <p className="tabular font-semibold">{formatMoney(toCents(line.unitPrice) * line.quantity)}</p>
          </li>
        ))}
      </ul>
      <dl className="ml-auto max-w-sm space-y-1.5">
        {/* The position is the key, because two promotions may have the same label. */}
        {Array.from(rows.entries(), ([position, [label, pesos]]) => (
          <div key={position} className="flex justify-between gap-4 text-sm">
            <dt className="text-soft">{label}</dt>
            <dd className="tabular">{formatMoney(toCents(pesos))}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2 text-lg font-bold">
          <dt>Total</dt>
          <dd className="tabular">{formatMoney(toCents(order.shopTotal ?? order.total))}</dd>
        </div>
        {order.differences
          .filter(({ state }) => state !== "ENDED")
          .map(({ orderId, orderNumber, returnNumber, amount, state }) => (
            <div key={orderId} className="flex justify-between gap-4 text-sm">
              <dt>
                Diferencia del cambio {returnNumber}
                <span className="block text-soft">
                  {state === "PAID" ? "Pagada" : "Por pagar"}, pedido #{orderNumber}
                </span>
              </dt>
              <dd className="tabular">{formatMoney(toCents(amount))}</dd>
            </div>
          ))}
        {order.payments
          .filter(({ state, installments }) => state === "APPROVED" && (installments ?? 1) > 1)
          .map(({ createdOn, installments, amount }) => (
            <div key={createdOn} className="flex justify-between gap-4 text-sm">
              <dt>Pagado con tarjeta a {installments} meses</dt>
              <dd className="tabular">{formatMoney(toCents(amount))}</dd>
            </div>
          ))}
        {Array.from(order.refunds.entries(), ([position, { amount, sentOn, reference }]) => (
          <div key={position} className="flex justify-between gap-4 text-sm">
            <dt>
              Te devolvimos
              {sentOn && reference && (
                <span className="block text-soft">
                  Por transferencia, {formatDay(sentOn)}. Referencia {reference}
                </span>
              )}
            </dt>
            <dd className="tabular">{formatMoney(toCents(amount))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
