import { Link, useLocation } from "react-router";
import { csdWarning } from "../../../domain/csd-expiry.ts";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { formatPeriod, formatStoredPeriod } from "../../../domain/format-period.ts";
import { formatMoney } from "../../../domain/money.ts";
import { isAllowed, shopsWithPermission } from "../../../domain/staff-permissions.ts";
import { listKeysToReview } from "../../../server/invoicing/accept-sat-key.ts";
import { listPendingComplements } from "../../../server/invoicing/payment-complements.ts";
import { listUnfinishedOwnInvoiceRequests } from "../../../server/invoicing/list-unfinished-own-invoice-requests.ts";
import { listDueGlobals } from "../../../server/invoicing/send-globals-or-reminders.ts";
import { listEndingCsds } from "../../../server/invoicing/issuers.ts";
import { searchInvoices } from "../../../server/invoicing/search-invoices.ts";
import { listSavedViews } from "../../../server/staff/saved-views.ts";
import { appContext } from "../../context.ts";
import { ButtonLink, buttonClasses } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { requireStaff } from "../guard.ts";
import { refusalReasonOf } from "./invoice/refusal-reason.ts";
import { KIND_LABEL, STATE_BADGE } from "./invoice/labels.ts";
import { Badge } from "../kit/badge.tsx";
import { Filters } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Pager } from "../kit/pager.tsx";
import { SavedViews } from "../kit/saved-views.tsx";
import { Table, type Column } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import { readInvoiceSearch } from "./read-search.server.ts";
import { InvoicingLinks } from "./invoicing-links.tsx";
import type { Route } from "./+types/route";

const PAGE_SIZE = 50;

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "invoices.manage");
  const app = context.get(appContext);
  const invoices = await searchInvoices(app.db, readInvoiceSearch(request.url, staff.grants), PAGE_SIZE + 1);
  const allowedShopIds = shopsWithPermission(staff.grants, "invoices.manage");
  const shops = (await app.shops.all()).filter(({ id }) => allowedShopIds === "all" || allowedShopIds.includes(id));
  const shopNames = new Map(shops.map(({ id, name }) => [id, name]));
  const now = new Date();
  const endingCsds = (await listEndingCsds(app.genericPlanDb, now)).filter(({ shopId }) => shopNames.has(shopId));
  const complements = await listPendingComplements(app, allowedShopIds);
  const ownInvoiceRequests = await listUnfinishedOwnInvoiceRequests(app.db, allowedShopIds);
  const dueGlobals = (await listDueGlobals(app, now)).filter(({ shopId }) => shopNames.has(shopId));
  const mayEditSatKeys = isAllowed(staff.grants, "invoices.manage", "all");
  return {
    rows: invoices.slice(0, PAGE_SIZE).map(({ shopId, refusalCode, ...row }) => ({
      ...row,
      shopName: shops.length > 1 ? (shopNames.get(shopId) ?? null) : null,
      reason: row.state === "refused" ? refusalReasonOf(refusalCode ?? "").sentence : row.cancelProblem,
    })),
    next: invoices.length > PAGE_SIZE ? invoices[PAGE_SIZE - 1]!.id : null,
    shops: shops.map(({ id, name }) => ({ id, name })),
    views: await listSavedViews(app, staff.memberId, officePaths.invoices),
    csdWarnings: endingCsds.map(({ shopId, endsAt }) => ({
      shopId,
      shopName: shops.length > 1 ? shopNames.get(shopId)! : null,
      isExpired: endsAt <= now,
      sentence: csdWarning(endsAt, now)!,
    })),
    complements: { waitingCount: complements.length, lateCount: complements.filter(({ isLate }) => isLate).length },
    ownInvoiceRequests: {
      unfinishedCount: ownInvoiceRequests.length,
      withProblemCount: ownInvoiceRequests.filter(({ problem }) => problem !== null).length,
    },
    dueGlobals: dueGlobals.map(({ shopId, period, lastDay, isLate, orderCount, totalCents }) => ({
      shopId,
      periodLength: period.periodLength,
      firstDay: period.from,
      periodText: formatPeriod(period),
      isLate,
      lastDay,
      orderCount,
      totalCents,
      shopName: shops.length > 1 ? shopNames.get(shopId)! : null,
    })),
    mayEditSatKeys,
    hasKeysToReview: mayEditSatKeys && (await listKeysToReview(app.genericPlanDb, 1)).length > 0,
  };
}

