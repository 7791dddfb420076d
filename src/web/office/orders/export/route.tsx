import { formatDateTime } from "../../../../domain/dates.ts";
import { toPesos } from "../../../../domain/money.ts";
import { balance } from "../../../../domain/payment.ts";
import { orderStatusLabel } from "../../../../domain/order-status.ts";
import { isAllowed } from "../../../../domain/staff-permissions.ts";
import { csvResponse } from "../../../../server/csv/csv-response.ts";
import type { CsvValue } from "../../../../server/csv/write-csv.ts";
import { eachOrderForStaff, type ListedOrder } from "../../../../server/orders/list-for-staff.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { paymentLabel } from "../payment-label.ts";
import { readOrdersQuery } from "../read-orders-query.ts";
import type { Route } from "./+types/route";

interface Column {
  head: string;
  value(order: ListedOrder, shopName: string): CsvValue;
  /** Its cell is empty in orders whose payments the member may not see. */
  isMoney?: boolean;
}

const COLUMNS: readonly Column[] = [
  { head: "Pedido", value: ({ reference }) => reference },
  { head: "Fecha", value: ({ createdAt }) => formatDateTime(createdAt) },
  { head: "Cliente", value: ({ customer }) => customer },
  { head: "Tienda", value: (_, shopName) => shopName },
  { head: "Estado", value: ({ status, chargesDifference }) => orderStatusLabel(status, chargesDifference) },
  { head: "Preventa", value: ({ isPresale }) => isPresale },
  { head: "Total", value: ({ grandTotalCents }) => toPesos(grandTotalCents), isMoney: true },
  { head: "Piezas", value: ({ pieces }) => pieces },
  { head: "Paquetería", value: ({ carrier }) => carrier },
  { head: "Guía", value: ({ trackingNumber }) => trackingNumber },
  { head: "Forma de pago", value: ({ method }) => (method === "MP" ? "En línea" : "Transferencia"), isMoney: true },
  { head: "Pagado", value: ({ paidCents }) => toPesos(paidCents), isMoney: true },
  { head: "Pago", value: (order) => paymentLabel(order).label, isMoney: true },
  { head: "Devuelto", value: ({ refundedCents }) => toPesos(refundedCents), isMoney: true },
  { head: "Falta", value: (order) => toPesos(balance(order).missingCents), isMoney: true },
  { head: "Sobra", value: (order) => toPesos(balance(order).surplusCents), isMoney: true },
  { head: "Meses", value: ({ installments }) => installments, isMoney: true },
];

/** All orders that the list shows for this query, as CSV. A member who sees no payments gets no columns of money. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "orders.view", "any");
  const app = context.get(appContext);
  const shops = await app.shops.all();
  const filters = readOrdersQuery(request.url, grants, shops);
  const shopNames = new Map(shops.map(({ id, name }) => [id, name]));
  const columns = COLUMNS.filter(({ isMoney }) => !isMoney || isAllowed(grants, "payments.view", "any"));

  async function* eachRow() {
    for await (const order of eachOrderForStaff(app.db, filters)) {
      const seesMoney = isAllowed(grants, "payments.view", { shopId: order.shopId });
      const shopName = shopNames.get(order.shopId) ?? "";
      yield columns.map(({ value, isMoney }) => (isMoney && !seesMoney ? null : value(order, shopName)));
    }
  }
  const heads = columns.map(({ head }) => head);
  return csvResponse("pedidos", heads, eachRow());
}
