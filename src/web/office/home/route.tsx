import { Link } from "react-router";
import { formatMoney } from "../../../domain/money.ts";
import { shopsWithPermission } from "../../../domain/staff-permissions.ts";
import type { SalesReport } from "../../../server/orders/sales-report.ts";
import { countPendingWork, type PendingWork } from "../../../server/system/count-pending-work.ts";
import { appContext } from "../../context.ts";
import { cx } from "../../ui/class-names.ts";
import { Notice } from "../../ui/notice.tsx";
import { loadSteps } from "../first-steps/load-steps.server.ts";
import { StepList, type StepsView } from "../first-steps/step-list.tsx";
import { requireStaff } from "../guard.ts";
import { Section } from "../kit/section.tsx";
import { officePaths } from "../paths.ts";
import { listAllowedSections } from "../sections.ts";
import { PercentChange } from "./percent-change.tsx";
import { SalesBreakdown } from "./sales-breakdown.tsx";
import { SalesChart } from "./sales-chart.tsx";
import type { Route } from "./+types/route";

/** The kinds of pending work, each with the list that shows it. */
const PENDING_WORK: Record<keyof PendingWork, { label: string; to: string }> = {
  toShip: { label: "Pedidos pagados por enviar", to: `${officePaths.orders}?estado=PAYMENT_ACCEPTED` },
  incompleteOrders: { label: "Pedidos con una parte por salir", to: officePaths.parcels("packed") },
  lateParcels: { label: "Paquetes que ya debieron llegar", to: officePaths.parcels("late") },
  requestedReturns: { label: "Devoluciones por responder", to: `${officePaths.returns}?estado=ASKED` },
  approvedReturns: { label: "Devoluciones por recibir", to: `${officePaths.returns}?estado=APPROVED` },
  returnsToSettle: { label: "Devoluciones por terminar", to: `${officePaths.returns}?estado=toSettle` },
  uncollectedOrders: { label: "Pedidos que nadie ha recogido en una semana", to: officePaths.pickups("READY") },
  expiredPickups: { label: "Pedidos que no recogieron a tiempo", to: officePaths.pickups("EXPIRED") },
  openTransferReceipts: {
    label: "Comprobantes de transferencia por revisar",
    to: `${officePaths.orders}?comprobante=1`,
  },
  flags: { label: "Avisos de pagos por atender", to: `${officePaths.orders}?aviso=todos` },
  lowSizes: { label: "Tallas con poca existencia", to: `${officePaths.stock}?estado=low` },
  holdAlarms: { label: "Apartan demasiado desde un mismo lugar", to: officePaths.holds },
  reviews: { label: "Reseñas por decidir", to: `${officePaths.reviews}?estado=pending` },
  invoicesToCorrect: { label: "Facturas por corregir", to: `${officePaths.invoices}?estado=toCorrect` },
  failedOwnInvoiceRequests: {
    label: "Facturas pedidas de una global con problema",
    to: officePaths.ownInvoiceRequests,
  },
  failingJobs: { label: "Tareas y correos que fallan", to: officePaths.systemJobs },
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, null);
  const app = context.get(appContext);
  const shopIds = shopsWithPermission(staff.grants, "payments.view");
  const sales = shopIds === "all" || shopIds.length > 0 ? await app.salesReports.getReport(shopIds) : null;
  const { name, hasFactor, grants } = staff;
  const editableShopIds = shopsWithPermission(grants, "settings.edit");
  const shops = (await app.shops.all()).filter(({ id }) => editableShopIds === "all" || editableShopIds.includes(id));
  const firstSteps = (await loadSteps(app, shops)).filter(({ isHidden }) => !isHidden);
  return {
    firstSteps,
    pendingWork: await countPendingWork(app, grants),
    sales,
    name,
    hasFactor,
    // The first section is this page.
    sections: listAllowedSections(grants).slice(1),
  };
}

