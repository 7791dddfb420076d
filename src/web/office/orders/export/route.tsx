import { formatDate } from "../../../../domain/dates.ts";
import { toPesos } from "../../../../domain/money.ts";
import { balance } from "../../../../domain/payment.ts";
import { orderStatusLabel } from "../../../../domain/order-status.ts";
import { shopsWhere } from "../../../../domain/staff-permissions.ts";
import { csvResponse } from "../../../../server/csv/csv-response.ts";
import { eachOrderForStaff } from "../../../../server/orders/list-for-staff.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { paymentLabel } from "../payment-label.ts";
import { readOrdersQuery } from "../read-orders-query.ts";
import type { Route } from "./+types/route";

const HEADERS = ["Pedido", "Fecha", "Cliente", "Tienda", "Estado", "Preventa", "Total", "Piezas", "Paquetería", "Guía"];
const MONEY_HEADERS = ["Forma de pago", "Pagado", "Pago", "Devuelto", "Falta", "Sobra", "Meses"];

/** All orders of the list with the same query, as CSV. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "orders.view", "any");
  const app = context.get(appContext);
  const shops = await app.shops.all();
  const filters = readOrdersQuery(request.url, grants, shops);
  const moneyShops = shopsWhere(grants, "payments.view");
  const seesMoney = moneyShops === "all" || moneyShops.length > 0;
  const shopNames = new Map(shops.map(({ id, name }) => [id, name]));

  async function* rows() {
    for await (const order of eachOrderForStaff(app.db, filters)) {
      const row = [
        order.reference,
        formatDate(order.createdAt),
        order.customer,
        shopNames.get(order.shopId),
        orderStatusLabel(order.status, order.isDifference),
        order.isPresale,
        toPesos(order.totalCents),
        order.pieces,
        order.carrier,
        order.trackingNumber,
      ];
      if (!seesMoney) yield row;
      else if (moneyShops === "all" || moneyShops.includes(order.shopId)) {
        const method = order.method === "MP" ? "En línea" : "Transferencia";
        const { missingCents, surplusCents } = balance({ ...order, dueCents: order.totalCents });
        const balances = [order.refundedCents, missingCents, surplusCents].map(toPesos);
        yield [...row, method, toPesos(order.paidCents), paymentLabel(order).label, ...balances, order.installments];
      } else yield [...row, ...MONEY_HEADERS.map(() => null)];
    }
  }
  return csvResponse("pedidos", seesMoney ? [...HEADERS, ...MONEY_HEADERS] : HEADERS, rows());
}
