import { INVOICE_KINDS } from "../../../domain/invoice-enums.ts";
import { shopsWithPermission, type Grant } from "../../../domain/staff-permissions.ts";
import { isId } from "../../../server/db/new-id.ts";
import { INVOICE_FILTERS, type InvoiceSearch } from "../../../server/invoicing/search-invoices.ts";
import { readQuery } from "../read-query.ts";

const DAY_MS = 86_400_000;

/** Reads the filters in the list's URL, limited to the shops whose invoices the member manages. */
export function readInvoiceSearch(url: string, grants: readonly Grant[]): InvoiceSearch {
  const query = readQuery(url);
  const allowedShopIds = shopsWithPermission(grants, "invoices.manage");
  const requestedShopId = query.text("tienda");
  const isRequestedShopAllowed =
    isId(requestedShopId) && (allowedShopIds === "all" || allowedShopIds.includes(requestedShopId));
  const after = query.text("desde");
  const lastDay = query.day("al");
  return {
    shops: isRequestedShopAllowed ? [requestedShopId] : allowedShopIds,
    term: query.text("q"),
    filter: query.oneOf("estado", INVOICE_FILTERS),
    kind: query.oneOf("tipo", INVOICE_KINDS),
    from: query.day("del"),
    until: lastDay && new Date(lastDay.getTime() + DAY_MS),
    afterId: isId(after) ? after : undefined,
  };
}