export function meta() {
  return [{ title: "Inicio · Panel" }];
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { firstSteps, pendingWork, sales, name, hasFactor, sections } = loaderData;
  const [firstShopSteps, ...otherShopsSteps] = firstSteps;
  const pendingKinds = (Object.keys(PENDING_WORK) as (keyof PendingWork)[]).filter(
    (key) => pendingWork[key] !== undefined,
  );
  return (
    <>
      <h1 className="text-2xl font-bold">{`Hola, ${name}`}</h1>
      {!hasFactor && (
        <Notice tone="warning" title="Tu cuenta solo tiene contraseña">
          <Link to={officePaths.accountSecondFactor} className="font-semibold underline underline-offset-4">
            Activa tu segundo factor
          </Link>{" "}
          para que nadie más pueda entrar con ella.
        </Notice>
      )}
      {firstShopSteps && (
        <Section title={`Primeros pasos de ${firstShopSteps.shop.name}`}>
          <StepList {...firstShopSteps} />
          {otherShopsSteps.length > 0 && <OtherShops stepsByShop={otherShopsSteps} />}
        </Section>
      )}
      {pendingKinds.length === 0 ? (
        <nav aria-label="Lo que puedes hacer aquí" className="grid gap-3 sm:grid-cols-2">
          {sections.map(({ to, label }) => (
            <Link key={to} to={to} className="rounded-box border border-line bg-card p-4 font-bold hover:border-ink">
              {label}
            </Link>
          ))}
        </nav>
      ) : (
        <section className="space-y-4">
          <h2 className="text-lg font-bold">Lo que espera por ti</h2>
          <ul className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-4">
            {pendingKinds.map((key) => (
              <li key={key}>
                <Link
                  to={PENDING_WORK[key].to}
                  className="block h-full rounded-box border border-line bg-card p-4 hover:border-ink"
                >
                  <span className={cx("block text-2xl font-bold tabular", pendingWork[key] === 0 && "text-soft")}>
                    {pendingWork[key]}
                  </span>
                  <span className="text-sm text-soft">{PENDING_WORK[key].label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {sales && <SalesOverview report={sales} />}
    </>
  );
}

/** Progress of the first steps of other shops, each with its own page. */
function OtherShops({ stepsByShop }: { stepsByShop: readonly StepsView[] }) {
  return (
    <ul className="space-y-1 text-sm">
      {stepsByShop.map(({ shop, steps }) => (
        <li key={shop.key}>
          <Link
            to={officePaths.firstSteps(shop.key)}
            className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4"
          >
            {shop.name}: {steps.filter(({ isDone }) => isDone).length} de {steps.length} pasos
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SalesOverview({ report }: { report: SalesReport }) {
  const { cents, previousCents, orders, previousOrders, pieces, previousPieces, days, shops, brands, sizes } = report;
  const today = days.at(-1)!;
  const average = (sum: number, count: number) => (count === 0 ? 0 : Math.round(sum / count));
  const figures = [
    { label: "Ventas", figure: formatMoney(cents), now: cents, before: previousCents },
    { label: "Pedidos pagados", figure: orders, now: orders, before: previousOrders },
    { label: "Piezas", figure: pieces, now: pieces, before: previousPieces },
    {
      label: "Por pedido",
      figure: formatMoney(average(cents, orders)),
      now: average(cents, orders),
      before: average(previousCents, previousOrders),
    },
  ];
  if (orders + previousOrders === 0) {
    return (
      <Section title="Ventas de 30 días">
        <p className="text-soft">
          Aquí verás lo que se vende, día por día y por tienda, marca y talla, en cuanto se pague el primer pedido.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Ventas de 30 días">
      <p>
        Hoy: <strong className="tabular">{formatMoney(today.cents)}</strong> en {today.orders}{" "}
        {today.orders === 1 ? "pedido pagado" : "pedidos pagados"}.
      </p>
      <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {figures.map(({ label, figure, now, before }) => (
          <div key={label}>
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="text-lg font-bold tabular">{figure}</dd>
            <dd className="text-sm">
              <PercentChange now={now} before={before} />
            </dd>
          </div>
        ))}
      </dl>
      <SalesChart days={days} />
      <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
        {shops.length > 1 && <SalesBreakdown title="Por tienda" parts={shops} />}
        <SalesBreakdown title="Por marca" parts={brands} unnamedLabel="Sin marca" />
        <SalesBreakdown title="Por talla" parts={sizes} />
      </div>
    </Section>
  );
}
