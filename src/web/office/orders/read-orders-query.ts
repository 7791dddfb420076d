import { ORDER_STATUSES, type OrderStatus } from "../../../domain/order-status.ts";
import { ORDER_FLAGS, type OrderFlag } from "../../../domain/payment.ts";
import type { PaymentMethod } from "../../../domain/payment-window.ts";
import { shopsWithPermission, type Grant } from "../../../domain/staff-permissions.ts";
import { readQuery } from "../read-query.ts";

const DAY_MS = 24 * 3_600_000;
const ID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Parses the filters of the list of orders and limits them to the shops that the member may see: `q`, `estado`
 * (repeated), `tienda` (a key), `pago`, `aviso` (a flag, or "todos"), `comprobante=1`, `paqueteria` (an id), `del`,
 * `al` (days), `preventa` ("1", "0"), `orden=antiguos`.
 * `aviso` and `comprobante` limit the list to the shops whose payments the member may see. They are ignored if there
 * are none.
 */
export function readOrdersQuery(
  url: string,
  grants: readonly Grant[],
  shops: readonly { id: string; key: string }[],
): {
  shops: "all" | readonly string[];
  term: string;
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
  const moneyShopIds = shopsWithPermission(grants, "payments.view");
  const maySeeMoney = moneyShopIds === "all" || moneyShopIds.length > 0;
  const flag = query.oneOf("aviso", [...ORDER_FLAGS, "todos"] as const);
  const isReceiptWaiting = query.oneOf("comprobante", ["1"]) === "1";
  const filtersByMoney = maySeeMoney && (flag !== undefined || isReceiptWaiting);
  const shop = shops.find(({ key }) => key === query.text("tienda"));
  const carrierId = query.text("paqueteria");
  const lastDay = query.day("al");
  const presale = query.oneOf("preventa", ["0", "1"]);
  return {
    shops: filtersByMoney ? moneyShopIds : shopsWithPermission(grants, "orders.view"),
    term: query.text("q"),
    statuses: query.someOf("estado", ORDER_STATUSES),
    shopId: shop?.id ?? null,
    method: query.oneOf("pago", ["MP", "TB"] as const) ?? null,
    flag: filtersByMoney && flag ? (flag === "todos" ? "any" : flag) : null,
    isReceiptWaiting: filtersByMoney && isReceiptWaiting,
    carrierId: ID_PATTERN.test(carrierId) ? carrierId : null,
    from: query.day("del") ?? null,
    before: lastDay ? new Date(lastDay.getTime() + DAY_MS) : null,
    isPresale: presale === undefined ? null : presale === "1",
    isOldestFirst: query.oneOf("orden", ["antiguos"]) !== undefined,
  };
}
