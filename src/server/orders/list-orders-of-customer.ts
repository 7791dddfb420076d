import { ORDER_STATUSES, orderStatusLabel, type OrderStatus } from "../../domain/order-status.ts";
import { toSearchWords } from "../catalog/search-words.ts";
import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { listOrderRows, type OrderRow } from "./queries.ts";

export interface ListOrdersInput {
  page: number;
  pageSize: number;
  /** The words to find in the order's number, status label and line names. '' matches all orders. */
  term: string;
  kind: "all" | "presale" | OrderStatus;
}

/** A page of a customer's orders in this shop, newest first, and the number of all matching orders. */
export function listOrdersOfCustomer(
  app: App,
  shop: Shop,
  customerId: string,
  { page, pageSize, term, kind }: ListOrdersInput,
): Promise<{ orders: OrderRow[]; total: number }> {
  return listOrderRows(app.db, {
    shopId: shop.id,
    customerId,
    status: kind === "all" || kind === "presale" ? null : kind,
    isPresale: kind === "presale" ? true : null,
    words: toSearchWords(term),
    labels: { ofOrders: getStatusLabels(false), ofDifferences: getStatusLabels(true) },
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
}

const getStatusLabels = (chargesDifference: boolean): Record<string, string> =>
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, orderStatusLabel(status, chargesDifference)]));
