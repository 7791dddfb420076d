import { data, Link, redirect } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatDay } from "../../../../domain/format-day.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { isAllowed, shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import {
  issueComplement,
  listPendingComplements,
  listPpdInvoicesOfCancelledOrders,
} from "../../../../server/invoicing/payment-complements.ts";
import { appContext } from "../../../context.ts";
import { EmptyState, Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { failureOf } from "../invoice/refusal-reason.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "invoices.manage");
  const app = context.get(appContext);
  const shopIds = shopsWithPermission(grants, "invoices.manage");
  const [rows, invoicesOfCancelledOrders] = await Promise.all([
    listPendingComplements(app, shopIds),
    listPpdInvoicesOfCancelledOrders(app.genericPlanDb, shopIds),
  ]);
  return { rows, invoicesOfCancelledOrders, isDone: readQuery(request.url).text("hecho") !== "" };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "invoices.manage");
  const app = context.get(appContext);
  const paymentId = (await readForm(request)).text("payment");
  const complement = (await listPendingComplements(app, shopsWithPermission(staff.grants, "invoices.manage"))).find(
    (row) => row.paymentId === paymentId,
  );
  if (!complement || !isAllowed(staff.grants, "invoices.manage", { shopId: complement.shopId }))
    throw data(null, { status: 404 });
  const outcome = await issueComplement(app, paymentId, actorOf(context, staff));
  if (isRefusal(outcome)) return { paymentId, ...failureOf(outcome) };
  return redirect(`${officePaths.complements}?hecho=1`);
}

export function meta() {
  return [{ title: "Complementos por emitir · Panel" }];
}

const LINK = "font-semibold underline underline-offset-4";

type Row = Awaited<ReturnType<typeof loader>>["rows"][number];

/** Why the job does not issue a complement now, as staff read it. */
const WAITS_FOR_TEXT: Record<NonNullable<Row["waitsFor"]>, string> = {
  invoice: "Primero debe quedar timbrado lo anterior: su factura o el complemento del pago de antes.",
  staff: "El de antes se rechazó o se canceló. Mira por qué y hazlo otra vez.",
  provider: "Espera al PAC con el que empezó, y sus datos ya no están en el servidor (PAC_PREVIOUS_…).",
};

export default function PendingComplements({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, invoicesOfCancelledOrders, isDone } = loaderData;
  const lateCount = rows.filter(({ isLate }) => isLate).length;
  return (
    <>
      <PageHead title="Complementos por emitir" back={{ to: officePaths.invoices, label: "Facturación" }} />
      {isDone && !actionData && <Notice tone="success" icon="check" alert title="El complemento quedó hecho." />}
      {lateCount > 0 && (
        <Notice
          tone="error"
          title={lateCount === 1 ? "Uno ya pasó su último día" : `${lateCount} ya pasaron su último día`}
        >
          {lateCount === 1 ? "Hazlo" : "Hazlos"} cuanto antes y avísale a tu contador.
        </Notice>
      )}
      {invoicesOfCancelledOrders.length > 0 && (
        <Section title="Facturas de pedidos que se cancelaron">
          <p className="text-sm text-soft">
            Se hicieron para pagarse después, y el pedido ya no sigue. Cancélalas con motivo 03. Si tienen pagos,
            cancela antes sus complementos, del último al primero.
          </p>
          <ul className="divide-y divide-line text-sm">
            {invoicesOfCancelledOrders.map(({ id, folio, reference, totalCents }) => (
              <li key={id} className="flex flex-wrap gap-x-3 py-2">
                <Link to={officePaths.invoice(id)} className={LINK}>
                  Factura {folio}
                </Link>
                <span className="text-soft">
                  pedido #{reference} · {formatMoney(totalCents)}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {rows.length === 0 ? (
        <EmptyState title="Ninguno pendiente">
          <p className="text-soft">
            Cada pago de una factura que se paga después (PPD) lleva su complemento a más tardar el día 5 del mes
            siguiente. La tienda los hace sola: aquí aparecen los que esperan algo.
          </p>
        </EmptyState>
      ) : (
        <Section title="Pagos que esperan su complemento">
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <PendingRow
                key={row.paymentId}
                row={row}
                failure={actionData?.paymentId === row.paymentId ? actionData.failure : undefined}
              />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function PendingRow({ row, failure }: { row: Row; failure?: string }) {
  return (
    <li className="space-y-2 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="tabular">{formatMoney(row.cents)}</b>
        <span>
          del <Link to={officePaths.order(row.orderId)} className={LINK}>{`pedido #${row.reference}`}</Link>, factura{" "}
          <Link to={officePaths.invoice(row.invoiceId)} className={LINK}>
            {row.folio}
          </Link>
        </span>
        <Badge tone={row.isLate ? "error" : "plain"}>A más tardar el {formatDay(row.lastDay)}</Badge>
      </p>
      <p className="text-sm text-soft">
        Llegó el {formatDateTime(row.paidAt)} ·{" "}
        {row.waitsFor ? WAITS_FOR_TEXT[row.waitsFor] : "Se hace solo en un momento."}{" "}
        {row.lastComplementId && (
          <Link to={officePaths.invoice(row.lastComplementId)} className={LINK}>
            Ver el último intento
          </Link>
        )}
      </p>
      {(row.waitsFor === "staff" || failure) && (
        <PostForm failure={failure} submitLabel="Hacer el complemento" variant="secondary">
          <input type="hidden" name="payment" value={row.paymentId} />
        </PostForm>
      )}
    </li>
  );
}
