import { Link } from "react-router";
import type { ReactNode } from "react";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { orderStatusLabel } from "../../../../domain/order-status.ts";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import type { CustomerPageData } from "./load-customer-page.server.ts";
import { operationLabel } from "./operation-label.ts";

type Order = CustomerPageData["orders"][number];

const LINK_CLASSES = "font-semibold underline underline-offset-4";

const ORDER_COLUMNS: Column<Order>[] = [
  {
    head: "Pedido",
    isTitle: true,
    cell: ({ id, reference }) => (
      <Link to={officePaths.order(id)} className={LINK_CLASSES}>
        #{reference}
      </Link>
    ),
  },
  { head: "Estado", cell: ({ status, chargesDifference }) => orderStatusLabel(status, chargesDifference) },
  { head: "Tienda", cell: ({ shop }) => shop },
  { head: "Código de preventa", cell: ({ accessCode }) => accessCode ?? "–" },
  { head: "Total", isNumeric: true, cell: ({ grandTotalCents }) => formatMoney(grandTotalCents) },
  {
    head: "Devuelto",
    isNumeric: true,
    cell: ({ refundedCents }) => (refundedCents ? formatMoney(refundedCents) : "–"),
  },
  { head: "Hecho", cell: ({ createdAt }) => formatDateTime(createdAt) },
];

export function OrdersSection({ page: { orders, sums } }: { page: CustomerPageData }) {
  return (
    <Section title="Pedidos">
      {orders.length === 0 ? (
        <p className="text-sm text-soft">Todavía no ha comprado.</p>
      ) : (
        <Table caption="Sus pedidos" columns={ORDER_COLUMNS} rows={orders} keyOf={({ id }) => id} />
      )}
      {sums.count > orders.length && <p className="text-sm text-soft">Se muestran los últimos {orders.length}.</p>}
    </Section>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line text-sm">{children}</ul>;
}

const PLACE_STATE_LABEL: Record<string, string> = {
  unconfirmed: "sin confirmar su correo",
  waiting: "esperando",
  offered: "con la pieza apartada",
  taken: "la tomó",
  passed: "la dejó pasar",
  left: "se salió",
};
const REVIEW_STATE_LABEL: Record<string, string> = { pending: "por aprobar", shown: "publicada", hidden: "oculta" };

/** The customer's other records: invoices, reviews, waiting-list places. Empty lists are not shown. */
export function OtherRecords({ page: { invoices, reviews, places, mayInvoice } }: { page: CustomerPageData }) {
  return (
    <>
      {invoices.length > 0 && (
        <Section title="Facturas">
          <Rows>
            {invoices.map(({ id, reference, receiver }) => (
              <li key={id} className="py-2 wrap-anywhere">
                {mayInvoice ? (
                  <Link to={officePaths.invoice(id)} className={LINK_CLASSES}>
                    #{reference}
                  </Link>
                ) : (
                  `#${reference}`
                )}{" "}
                · {receiver.rfc} {receiver.name} · CP {receiver.postalCode} · régimen {receiver.taxRegime}
              </li>
            ))}
          </Rows>
        </Section>
      )}
      {reviews.length > 0 && (
        <Section title="Reseñas">
          <Rows>
            {reviews.map(({ id, title, product, body, rate, state, createdAt }) => (
              <li key={id} className="py-2">
                <p className="font-semibold">
                  {rate} de 5 · {product ?? title}
                </p>
                <p className="wrap-anywhere">{body}</p>
                <p className="text-soft">
                  {REVIEW_STATE_LABEL[state]} · {formatDateTime(createdAt)}
                </p>
              </li>
            ))}
          </Rows>
        </Section>
      )}
      {places.length > 0 && (
        <Section title="Lista de espera">
          <Rows>
            {places.map(({ id, product, size, state, requestedAt }) => (
              <li key={id} className="py-2">
                {product}, {size} · {PLACE_STATE_LABEL[state]} ·{" "}
                <span className="text-soft">{formatDateTime(requestedAt)}</span>
              </li>
            ))}
          </Rows>
        </Section>
      )}
    </>
  );
}

export function Sessions({ sessions, mayEnd }: { sessions: CustomerPageData["sessions"]; mayEnd: boolean }) {
  return (
    <Section title="Sesiones abiertas">
      {sessions.length === 0 ? (
        <p className="text-sm text-soft">Ninguna.</p>
      ) : (
        <>
          <Rows>
            {sessions.map(({ id, assistedBy, createdAt, usedAt }) => (
              <li key={id} className="py-2">
                {assistedBy ? `De ${assistedBy}, en su nombre` : "Suya"}
                <span className="text-soft">
                  {" "}
                  · abierta el {formatDateTime(createdAt)} · usada el {formatDateTime(usedAt)}
                </span>
              </li>
            ))}
          </Rows>
          {mayEnd && (
            <PostForm submitLabel="Cerrar todas" variant="secondary">
              <input type="hidden" name="intent" value="sign-out" />
            </PostForm>
          )}
        </>
      )}
    </Section>
  );
}

export function AssistedActions({ actions }: { actions: CustomerPageData["assistedActions"] }) {
  if (actions.length === 0) return null;
  return (
    <Section title="Lo que el equipo hizo en su nombre">
      <Rows>
        {actions.map(({ id, staff, action, status, at }) => (
          <li key={id} className="py-2">
            <span className="font-semibold">{staff}</span> {operationLabel(action)}
            <span className="text-soft">
              {" "}
              · {formatDateTime(at)}
              {status !== null && status >= 400 && " · no se pudo"}
            </span>
          </li>
        ))}
      </Rows>
    </Section>
  );
}
