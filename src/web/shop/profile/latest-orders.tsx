import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Order } from "../../../contract/orders.ts";
import { formatLongDate } from "../../../domain/long-date.ts";
import { ORDER_STATUS_LABEL } from "../../../domain/order-status.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { useNow } from "../use-now.ts";
import { OrderPictures } from "../orders/order-pictures.tsx";

const SHOWN = 3;

/** The customer's latest orders. Nothing without orders, and nothing if they cannot be loaded: /orders says why. */
export function LatestOrders() {
  const { session } = useSession();
  const [orders, setOrders] = useState<Order[]>([]);
  const now = useNow();
  useEffect(() => {
    if (session?.type !== "registered") return;
    const stop = new AbortController();
    const { customerId, token } = session;
    void call("listOrders", {
      params: { id: customerId },
      query: { page: 1, size: SHOWN },
      token,
      signal: stop.signal,
    }).then((outcome) => {
      if (outcome.ok && !stop.signal.aborted) setOrders(outcome.data.docs);
    });
    return () => stop.abort();
  }, [session]);
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="latest-orders" className="space-y-3">
      <h2 id="latest-orders" className="text-xl">
        Tus últimos pedidos
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {orders.map((order) => (
          <li key={order._id}>
            <Link
              reloadDocument
              to={paths.order(order._id)}
              className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3 hover:bg-sand"
            >
              <span className="w-44 max-sm:w-full">
                <OrderPictures products={order.products} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">Pedido #{order.reference}</span>
                <span className="block text-sm text-soft">
                  {formatLongDate(new Date(order.createdOn), now)} · {ORDER_STATUS_LABEL[order.status]}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to={paths.orders} className="inline-flex min-h-11 items-center underline underline-offset-4">
        Ver todos mis pedidos
      </Link>
    </section>
  );
}