export function meta() {
  return [{ title: "Facturación · Panel" }];
}

const BUILT_IN_VIEWS = [
  { name: "Todas", query: "" },
  { name: "Por corregir", query: "estado=toCorrect" },
  { name: "Timbrándose", query: "estado=stamping" },
  { name: "En cancelación", query: "estado=cancelling" },
  { name: "Canceladas", query: "estado=cancelled" },
  { name: "Notas de crédito", query: "tipo=creditNote" },
  { name: "Globales", query: "tipo=global" },
  { name: "Complementos de pago", query: "tipo=payment" },
];

type Row = Awaited<ReturnType<typeof loader>>["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    head: "Factura",
    isTitle: true,
    cell: ({ id, kind, folio }) => (
      <Link to={officePaths.invoice(id)} className="font-semibold underline underline-offset-4">
        {KIND_LABEL[kind]} {folio}
      </Link>
    ),
  },
  {
    head: "De",
    cell: ({ orderId, reference, period, shopName }) => (
      <>
        {orderId ? (
          <Link to={officePaths.order(orderId)}>{`#${reference}`}</Link>
        ) : (
          period && formatStoredPeriod(period)
        )}
        {shopName && <span className="text-soft"> · {shopName}</span>}
      </>
    ),
  },
  {
    head: "Receptor",
    cell: ({ rfc, name }) => (
      <span className="wrap-anywhere">
        <span className="whitespace-nowrap">{rfc}</span> <span className="block text-soft max-md:inline">{name}</span>
      </span>
    ),
  },
  {
    head: "Estado",
    cell: ({ state, reason }) => (
      <>
        <Badge tone={STATE_BADGE[state][1]}>{STATE_BADGE[state][0]}</Badge>
        {reason && <span className="mt-1 block max-w-80 text-soft">{reason}</span>}
      </>
    ),
  },
  { head: "Total", isNumeric: true, cell: ({ totalCents }) => formatMoney(totalCents) },
  { head: "Hecha", cell: ({ createdAt }) => <span className="lg:whitespace-nowrap">{formatDateTime(createdAt)}</span> },
];

