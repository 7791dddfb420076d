import { Link } from "react-router";
import { formatDateTime, format24HourTime } from "../../../../domain/dates.ts";
import { formatAgo } from "../../../../domain/format-ago.ts";
import { ORDER_STATUS_LABEL } from "../../../../domain/order-status.ts";
import type { CartWithSize, OrderWithSize } from "../../../../server/stock/size-stock-queries.ts";
import type { OnHand } from "../../../../server/stock/on-hand.ts";
import { Badge } from "../../kit/badge.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";

/** The carts that hold pieces of a size, and the unshipped orders with pieces of it, held or made to order. */
export function CartsAndOrders({
  size,
  carts,
  orders,
  now,
  canRelease,
  mayOpenOrders,
}: {
  size: OnHand;
  carts: readonly CartWithSize[];
  orders: readonly OrderWithSize[];
  now: Date;
  canRelease: boolean;
  mayOpenOrders: boolean;
}) {
  const otherCartsPieces = size.inCarts - sumPieces(carts);
  return (
    <>
      <Section title="Carritos que la tienen">
        {carts.length === 0 ? (
          <p className="text-sm text-soft">Ningún carrito la tiene ahora.</p>
        ) : (
          <Table
            caption="Carritos que la tienen"
            keyOf={({ cartId }) => cartId}
            rows={carts}
            columns={[
              { head: "Piezas", isTitle: true, cell: ({ pieces }) => `${pieces} ${pieces === 1 ? "pieza" : "piezas"}` },
              { head: "Tienda", cell: ({ shop }) => shop },
              { head: "Desde", cell: ({ since }) => formatAgo(since, now) },
              { head: "Termina", cell: ({ expiresAt }) => format24HourTime(expiresAt) },
              ...(canRelease ? [{ head: "Liberar", cell: (cart: CartWithSize) => <ReleaseForm cart={cart} /> }] : []),
            ]}
          />
        )}
        {otherCartsPieces > 0 && <p className="text-sm text-soft">Y {otherCartsPieces} más en otros carritos.</p>}
      </Section>
      <Section title="Pedidos sin enviar que la tienen">
        {orders.length === 0 ? (
          <p className="text-sm text-soft">Ningún pedido sin enviar la tiene.</p>
        ) : (
          <Table
            caption="Pedidos sin enviar que la tienen"
            keyOf={({ orderId }) => orderId}
            rows={orders}
            columns={[
              {
                head: "Pedido",
                isTitle: true,
                cell: ({ orderId, reference }) =>
                  mayOpenOrders ? (
                    <Link to={officePaths.order(orderId)} className="font-semibold underline underline-offset-4">
                      #{reference}
                    </Link>
                  ) : (
                    `#${reference}`
                  ),
              },
              { head: "Estado", cell: ({ status }) => <Badge>{ORDER_STATUS_LABEL[status]}</Badge> },
              { head: "Cliente", cell: ({ customer }) => customer },
              {
                head: "Piezas",
                isNumeric: true,
                cell: ({ pieces, isMadeToOrder }) => (isMadeToOrder ? `${pieces} por hacer` : pieces),
              },
              { head: "Fecha", cell: ({ createdAt }) => formatDateTime(createdAt) },
            ]}
          />
        )}
      </Section>
    </>
  );
}

function sumPieces(cartsOrOrders: readonly { pieces: number }[]): number {
  return cartsOrOrders.reduce((pieces, holder) => pieces + holder.pieces, 0);
}

function ReleaseForm({ cart: { cartId, cartPieces } }: { cart: CartWithSize }) {
  return (
    <details>
      <summary className="inline-block min-h-9 py-2 font-semibold underline underline-offset-4">Liberar…</summary>
      <PostForm submitLabel="Liberar el carrito" variant="danger" className="max-w-xs pt-2">
        <input type="hidden" name="intent" value="release" />
        <input type="hidden" name="cart" value={cartId} />
        <p className="text-soft">
          {cartPieces === 1 ? "Su pieza vuelve" : `Sus ${cartPieces} piezas, de todas sus tallas, vuelven`} a la venta
          ahora mismo, y su cliente verá que el carrito venció. No se puede deshacer.
        </p>
      </PostForm>
    </details>
  );
}
