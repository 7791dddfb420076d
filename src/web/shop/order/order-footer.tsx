import { Link } from "react-router";
import type { Order } from "../../../contract/orders.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";
import { chatUrl, chatLabel } from "../chat-url.ts";
import { ChangeOrder } from "./change-order.tsx";
import { OrderReturns } from "./order-returns.tsx";

const LINK_CLASS = "inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline";

/** The end of an order's page: the possible changes and returns, and how to contact the shop. */
export default function OrderFooter({
  shop,
  order,
  onOrder,
}: {
  shop: PublicShop;
  order: Order;
  onOrder: (order: Order) => void;
}) {
  const hasGoods = order.products.some((line) => line.realQty > 0);
  return (
    <>
      <ChangeOrder order={order} onOrder={onOrder} />
      {order.status === "SHIPPED" && hasGoods && <OrderReturns order={order} />}
      <OrderHelp shop={shop} reference={order.reference} />
    </>
  );
}

function OrderHelp({ shop, reference }: { shop: PublicShop; reference: string }) {
  const { email, phone } = shop.settings.company;
  const subject = `mi pedido #${reference}`;
  return (
    <section aria-labelledby="help" className="space-y-2 border-t border-line pt-8 print:hidden">
      <h2 id="help" className="text-xl">
        ¿Necesitas ayuda?
      </h2>
      <p className="text-soft">Ten a la mano tu número de pedido, {reference}.</p>
      <ul className="flex flex-wrap gap-x-6">
        {shop.chat && (
          <li>
            <a href={chatUrl(shop.chat, subject)} target="_blank" rel="noopener noreferrer" className={LINK_CLASS}>
              {chatLabel(shop.chat)}
            </a>
          </li>
        )}
        {email && (
          <li>
            <a href={`mailto:${email}?subject=${encodeURIComponent(`Pedido #${reference}`)}`} className={LINK_CLASS}>
              {email}
            </a>
          </li>
        )}
        {phone && (
          <li>
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className={LINK_CLASS}>
              {phone}
            </a>
          </li>
        )}
        <li>
          <Link to={paths.returns} className={LINK_CLASS}>
            Cambios y devoluciones
          </Link>
        </li>
      </ul>
    </section>
  );
}