export default function Invoices({ loaderData }: Route.ComponentProps) {
  const { rows, next, shops, views, csdWarnings, complements, ownInvoiceRequests, dueGlobals } = loaderData;
  const { mayEditSatKeys, hasKeysToReview } = loaderData;
  const { search } = useLocation();
  const searchParams = new URLSearchParams(search);
  return (
    <>
      <PageHead title="Facturación">
        <ButtonLink to={officePaths.newInvoice()}>Facturar un pedido</ButtonLink>
        <ButtonLink to={officePaths.globalInvoice} variant="secondary">
          Factura global
        </ButtonLink>
      </PageHead>
      <InvoicingLinks
        complementCount={complements.waitingCount}
        ownInvoiceCount={ownInvoiceRequests.unfinishedCount}
        mayEditSatKeys={mayEditSatKeys}
      />
      {csdWarnings.map(({ shopId, shopName, isExpired, sentence }) => (
        <Notice
          key={shopId}
          tone={isExpired ? "error" : "warning"}
          title={shopName ? `${shopName}: ${sentence}` : sentence}
        >
          <Link to={`${officePaths.issuer}?tienda=${shopId}`} className="font-semibold underline underline-offset-4">
            Subir otro sello
          </Link>
        </Notice>
      ))}
      {complements.lateCount > 0 && (
        <Notice tone="error" title="Hay complementos de pago fuera de plazo">
          <Link to={officePaths.complements} className="font-semibold underline underline-offset-4">
            Ver cuáles
          </Link>
        </Notice>
      )}
      {ownInvoiceRequests.withProblemCount > 0 && (
        <Notice
          tone="error"
          title={
            ownInvoiceRequests.withProblemCount === 1
              ? "Una factura que pidió un comprador no se pudo hacer"
              : `${ownInvoiceRequests.withProblemCount} facturas que pidieron compradores no se pudieron hacer`
          }
        >
          <Link to={officePaths.ownInvoiceRequests} className="font-semibold underline underline-offset-4">
            Ver qué pasó
          </Link>
        </Notice>
      )}
      {dueGlobals.map(
        ({ shopId, periodLength, firstDay, periodText, isLate, lastDay, orderCount, totalCents, shopName }) => (
          <Notice
            key={shopId}
            tone={isLate ? "error" : "warning"}
            title={`${shopName ? `${shopName}: la` : "La"} factura global del ${periodText} ${isLate ? "debió mandarse" : "se manda"} a más tardar el ${formatDay(lastDay)}`}
          >
            <Link
              to={officePaths.globalInvoiceOf({ shopId, periodLength, day: firstDay })}
              className="font-semibold underline underline-offset-4"
            >
              Revisar y mandar: {orderCount === 1 ? "1 pedido" : `${orderCount} pedidos`} por {formatMoney(totalCents)}
            </Link>
          </Notice>
        ),
      )}
      {hasKeysToReview && (
        <Notice tone="warning" title="Hay productos con claves que el SAT puede rechazar">
          <Link to={officePaths.satKeys} className="font-semibold underline underline-offset-4">
            Revisar las claves
          </Link>
        </Notice>
      )}
      <SavedViews builtInViews={BUILT_IN_VIEWS} savedViews={views} />
      <Filters label="Buscar" hint="Folio, folio fiscal, RFC, nombre o número de pedido">
        <SelectField name="estado" label="Estado" defaultValue={searchParams.get("estado") ?? ""}>
          <option value="">Todos</option>
          <option value="valid">Vigentes</option>
          <option value="toCorrect">Por corregir</option>
          <option value="refused">Rechazadas</option>
          <option value="stamping">Timbrándose</option>
          <option value="cancelling">En cancelación</option>
          <option value="cancelled">Canceladas</option>
        </SelectField>
        <SelectField name="tipo" label="Tipo" defaultValue={searchParams.get("tipo") ?? ""}>
          <option value="">Todos</option>
          <option value="invoice">Facturas</option>
          <option value="creditNote">Notas de crédito</option>
          <option value="global">Globales</option>
          <option value="payment">Complementos de pago</option>
          <option value="deposit">Anticipos</option>
          <option value="depositApplied">Aplicaciones de anticipo</option>
        </SelectField>
        {shops.length > 1 && (
          <SelectField name="tienda" label="Tienda" defaultValue={searchParams.get("tienda") ?? ""}>
            <option value="">Todas</option>
            {shops.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <TextField name="del" type="date" label="Del" required={false} defaultValue={searchParams.get("del") ?? ""} />
        <TextField name="al" type="date" label="Al" required={false} defaultValue={searchParams.get("al") ?? ""} />
      </Filters>
      {rows.length === 0 ? (
        <EmptyState title={search ? "Ninguna factura es así" : "Todavía no hay facturas"}>
          <p className="text-soft">
            {search
              ? "Quita un filtro, o busca por el número del pedido."
              : "Aquí quedan las que piden tus clientes en «Facturación» de la tienda y las que haces tú."}
          </p>
        </EmptyState>
      ) : (
        <>
          <Table caption="Facturas" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
          <Pager next={next} />
          <a href={officePaths.invoicesExport(search)} download className={buttonClasses("secondary")}>
            Exportar CSV
          </a>
        </>
      )}
    </>
  );
}
