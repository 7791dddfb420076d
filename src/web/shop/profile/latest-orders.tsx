import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Order } from "../../../contract/orders.ts";
import { formatLongDate } from "../../../domain/long-date.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { useNow } from "../use-now.ts";
import { OrderPictures } from "../orders/order-pictures.tsx";
import { OrderStatusText } from "../orders/order-status-text.tsx";
import { Section } from "./section.tsx";

const MAX_ORDERS = 3;

/** The customer's latest orders. Renders nothing without orders, or if the request fails. */
export function LatestOrders() {
  const { session } = useSession();
  const [orders, setOrders] = useState<Order[]>([]);
  const now = useNow();
  useEffect(() => {
    if (session?.type !== "registered") return;
    const abortController = new AbortController();
    const { customerId, token } = session;
    void call("listOrders", {
      params: { id: customerId },
      query: { page: 1, size: MAX_ORDERS },
      token,
      signal: abortController.signal,
    }).then((outcome) => {
      if (outcome.ok && !abortController.signal.aborted) setOrders(outcome.data.docs);
    });
    return () => abortController.abort();
  }, [session]);
  if (orders.length === 0) return null;
  return (
    <Section
      titleId="latest-orders"
      title="Tus últimos pedidos"
      hint={
        <Link to={paths.orders} className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
          Ver todos mis pedidos
        </Link>
      }
    >
      <ul className="divide-y divide-line max-md:border-t max-md:border-line md:-mt-4">
        {orders.map((order) => (
          <li key={order._id}>
            <Link
              reloadDocument
              to={paths.order(order._id)}
              className="group grid grid-cols-[5.5rem_1fr_auto] items-center gap-x-4 py-4 sm:grid-cols-[13rem_1fr_auto]"
            >
              <OrderPictures products={order.products} />
              <span className="min-w-0 space-y-0.5 text-sm">
                <span className="block text-base underline-offset-4 group-hover:underline">
                  Pedido #{order.reference}
                </span>
                <span className="block text-soft">{formatLongDate(new Date(order.createdOn), now)}</span>
                <OrderStatusText order={order} />
              </span>
              <span className="tabular self-start text-sm leading-6">
                {formatMoney(toCents(order.shopTotal ?? order.total))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
