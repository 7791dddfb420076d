import { shopsWhere, type Grant } from "../../../domain/staff-permissions.ts";
import { isId } from "../../../server/db/new-id.ts";
import { INVOICE_STANDINGS, type InvoiceSearch } from "../../../server/invoicing/find-invoices.ts";
import { readQuery } from "../read-query.ts";

const DAY_MS = 86_400_000;

/** What the list's address asks for, within the shops whose invoices she keeps. */
export function readInvoiceSearch(url: string, grants: readonly Grant[]): InvoiceSearch {
  const query = readQuery(url);
  const hers = shopsWhere(grants, "invoices.manage");
  const asked = query.text("tienda");
  const isAllowedShop = isId(asked) && (hers === "all" || hers.includes(asked));
  const after = query.text("desde");
  const last = query.day("al");
  return {
    shops: isAllowedShop ? [asked] : hers,
    words: query.text("q"),
    standing: query.oneOf("estado", INVOICE_STANDINGS),
    kind: query.oneOf("tipo", ["invoice", "creditNote", "global"]),
    from: query.day("del"),
    until: last && new Date(last.getTime() + DAY_MS),
    after: isId(after) ? after : undefined,
  };
}
