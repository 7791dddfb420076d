import { Link } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatMoney } from "../../../domain/money.ts";
import {
  RETURN_REASON_LABEL,
  RETURN_REASONS,
  RETURN_STATE_LABEL,
  RETURN_STATES,
  type ReturnState,
} from "../../../domain/return.ts";
import { isAllowed, shopsWithPermission } from "../../../domain/staff-permissions.ts";
import { listReturnsForStaff, type ListedReturn } from "../../../server/returns/list-for-staff.ts";
import { listSavedViews } from "../../../server/staff/saved-views.ts";
import { appContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { requireStaff } from "../guard.ts";
import { Badge } from "../kit/badge.tsx";
import { Filters } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Pager } from "../kit/pager.tsx";
import { SavedViews } from "../kit/saved-views.tsx";
import { Table } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import { readQuery } from "../read-query.ts";
import { withoutMoney } from "../without-money.ts";
import { ReturnBadge } from "./return-badge.tsx";
import type { Route } from "./+types/route";

/** A return as the member may see it: without amounts if they may not see the money of its shop. */
type ShownReturn = Omit<ListedReturn, MoneyField> & Partial<Pick<ListedReturn, MoneyField>>;
type MoneyField = "refundCents" | "unpaidCents";

const FILTER_LABEL: Record<ReturnState | "toSettle", string> = { ...RETURN_STATE_LABEL, toSettle: "Por terminar" };

/** Query: `q` (number, customer or product), `estado`, `motivo` (the reason), `desde` (the cursor of the page). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "orders.view");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const state = query.oneOf("estado", [...RETURN_STATES, "toSettle"] as const);
  const reason = query.oneOf("motivo", RETURN_REASONS);
  const cursor = query.text("desde");
  const list = await listReturnsForStaff(app.db, {
    shops: shopsWithPermission(staff.grants, "orders.view"),
    state,
    reason,
    term: query.text("q"),
    after: /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined,
  });
  const seesMoneyOf = (shopId: string) => isAllowed(staff.grants, "payments.view", { shopId });
  return {
    ...list,
    // Without the amounts, the column «Quiere» says "su dinero" instead of the amount.
    returns: list.returns.map((row): ShownReturn => (seesMoneyOf(row.shopId) ? row : withoutMoney(row))),
    state: state ?? "",
    reason: reason ?? "",
    mayRegisterReturns: isAllowed(staff.grants, "orders.change", "any"),
    mayEditExclusions: isAllowed(staff.grants, "settings.edit", "any"),
    views: await listSavedViews(app, staff.memberId, officePaths.returns),
  };
}

export function meta() {
  return [{ title: "Devoluciones · Panel" }];
}

export default function Returns({ loaderData }: Route.ComponentProps) {
  const { returns, next, state, reason, mayRegisterReturns, mayEditExclusions, views } = loaderData;
  return (
    <>
      <PageHead title="Devoluciones" lead="Lo que los clientes devuelven o cambian, de pedidos que ya llegaron.">
        <ButtonLink variant="secondary" to={officePaths.returnReport}>
          Cuánto se devuelve
        </ButtonLink>
        {mayEditExclusions && (
          <ButtonLink variant="secondary" to={officePaths.returnExclusions()}>
            Qué no se devuelve
          </ButtonLink>
        )}
        {mayRegisterReturns && <ButtonLink to={officePaths.newReturn()}>Registrar devolución</ButtonLink>}
      </PageHead>
      <SavedViews
        builtInViews={[
          { name: "Por responder", query: "estado=ASKED" },
          { name: "Por recibir", query: "estado=APPROVED" },
          { name: "Por terminar", query: "estado=toSettle" },
        ]}
        savedViews={views}
      />
      <Filters label="Busca una devolución" hint="Su número, el del pedido, el cliente o la prenda">
        <div className="w-44">
          <SelectField name="estado" label="Estado" defaultValue={state}>
            <option value="">Todos</option>
            {Object.entries(FILTER_LABEL).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="w-52">
          <SelectField name="motivo" label="Motivo" defaultValue={reason}>
            <option value="">Todos</option>
            {RETURN_REASONS.map((value) => (
              <option key={value} value={value}>
                {RETURN_REASON_LABEL[value]}
              </option>
            ))}
          </SelectField>
        </div>
      </Filters>
      {returns.length === 0 ? (
        <EmptyState title="No hay devoluciones así">
          <p className="text-soft">Los clientes las piden en la página de su pedido.</p>
        </EmptyState>
      ) : (
        <Table
          caption="Devoluciones"
          keyOf={({ id }) => id}
          rows={returns}
          columns={[
            {
              head: "Devolución",
              isTitle: true,
              cell: ({ id, number }) => (
                <Link to={officePaths.returnOf(id)} className="font-semibold underline underline-offset-4">
                  {number}
                </Link>
              ),
            },
            { head: "Pedida", cell: ({ requestedAt }) => formatDateTime(requestedAt) },
            {
              head: "Pedido",
              cell: ({ orderId, orderReference }) => (
                <Link to={officePaths.order(orderId)} className="underline underline-offset-4">
                  #{orderReference}
                </Link>
              ),
            },
            { head: "Cliente", cell: ({ customerName }) => customerName },
            { head: "Piezas", cell: ({ names }) => names },
            {
              head: "Quiere",
              cell: ({ hasExchange, hasRefund, refundCents }) =>
                [
                  hasExchange && "cambio",
                  hasRefund && (refundCents === undefined ? "su dinero" : formatMoney(refundCents)),
                ]
                  .filter(Boolean)
                  .join(" y "),
            },
            {
              head: "Estado",
              cell: ({ unpaidCents = 0, ...shownReturn }) => (
                <span className="flex flex-wrap gap-1">
                  <ReturnBadge {...shownReturn} />
                  {unpaidCents > 0 && <Badge tone="error">Falta devolver</Badge>}
                </span>
              ),
            },
          ]}
        />
      )}
      <Pager next={next === null ? null : String(next)} />
    </>
  );
}
