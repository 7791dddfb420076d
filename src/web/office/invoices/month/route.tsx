import { Link } from "react-router";
import { isDay } from "../../../../domain/mexico-time.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { formatLocalTime } from "../../../../server/cfdi/local-time.ts";
import { countMonthDocuments } from "../../../../server/invoicing/export-month.ts";
import { findIssuer } from "../../../../server/invoicing/issuers.ts";
import { reportMonth } from "../../../../server/invoicing/month-report.ts";
import { appContext } from "../../../context.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState, Notice } from "../../../ui/notice.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { requireInvoicingShops } from "../require-invoicing-shops.server.ts";
import { ShopChoice } from "../shop-choice.tsx";
import { MonthDownload } from "./month-download.tsx";
import type { Route } from "./+types/route";

const MAX_SHOWN_ORDERS = 200;
const MONTH_FORMAT = new Intl.DateTimeFormat("es-MX", { timeZone: "UTC", month: "long", year: "numeric" });
const formatMonth = (month: string) => MONTH_FORMAT.format(new Date(`${month}-01T00:00:00Z`));

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const { shops, shop } = await requireInvoicingShops(context, request, query.text("tienda"));
  const issuer = await findIssuer(app.genericPlanDb, shop.id);
  const timeZone = issuer?.timeZone ?? "America/Mexico_City";
  const thisMonth = formatLocalTime(new Date(), timeZone).slice(0, 7);
  const requestedMonth = query.text("mes");
  const isValidMonth = isDay(`${requestedMonth}-01`) && requestedMonth >= "2000-01" && requestedMonth <= thisMonth;
  const month = isValidMonth ? requestedMonth : thisMonth;
  const report = await reportMonth(app.db, { shopId: shop.id, timeZone }, month);
  return {
    shops: shops.map(({ id, name }) => ({ id, name })),
    shopId: shop.id,
    month,
    isOver: month < thisMonth,
    previousMonth: addMonths(month, -1),
    nextMonth: month < thisMonth ? addMonths(month, 1) : null,
    documentCount: await countMonthDocuments(app.db, { shopId: shop.id, timeZone, month }),
    report: { ...report, ordersToCheck: report.ordersToCheck.slice(0, MAX_SHOWN_ORDERS) },
    hiddenCount: Math.max(0, report.ordersToCheck.length - MAX_SHOWN_ORDERS),
  };
}

function addMonths(month: string, count: number): string {
  const [year, monthNumber] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, monthNumber - 1 + count, 1)).toISOString().slice(0, 7);
}

export function meta() {
  return [{ title: "Mes · Facturación · Panel" }];
}

type MonthOrder = Route.ComponentProps["loaderData"]["report"]["ordersToCheck"][number];

const COLUMNS: Column<MonthOrder>[] = [
  {
    head: "Pedido",
    isTitle: true,
    cell: ({ id, reference }) => (
      <Link to={officePaths.order(id)} className="font-semibold underline underline-offset-4">
        #{reference}
      </Link>
    ),
  },
  {
    head: "Qué pasa",
    cell: ({ isDeclared, hasOpenOwnInvoiceRequest, keptCents, declaredCents }) =>
      hasOpenOwnInvoiceRequest ? (
        <Link to={officePaths.ownInvoiceRequests}>
          <Badge>Su factura va en camino</Badge>
        </Link>
      ) : isDeclared ? (
        <Badge tone="error">{declaredCents > keptCents ? "Falta una nota de crédito" : "Se declaró de menos"}</Badge>
      ) : (
        <Badge tone="warning">Sin declarar</Badge>
      ),
  },
  { head: "Conservado", isNumeric: true, cell: ({ keptCents }) => formatMoney(keptCents) },
  { head: "Declarado", isNumeric: true, cell: ({ declaredCents }) => formatMoney(declaredCents) },
];

