import { Link, useLocation } from "react-router";
import { formatDate } from "../../../domain/dates.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { shopsWhere } from "../../../domain/staff-permissions.ts";
import { findCustomers } from "../../../server/customers/office/find-customers.ts";
import { isId } from "../../../server/db/new-id.ts";
import { listViews } from "../../../server/staff/views.ts";
import { appContext } from "../../context.ts";
import { SelectField } from "../../ui/field.tsx";
import { Empty } from "../../ui/notice.tsx";
import { requireStaff } from "../guard.ts";
import { Badge } from "../kit/badge.tsx";
import { Filters } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Pager } from "../kit/pager.tsx";
import { SavedViews } from "../kit/saved-views.tsx";
import { Table, type Column } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import { readQuery } from "../read-query.ts";
import type { Route } from "./+types/route";

const PAGE = 50;

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "customers.view");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const words = query.text("q");
  const search = {
    shops: shopsWhere(staff.grants, "customers.view"),
    // A phone number is found in any notation.
    words,
    kind: query.oneOf("tipo", ["registered", "guest"]),
    after: readKey(query.text("desde")),
  };
  const found = await findCustomers(app.db, search, PAGE + 1);
  const last = found.length > PAGE ? found[PAGE - 1]! : null;
  return {
    rows: found.slice(0, PAGE),
    next: last && `${last.createdAt}_${last.id}`,
    views: await listViews(app, staff.memberId, officePaths.customers),
  };
}

/** Parses the position of a page, "2026-11-22 02:07:27.123456+00_<id>". Anything else starts at the first page. */
function readKey(text: string): { at: string; id: string } | undefined {
  const [at, id] = text.split("_") as [string, string?];
  const isInstant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+]00$/.test(at) && !Number.isNaN(Date.parse(at));
  return isInstant && id !== undefined && isId(id) ? { at, id } : undefined;
}

export function meta() {
  return [{ title: "Clientes · Panel" }];
}

type Row = Awaited<ReturnType<typeof loader>>["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    head: "Cliente",
    isTitle: true,
    cell: ({ id, name, kind, isErased }) => (
      <>
        <Link to={officePaths.customer(id)} className="font-semibold wrap-anywhere underline underline-offset-4">
          {name}
        </Link>{" "}
        {isErased ? <Badge>Borrado</Badge> : kind === "guest" && <Badge>Sin cuenta</Badge>}
      </>
    ),
  },
  { head: "Teléfono", cell: ({ phone }) => <span className="tabular whitespace-nowrap">{formatPhone(phone)}</span> },
  { head: "Correo", cell: ({ email }) => <span className="wrap-anywhere">{email ?? "–"}</span> },
  { head: "Pedidos", isFigure: true, cell: ({ orders }) => orders },
  { head: "Último", cell: ({ lastOrderAt }) => (lastOrderAt ? formatDate(lastOrderAt) : "–") },
];

const VIEWS = [
  { name: "Todos", query: "" },
  { name: "Con cuenta", query: "tipo=registered" },
  { name: "Sin cuenta", query: "tipo=guest" },
];

export default function Customers({ loaderData: { rows, next, views } }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <>
      <PageHead title="Clientes" />
      <SavedViews builtIn={VIEWS} own={views} />
      <Filters label="Buscar" hint="Nombre, teléfono o correo">
        <SelectField name="tipo" label="Cuenta" defaultValue={new URLSearchParams(search).get("tipo") ?? ""}>
          <option value="">Todos</option>
          <option value="registered">Con cuenta</option>
          <option value="guest">Sin cuenta</option>
        </SelectField>
      </Filters>
      {rows.length === 0 ? (
        <Empty title={search ? "Nadie es así" : "Todavía no hay clientes"}>
          <p className="text-soft">
            {search ? "Prueba con menos letras, o solo con el teléfono." : "Aquí queda quien compra o abre su cuenta."}
          </p>
        </Empty>
      ) : (
        <>
          <Table caption="Clientes" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
          <Pager next={next} />
        </>
      )}
    </>
  );
}
