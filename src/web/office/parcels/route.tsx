import { data, Link, redirect, redirectDocument } from "react-router";
import { deliveryInstant } from "../../../domain/delivery-instant.ts";
import { LABEL_PAPERS } from "../../../domain/carrier-label-paper.ts";
import { PARCEL_STATES } from "../../../domain/parcel.ts";
import { refusalText } from "../../../domain/refusal-text.ts";
import { isAllowed, shopsWithPermission } from "../../../domain/staff-permissions.ts";
import {
  countParcels,
  listIncompleteOrders,
  listParcelsForStaff,
  PARCEL_VIEWS,
} from "../../../server/parcels/list-for-staff.ts";
import { moveParcels } from "../../../server/parcels/move-parcels.ts";
import { appContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { Filters } from "../kit/filters.tsx";
import { Notice } from "../../ui/notice.tsx";
import { BulkResults } from "../kit/bulk-results.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Pager } from "../kit/pager.tsx";
import { Section } from "../kit/section.tsx";
import { officePaths } from "../paths.ts";
import { readQuery } from "../read-query.ts";
import { sentenceOf } from "../sentences.ts";
import { ParcelBulkBar } from "./parcel-bulk-bar.tsx";
import { MAX_LABELS } from "./max-labels.ts";
import { ParcelTable, toParcelRow } from "./parcel-table.tsx";
import { ParcelTabs } from "./parcel-tabs.tsx";
import type { Route } from "./+types/route";

/** Query: `ver` (one of the lists), `q` (searches a tracking number or an order), `desde` (the page). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "orders.view", "any");
  const { db } = context.get(appContext);
  const shops = shopsWithPermission(staff.grants, "orders.view");
  const query = readQuery(request.url);
  const [term, pageText] = [query.text("q"), query.text("desde")];
  const view = query.oneOf("ver", PARCEL_VIEWS) ?? "onTheirWay";
  const page = /^[1-9]\d{0,3}$/.test(pageText) ? Number(pageText) : 1;
  const { parcels, hasMore } = await listParcelsForStaff(db, { shops, view, term, page });
  return {
    view,
    term,
    rows: parcels.map((parcel) => toParcelRow(parcel)),
    next: hasMore ? String(page + 1) : null,
    counts: await countParcels(db, shops),
    incompleteOrders: await listIncompleteOrders(db, shops),
    mayShip: isAllowed(staff.grants, "orders.ship", "any"),
  };
}

/**
 * Moves the selected parcels (`row`, at most 500) to the state `to`, on the day `on` (empty for today). LABELS
 * redirects to the page that buys labels, PRINT to the PDF of the bought ones (paper: `paper`), both for at most
 * `MAX_LABELS`.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "orders.ship", "any");
  const form = await readForm(request);
  const isForLabels = form.text("to") === "LABELS" || form.text("to") === "PRINT";
  if (isForLabels && form.all("row").length > MAX_LABELS) {
    return { failure: `Elige a lo más ${MAX_LABELS} paquetes: se compran y se imprimen juntos.`, results: [] };
  }
  if (form.text("to") === "LABELS" && form.all("row").length > 0) {
    return redirect(officePaths.carrierLabels(form.all("row")));
  }
  if (form.text("to") === "PRINT" && form.all("row").length > 0) {
    const parcelIds = form.all("row");
    const paper = LABEL_PAPERS.find((candidate) => candidate === form.text("paper")) ?? "label";
    // The response is a PDF, which the browser must load instead of the router.
    return redirectDocument(
      `${officePaths.carrierLabelsPdf}?${new URLSearchParams([...parcelIds.map((id) => ["paquete", id]), ["papel", paper]])}`,
    );
  }
  const to = PARCEL_STATES.find((state) => state === form.text("to"));
  if (!to || to === "PACKED" || to === "HANDED_OVER") throw data(null, { status: 400 });
  const now = new Date();
  const at = deliveryInstant(form.text("on", 10), now);
  const refusalCode =
    form.all("row").length === 0 ? "no_parcel_chosen" : at === null ? "day_wrong" : at > now && "delivered_in_future";
  if (refusalCode || at === null) return { failure: sentenceOf({ refused: refusalCode || "day_wrong" }), results: [] };
  const shops = shopsWithPermission(staff.grants, "orders.ship");
  const ids = form.all("row").slice(0, 500);
  const outcomes = await moveParcels(context.get(appContext), { ids, shops, to, at }, actorOf(context, staff));
  return {
    failure: undefined,
    results: outcomes.map(({ reference, number, refused: refusal }) => ({
      name: `#${reference} · paquete ${number}`,
      refusal: refusal && refusalText(refusal, "staff"),
    })),
  };
}

export function meta() {
  return [{ title: "Envíos · Panel" }];
}

export default function Parcels({ loaderData, actionData }: Route.ComponentProps) {
  const { view, term, rows, next, counts, incompleteOrders, mayShip } = loaderData;
  return (
    <>
      <PageHead
        title="Envíos"
        lead="Los paquetes: lo que falta por salir, lo que va en camino y lo que ya debió llegar."
      >
        {mayShip && (
          <ButtonLink to={officePaths.shipList} variant="secondary">
            Enviar con una lista
          </ButtonLink>
        )}
      </PageHead>
      <ParcelTabs view={term === "" ? view : null} counts={counts} />
      <Filters label="Guía o número de pedido" hint="Puedes leer la guía con el escáner." />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {actionData && (
        <BulkResults
          results={actionData.results}
          doneTitleOf={(count) => (count === 1 ? "Un paquete anotado" : `${count} paquetes anotados`)}
        />
      )}
      {term === "" && view === "packed" && incompleteOrders.length > 0 && (
        <Section title="Les falta una parte">
          <ul className="divide-y divide-line text-sm">
            {incompleteOrders.map(({ orderId, reference, customer, pieces }) => (
              <li key={orderId} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="min-w-0 wrap-anywhere">
                  <Link to={officePaths.order(orderId)} className="font-semibold tabular underline underline-offset-4">
                    #{reference}
                  </Link>{" "}
                  · {customer}
                </span>
                <span>{pieces === 1 ? "1 pieza por salir" : `${pieces} piezas por salir`}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {rows.length === 0 ? (
        <EmptyState title={term === "" ? "Aquí no hay paquetes" : `Ningún paquete con «${term}»`}>
          {view === "packed" && (
            <p className="text-soft">
              Los pedidos pagados que aún no se empacan están en{" "}
              <Link
                to={`${officePaths.orders}?estado=PAYMENT_ACCEPTED`}
                className="font-semibold underline underline-offset-4"
              >
                Pedidos
              </Link>
              .
            </p>
          )}
        </EmptyState>
      ) : (
        <div className="group/list space-y-4">
          <ParcelTable rows={rows} isSelectable={mayShip} />
          <Pager next={next} />
          {mayShip && <ParcelBulkBar isPacked={view === "packed"} />}
        </div>
      )}
    </>
  );
}