export default function MonthPage({ loaderData }: Route.ComponentProps) {
  const { shops, shopId, month, isOver, previousMonth, nextMonth, report, hiddenCount, documentCount } = loaderData;
  const pathOf = (otherMonth: string) => officePaths.invoiceMonth({ shopId, month: otherMonth });
  return (
    <>
      <PageHead
        title={`Mes: ${formatMonth(month)}`}
        back={{ to: officePaths.invoices, label: "Facturación" }}
        lead="Lo que se vendió, por el día de su primer pago, y lo que dicen de eso las facturas vigentes."
      />
      <ShopChoice shops={shops} shopId={shopId} />
      <nav aria-label="Meses" className="flex flex-wrap gap-3">
        <ButtonLink to={pathOf(previousMonth)} variant="secondary">
          ← {formatMonth(previousMonth)}
        </ButtonLink>
        {nextMonth && (
          <ButtonLink to={pathOf(nextMonth)} variant="secondary">
            {formatMonth(nextMonth)} →
          </ButtonLink>
        )}
      </nav>
      <MonthDownload key={shopId + month} href={officePaths.monthExport({ shopId, month })} count={documentCount} />
      {report.salesCount === 0 ? (
        <EmptyState title={`No hubo ventas cobradas en ${formatMonth(month)}`}>
          <p className="text-soft">Una venta cuenta en el mes de su primer pago.</p>
        </EmptyState>
      ) : (
        <>
          <DifferenceNotice report={report} />
          <Section title={report.salesCount === 1 ? "1 venta" : `${report.salesCount} ventas`}>
            <Figures report={report} />
          </Section>
          {report.undeclaredCents > 0 && isOver && (
            <ButtonLink to={officePaths.globalInvoiceOf({ shopId, day: `${month}-01` })}>
              Preparar la global de {formatMonth(month)}
            </ButtonLink>
          )}
          {report.ordersToCheck.length > 0 && (
            <Section title="Pedidos por revisar">
              <Table
                caption="Pedidos por revisar"
                columns={COLUMNS}
                rows={report.ordersToCheck}
                keyOf={({ id }) => id}
              />
              {hiddenCount > 0 && <p className="text-sm text-soft">Y {hiddenCount} más.</p>}
            </Section>
          )}
        </>
      )}
    </>
  );
}

type Report = Route.ComponentProps["loaderData"]["report"];

/**
 * Says whether the documents declare what the shop keeps of the month's sales. The sum is no proof: too much declared
 * of one order and too little of another may add up to zero. The list begins with the orders that have a difference,
 * and among these with those that have no open own-invoice request.
 */
function DifferenceNotice({ report: { differenceCents, undeclaredCents, ordersToCheck } }: { report: Report }) {
  const [firstOrder] = ordersToCheck;
  const hasDifference = firstOrder?.isDeclared ?? false;
  if (hasDifference && firstOrder?.hasOpenOwnInvoiceRequest) {
    return (
      <Notice title={`Diferencia: ${formatMoney(differenceCents)}`}>
        Es de pedidos que salen de una global porque su factura va en camino: se corrige sola.
      </Notice>
    );
  }
  return !hasDifference ? (
    <Notice tone={undeclaredCents === 0 ? "success" : "info"} icon="check" title={`Diferencia: ${formatMoney(0)}`}>
      {undeclaredCents === 0
        ? "Lo declarado coincide con lo que la tienda conserva."
        : `Las facturas coinciden con sus ventas. Falta declarar ${formatMoney(undeclaredCents)}: con la global o con facturas.`}
    </Notice>
  ) : (
    <Notice tone="error" title={`Diferencia: ${formatMoney(differenceCents)}`}>
      {differenceCents < 0
        ? "Hay devoluciones que ninguna nota de crédito dice todavía."
        : "Hay facturas que no dicen lo que la tienda conserva. Son los primeros pedidos de la lista."}
    </Notice>
  );
}

function Figures({ report }: { report: Report }) {
  const figures: [name: string, cents: number][] = [
    ["Cobrado", report.paidCents],
    ["Devuelto", report.refundedCents],
    ["Vendido (conservado)", report.keptCents],
    ["En facturas", report.invoicedCents],
    ["En globales", report.globalCents],
    ["Acreditado en notas", report.creditedCents],
    ["Sin declarar todavía", report.undeclaredCents],
  ];
  return (
    <Facts
      facts={Object.fromEntries(
        figures.map(([name, cents]) => [
          name,
          <span key={name} className="inline-block min-w-24 text-right tabular">
            {formatMoney(cents)}
          </span>,
        ]),
      )}
    />
  );
}
