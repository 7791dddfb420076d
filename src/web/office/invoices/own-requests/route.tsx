import { data, Link, redirect } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import { closeOwnInvoiceRequest } from "../../../../server/invoicing/close-own-invoice-request.ts";
import { listUnfinishedOwnInvoiceRequests } from "../../../../server/invoicing/list-unfinished-own-invoice-requests.ts";
import { appContext } from "../../../context.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState, Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "invoices.manage");
  const { db } = context.get(appContext);
  const rows = await listUnfinishedOwnInvoiceRequests(db, shopsWithPermission(grants, "invoices.manage"));
  return { rows, isClosed: readQuery(request.url).text("cerrada") !== "" };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "invoices.manage");
  const app = context.get(appContext);
  const id = (await readForm(request)).text("request");
  const rows = await listUnfinishedOwnInvoiceRequests(app.db, shopsWithPermission(staff.grants, "invoices.manage"));
  const row = rows.find((candidate) => String(candidate.id) === id && candidate.problem !== null);
  const closeOutcome = row && (await closeOwnInvoiceRequest(app, row.id, actorOf(context, staff)));
  if (!closeOutcome || isRefusal(closeOutcome)) throw data(null, { status: 404 });
  return redirect(`${officePaths.ownInvoiceRequests}?cerrada=1`);
}

export function meta() {
  return [{ title: "Facturas pedidas de una global · Panel" }];
}

const LINK = "font-semibold underline underline-offset-4";

type Row = Awaited<ReturnType<typeof loader>>["rows"][number];

/** What an open request waits for. */
const WAITS_FOR_TEXT: Record<NonNullable<Row["waitsFor"]>, string> = {
  csd: "El sello (CSD) de la tienda venció. Sube uno vigente en «Emisor y sello» y sigue sola.",
  note: "Se está timbrando la nota de crédito que saca el pedido de la global. Sigue sola.",
  invoice: "Se está timbrando su factura. Sigue sola.",
  cancellation: "Su factura está hecha. Falta que el SAT cancele la global para hacerla otra vez sin el pedido.",
  nextStep: "Se sigue en un momento.",
};

export default function OwnInvoices({ loaderData: { rows, isClosed } }: Route.ComponentProps) {
  const requestsWithProblem = rows.filter(({ problem }) => problem !== null);
  const requestsUnderWay = rows.filter(({ problem }) => problem === null);
  return (
    <>
      <PageHead title="Facturas pedidas de una global" back={{ to: officePaths.invoices, label: "Facturación" }} />
      {isClosed && <Notice tone="success" icon="check" alert title="Quedó cerrada." />}
      {rows.length === 0 && (
        <EmptyState title="Ninguna pendiente">
          <p className="text-soft">
            Cuando alguien pide la factura de un pedido que ya va en una factura global, la tienda lo saca de la global
            y le hace la suya. Aquí ves las que van en camino y las que te necesitan.
          </p>
        </EmptyState>
      )}
      {requestsWithProblem.length > 0 && (
        <Section title="Te necesitan">
          <ul className="divide-y divide-line">
            {requestsWithProblem.map((row) => (
              <li key={row.id} className="space-y-3 py-4 first:pt-0 last:pb-0">
                <Summary row={row} />
                <p>{row.problem}</p>
                <Remedies row={row} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {requestsUnderWay.length > 0 && (
        <Section title="En camino">
          <ul className="divide-y divide-line">
            {requestsUnderWay.map((row) => (
              <li key={row.id} className="space-y-2 py-4 first:pt-0 last:pb-0">
                <Summary row={row} />
                <p className="text-soft">{row.waitsFor && WAITS_FOR_TEXT[row.waitsFor]}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Summary({ row }: { row: Row }) {
  return (
    <div className="space-y-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          <Link to={officePaths.order(row.orderId)} className={LINK}>{`Pedido #${row.reference}`}</Link> de la{" "}
          <Link to={officePaths.invoice(row.globalId)} className={LINK}>
            global {row.globalFolio}
          </Link>
        </span>
        <Badge tone={row.problem === null ? "warning" : "error"}>
          {row.problem === null ? "En camino" : "No se pudo"}
        </Badge>
      </p>
      <p className="text-sm wrap-anywhere text-soft">
        Para {row.rfc} {row.name} · pedida el {formatDateTime(row.requestedAt)}
      </p>
    </div>
  );
}

/** What staff can do: see the refused document, issue the invoice, or close the request. */
function Remedies({ row }: { row: Row }) {
  return (
    <div className="flex flex-wrap gap-3">
      {row.refusedDocumentId && (
        <ButtonLink to={officePaths.invoice(row.refusedDocumentId)}>Ver lo que rechazó el SAT</ButtonLink>
      )}
      <ButtonLink to={officePaths.newInvoice(row.orderId)} variant={row.refusedDocumentId ? "secondary" : "primary"}>
        Hacer su factura
      </ButtonLink>
      <PostForm submitLabel="Ya lo atendí" variant="secondary">
        <input type="hidden" name="request" value={row.id} />
      </PostForm>
    </div>
  );
}
