import { ORDER_STATUSES, type OrderStatus } from "../../../domain/order-status.ts";
import { ORDER_FLAGS, type OrderFlag } from "../../../domain/payment.ts";
import type { PaymentMethod } from "../../../domain/payment-window.ts";
import { shopsWhere, type Grant } from "../../../domain/staff-permissions.ts";
import { readQuery } from "../read-query.ts";

const DAY_MS = 24 * 3_600_000;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What an address asks the list of orders for, cut by where she may see them: `q`, `estado` (several), `tienda` (a key),
 * `pago`, `aviso` (a flag, or "todos"), `comprobante=1`, `paqueteria` (an id), `del`, `al` (days), `preventa` ("1", "0"), `orden=antiguos`.
 * Who asks about money sees the shops where she may know about it; who may nowhere, is not asking.
 */
export function readOrdersQuery(
  url: string,
  grants: readonly Grant[],
  shops: readonly { id: string; key: string }[],
): {
  shops: "all" | readonly string[];
  search: string;
  statuses: OrderStatus[];
  shopId: string | null;
  method: PaymentMethod | null;
  flag: OrderFlag | "any" | null;
  isReceiptWaiting: boolean;
  carrierId: string | null;
  from: Date | null;
  before: Date | null;
  isPresale: boolean | null;
  isOldestFirst: boolean;
} {
  const query = readQuery(url);
  const money = shopsWhere(grants, "payments.view");
  const mayKnow = money === "all" || money.length > 0;
  const flag = query.oneOf("aviso", [...ORDER_FLAGS, "todos"] as const);
  const isReceiptWaiting = query.oneOf("comprobante", ["1"]) === "1";
  const asksMoney = mayKnow && (flag !== undefined || isReceiptWaiting);
  const shop = shops.find(({ key }) => key === query.text("tienda"));
  const carrierId = query.text("paqueteria");
  const until = query.day("al");
  const presale = query.oneOf("preventa", ["0", "1"]);
  return {
    shops: asksMoney ? money : shopsWhere(grants, "orders.view"),
    search: query.text("q"),
    statuses: query.someOf("estado", ORDER_STATUSES),
    shopId: shop?.id ?? null,
    method: query.oneOf("pago", ["MP", "TB"] as const) ?? null,
    flag: asksMoney && flag ? (flag === "todos" ? "any" : flag) : null,
    isReceiptWaiting: asksMoney && isReceiptWaiting,
    carrierId: ID.test(carrierId) ? carrierId : null,
    from: query.day("del") ?? null,
    before: until ? new Date(until.getTime() + DAY_MS) : null,
    isPresale: presale === undefined ? null : presale === "1",
    isOldestFirst: query.oneOf("orden", ["antiguos"]) !== undefined,
  };
}
