import { isDay } from "../../../domain/mexico-time.ts";
import { data, Link, useLocation } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { MAX_TAGS, normalizeTag } from "../../../domain/customer-tag.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import { isAllowed, shopsWithPermission } from "../../../domain/staff-permissions.ts";
import { findCustomers } from "../../../server/customers/office/find-customers.ts";
import { listTags, changeCustomerTags } from "../../../server/customers/office/change-customer-tags.ts";
import { isId } from "../../../server/db/new-id.ts";
import { listSavedViews } from "../../../server/staff/saved-views.ts";
import { appContext } from "../../context.ts";
import { SelectField } from "../../ui/field.tsx";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { Badge } from "../kit/badge.tsx";
import { Filters } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Pager } from "../kit/pager.tsx";
import { SavedViews } from "../kit/saved-views.tsx";
import { Table, type Column } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import { readQuery } from "../read-query.ts";
import { sentenceOf } from "../sentences.ts";
import { TagBar } from "./tag-bar.tsx";
import type { Route } from "./+types/route";

const PAGE_SIZE = 50;
const BULK_FORM_ID = "clientes";

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "customers.view");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const term = query.text("q");
  const search = {
    shops: shopsWithPermission(staff.grants, "customers.view"),
    term,
    kind: query.oneOf("tipo", ["registered", "guest"]),
    tag: query.text("etiqueta") || undefined,
    after: readPosition(query.text("desde")),
  };
  const customers = await findCustomers(app.db, search, PAGE_SIZE + 1);
  const lastRow = customers.length > PAGE_SIZE ? customers[PAGE_SIZE - 1]! : null;
  return {
    rows: customers.slice(0, PAGE_SIZE),
    tags: await listTags(app.db),
    mayTag: isAllowed(staff.grants, "customers.assist", "all"),
    next: lastRow && `${lastRow.createdAt}_${lastRow.id}`,
    views: await listSavedViews(app, staff.memberId, officePaths.customers),
  };
}

/** Adds the tag to the selected customers (`add`) or removes it from them (`remove`). Erased ones are skipped. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "customers.assist", "all");
  const form = await readForm(request);
  const ids = form.all("row").filter(isId);
  const tag = normalizeTag(form.text("tag"));
  if (tag === null) return { failure: sentenceOf({ refused: "customer_tag_wrong" }), successText: null };
  const intent = form.text("intent");
  if (intent !== "add" && intent !== "remove") throw data(null, { status: 400 });
  const isAdding = intent === "add";
  const change = { add: isAdding ? [tag] : [], remove: isAdding ? [] : [tag] };
  let doneCount = 0;
  let customersAtTagLimit = 0;
  for (const id of ids) {
    const outcome = await changeCustomerTags(context.get(appContext).db, id, change, actorOf(context, staff));
    if (!isRefusal(outcome)) doneCount++;
    else if (outcome.refused === "customer_tags_many") customersAtTagLimit++;
  }
  return {
    failure:
      customersAtTagLimit > 0
        ? `${customersText(customersAtTagLimit)} ya sin lugar para otra etiqueta: caben ${MAX_TAGS}.`
        : null,
    successText: doneCount > 0 ? `${customersText(doneCount)} ${isAdding ? "con" : "sin"} la etiqueta «${tag}».` : null,
  };
}

function customersText(count: number): string {
  return count === 1 ? "1 cliente" : `${count} clientes`;
}

/** Parses the position of a page, "2026-11-22 02:07:27.123456+00_<id>". Anything else starts at the first page. */
function readPosition(text: string): { at: string; id: string } | undefined {
  const [at, id] = text.split("_") as [string, string?];
  const isInstant = isDay(at.slice(0, 10)) && /^\S{10} ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+]00$/.test(at);
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
    cell: ({ id, name, kind, isErased, tags }) => (
      <>
        <Link to={officePaths.customer(id)} className="font-semibold wrap-anywhere underline underline-offset-4">
          {name}
        </Link>{" "}
        {isErased ? <Badge>Borrado</Badge> : kind === "guest" && <Badge>Sin cuenta</Badge>}
        {tags.length > 0 && <span className="block font-normal text-soft">{tags.join(", ")}</span>}
      </>
    ),
  },
  { head: "Teléfono", cell: ({ phone }) => <span className="tabular whitespace-nowrap">{formatPhone(phone)}</span> },
  {
    head: "Correo",
    cell: ({ email, username }) => (
      <span className="wrap-anywhere">{email ?? (username === null ? "–" : `Entra con ${formatPhone(username)}`)}</span>
    ),
  },
  { head: "Pedidos", isNumeric: true, cell: ({ orderCount }) => orderCount },
  { head: "Último", cell: ({ lastOrderAt }) => (lastOrderAt ? formatDateTime(lastOrderAt) : "–") },
];

const BUILT_IN_VIEWS = [
  { name: "Todos", query: "" },
  { name: "Con cuenta", query: "tipo=registered" },
  { name: "Sin cuenta", query: "tipo=guest" },
];

export default function Customers({
  loaderData: { rows, next, views, tags, mayTag },
  actionData,
}: Route.ComponentProps) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  return (
    <>
      <PageHead title="Clientes" />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {actionData?.successText && <Notice tone="success" title={actionData.successText} />}
      <SavedViews builtInViews={BUILT_IN_VIEWS} savedViews={views} />
      <Filters label="Buscar" hint="Nombre, teléfono o correo">
        <SelectField name="tipo" label="Cuenta" defaultValue={query.get("tipo") ?? ""}>
          <option value="">Todos</option>
          <option value="registered">Con cuenta</option>
          <option value="guest">Sin cuenta</option>
        </SelectField>
        {tags.length > 0 && (
          <SelectField name="etiqueta" label="Etiqueta" defaultValue={query.get("etiqueta") ?? ""}>
            <option value="">Cualquiera</option>
            {tags.map((tag) => (
              <option key={tag} value={tag}>
                {tag}
              </option>
            ))}
          </SelectField>
        )}
      </Filters>
      {rows.length === 0 ? (
        <EmptyState title={search ? "Nadie es así" : "Todavía no hay clientes"}>
          <p className="text-soft">
            {search ? "Prueba con menos letras, o solo con el teléfono." : "Aquí queda quien compra o abre su cuenta."}
          </p>
        </EmptyState>
      ) : (
        <div className="group/list space-y-6">
          <Table
            caption="Clientes"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            select={mayTag ? { formId: BULK_FORM_ID, label: ({ name }) => `Elegir a ${name}` } : undefined}
          />
          {mayTag && <TagBar key={actionData?.successText} id={BULK_FORM_ID} tags={tags} />}
          <Pager next={next} />
        </div>
      )}
    </>
  );
}
