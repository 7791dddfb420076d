import { Link, useSearchParams } from "react-router";
import { MISSING_FACT_LABEL, MISSING_FACTS, type MissingFact } from "../../../../domain/missing-facts.ts";
import { findLastBulkEdit } from "../../../../server/catalog/bulk-edit.ts";
import { listChoices } from "../../../../server/catalog/catalog-choices.ts";
import { countCatalog, listCatalog } from "../../../../server/catalog/list-catalog.ts";
import { countMissingFacts, listMissingFacts } from "../../../../server/catalog/missing-facts.ts";
import { appContext } from "../../../context.ts";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState, Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { BulkBar } from "../../kit/bulk-bar.tsx";
import { Filters } from "../../kit/filters.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Pager } from "../../kit/pager.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { runBulkEdit } from "../bulk-actions.server.ts";
import { UndoNotice } from "../bulk-notices.tsx";
import { FilterSelect } from "../filter-select.tsx";
import { readCatalogQuery } from "../read-catalog-query.server.ts";
import { FillFields, FillHint } from "./fill-fields.tsx";
import { readFillEdit, readMissingFact } from "./read-fill-edit.server.ts";
import type { Route } from "./+types/route";

function readFilters(url: string) {
  const fact = readMissingFact(url);
  return { ...readCatalogQuery(url), missing: fact ? [fact] : MISSING_FACTS };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const { db } = context.get(appContext);
  const filters = readFilters(request.url);
  const [{ rows, next }, count, factCounts, choices, lastBulkEdit] = await Promise.all([
    listCatalog(db, filters, new URL(request.url).searchParams.get("desde") ?? ""),
    countCatalog(db, filters),
    countMissingFacts(db),
    listChoices(db),
    findLastBulkEdit(db, staff.memberId),
  ]);
  const missingFactsById = await listMissingFacts(
    db,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map(({ id, name, color, brands }) => ({
      id,
      name,
      color,
      brand: brands[0],
      missingFacts: missingFactsById.get(id) ?? [],
    })),
    next,
    count,
    factCounts,
    fact: readMissingFact(request.url),
    brands: choices.brands,
    categories: choices.categories.map(({ id, path }) => ({ id, name: path })),
    lastBulkEdit: lastBulkEdit ?? null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const form = await readForm(request);
  const filters = readFilters(request.url);
  const readEdit = () => readFillEdit(form, readMissingFact(request.url));
  return runBulkEdit(context.get(appContext), { form, filters, parseEdit: readEdit }, actorOf(context, staff));
}

export function meta() {
  return [{ title: "Datos que faltan · Panel" }];
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    head: "Producto",
    isTitle: true,
    cell: ({ id, name, color }) => (
      <>
        <Link to={officePaths.product(id)} className="font-semibold underline underline-offset-4">
          {name}
        </Link>
        {color && <span className="block text-soft">{color}</span>}
      </>
    ),
  },
  { head: "Marca", cell: ({ brand }) => brand ?? "—" },
  {
    head: "Le falta",
    cell: ({ missingFacts }) => (
      <span className="inline-flex flex-wrap gap-1">
        {missingFacts.map((fact) => (
          <Badge key={fact}>{MISSING_FACT_LABEL[fact]}</Badge>
        ))}
      </span>
    ),
  },
];

export default function MissingFacts({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, count, factCounts, fact, brands, categories, lastBulkEdit } = loaderData;
  const [searchParams] = useSearchParams();
  return (
    <div className="group/list space-y-6">
      <PageHead
        title="Datos que faltan"
        back={{ to: officePaths.products, label: "Productos" }}
        lead="Lo que piden las etiquetas, Google, Meta, las paqueterías y los lectores de códigos."
      />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {actionData?.done && <Notice tone="success" icon="check" alert title={actionData.done} />}
      {lastBulkEdit && <UndoNotice lastEdit={lastBulkEdit} />}
      <FactTabs factCounts={factCounts} chosenFact={fact} />
      <Filters label="Nombre, color, marca o categoría">
        {fact && <input type="hidden" name="falta" value={fact} />}
        <FilterSelect name="categoria" label="Categoría" choices={categories} />
        <FilterSelect name="marca" label="Marca" choices={brands} />
      </Filters>
      {rows.length === 0 ? (
        <EmptyState title="No falta nada">
          <p className="text-soft">Todos los productos de esta lista tienen sus datos.</p>
        </EmptyState>
      ) : (
        <>
          <FillHint fact={fact} />
          <Table
            caption="Productos con datos que faltan"
            rows={rows}
            keyOf={({ id }) => id}
            columns={COLUMNS}
            select={{ formId: "bulk", label: ({ name, color }) => `Elegir ${[name, color].filter(Boolean).join(" ")}` }}
          />
        </>
      )}
      <Pager next={next} />
      {fact && (
        <BulkBar id="bulk" key={fact} matchCount={next === null && !searchParams.has("desde") ? 0 : count}>
          <FillFields fact={fact} />
        </BulkBar>
      )}
    </div>
  );
}

function FactTabs({
  factCounts,
  chosenFact,
}: {
  factCounts: Record<MissingFact, number>;
  chosenFact: MissingFact | undefined;
}) {
  const tabs = [
    { fact: undefined, label: "Todos", count: null },
    ...MISSING_FACTS.map((fact) => ({ fact, label: MISSING_FACT_LABEL[fact], count: factCounts[fact] })),
  ];
  return (
    <nav aria-label="Dato que falta" className="flex flex-wrap gap-2">
      {tabs.map(({ fact, label, count }) => (
        <Link
          key={label}
          to={officePaths.missingFacts(fact)}
          aria-current={fact === chosenFact ? "page" : undefined}
          className={cx(
            "inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 text-sm",
            fact === chosenFact ? "border-ink font-semibold" : "border-line",
          )}
        >
          {label}
          {count !== null && <span className="tabular text-soft">{count.toLocaleString("es-MX")}</span>}
        </Link>
      ))}
    </nav>
  );
}
