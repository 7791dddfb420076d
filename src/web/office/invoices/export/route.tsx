import { formatDateTime } from "../../../../domain/dates.ts";
import { PAYMENT_FORMS } from "../../../../domain/payment-forms.ts";
import type { App } from "../../../../server/app.ts";
import { csvResponse } from "../../../../server/csv/csv-response.ts";
import { searchInvoices, type InvoiceRow, type InvoiceSearch } from "../../../../server/invoicing/search-invoices.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { KIND_LABEL, STATE_BADGE } from "../invoice/labels.ts";
import { readInvoiceSearch } from "../read-search.server.ts";
import type { Route } from "./+types/route";

const HEADERS = [
  "Tipo",
  "Folio",
  "Folio fiscal",
  "Estado",
  "Pedido",
  "Periodo",
  "Tienda",
  "RFC",
  "Nombre",
  "Total",
  "Forma de pago",
  "Rechazo",
  "Hecha",
];
const BATCH_SIZE = 1_000;

/** All invoices that match the filters in the list's URL, as a CSV file. The page in that URL is ignored. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "invoices.manage");
  const app = context.get(appContext);
  const shopNames = new Map((await app.shops.all()).map(({ id, name }) => [id, name]));
  return csvResponse(
    "facturas",
    HEADERS,
    loadRows(app, { ...readInvoiceSearch(request.url, grants), afterId: undefined }, shopNames),
  );
}

async function* loadRows(app: App, search: InvoiceSearch, shopNames: Map<string, string>) {
  let afterId: string | undefined;
  do {
    const rows: InvoiceRow[] = await searchInvoices(app.db, { ...search, afterId }, BATCH_SIZE);
    for (const row of rows) {
      yield [
        KIND_LABEL[row.kind],
        row.folio,
        row.uuid,
        STATE_BADGE[row.state][0],
        row.reference,
        row.period,
        shopNames.get(row.shopId),
        row.rfc,
        row.name,
        row.totalCents / 100,
        `${row.paymentForm} ${PAYMENT_FORMS[row.paymentForm] ?? ""}`,
        row.refusalCode,
        formatDateTime(row.createdAt),
      ];
    }
    afterId = rows.length === BATCH_SIZE ? rows.at(-1)!.id : undefined;
  } while (afterId !== undefined);
}
