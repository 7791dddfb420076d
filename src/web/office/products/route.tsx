import { Link, useLocation, useSearchParams } from "react-router";
import { formatMoney } from "../../../domain/money.ts";
import { findLastBulkEdit } from "../../../server/catalog/bulk-edit.ts";
import { listChoices } from "../../../server/catalog/catalog-choices.ts";
import { countCatalog, listCatalog, type CatalogRow, type ProductState } from "../../../server/catalog/list-catalog.ts";
import { listSavedViews } from "../../../server/staff/saved-views.ts";
import { appContext } from "../../context.ts";
import { buttonClasses, ButtonLink } from "../../ui/button.tsx";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { Picture } from "../../ui/picture.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { Badge } from "../kit/badge.tsx";
import { Filters } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Pager } from "../kit/pager.tsx";
import { SavedViews } from "../kit/saved-views.tsx";
import { Table, type Column } from "../kit/table.tsx";
import { useSubmittedForm } from "../kit/use-submitted-form.ts";
import { officePaths } from "../paths.ts";
import { FilterSelect } from "./filter-select.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { runBulkAction } from "./bulk-actions.server.ts";
import { readCatalogQuery } from "./read-catalog-query.server.ts";
import { PricePreview, UndoNotice } from "./bulk-notices.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const filters = readCatalogQuery(request.url);
  const cursor = new URL(request.url).searchParams.get("desde") ?? "";
  const [page, count, choices, views, lastBulkEdit, shops] = await Promise.all([
    listCatalog(app.db, filters, cursor),
    countCatalog(app.db, filters),
    listChoices(app.db),
    listSavedViews(app, staff.memberId, officePaths.products),
    findLastBulkEdit(app.db, staff.memberId),
    app.shops.all(),
  ]);
  return {
    ...page,
    count,
    brands: choices.brands,
    categories: choices.categories,
    shops: shops.map(({ id, name }) => ({ id, name })),
    views,
    lastBulkEdit: lastBulkEdit ?? null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const form = await readForm(request);
  return runBulkAction(context.get(appContext), form, readCatalogQuery(request.url), actorOf(context, staff));
}

export function meta() {
  return [{ title: "Productos · Panel" }];
}

const STATE_LABEL: Record<ProductState, string> = {
  published: "Publicados",
  hidden: "Ocultos",
  presale: "En preventa",
  local: "Solo en una tienda",
  "no-picture": "Sin foto",
  "no-stock": "Sin existencias",
  offer: "En oferta",
};
const VIEWS = [
  { name: "Todos", query: "" },
  ...(Object.keys(STATE_LABEL) as ProductState[]).map((state) => ({
    name: STATE_LABEL[state],
    query: `estado=${state}`,
  })),
];

const COLUMNS: readonly Column<CatalogRow>[] = [
  {
    head: "Foto",
    isPicture: true,
    cell: ({ picture }) => (
      <span className="inline-block w-12 align-middle">
        <Picture picture={picture} sizes="48px" alt="" className="aspect-4/5 rounded-sm object-cover" />
      </span>
    ),
  },
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
  { head: "Marca", cell: ({ brands }) => brands[0] ?? "—" },
  { head: "Categoría", cell: ({ categories }) => categories.map(({ name }) => name).join(", ") || "—" },
  { head: "Precio", isNumeric: true, cell: ({ priceCents }) => formatMoney(priceCents) },
  {
    head: "Mayoreo",
    isNumeric: true,
    cell: ({ wholesalePriceCents }) => (wholesalePriceCents === null ? "—" : formatMoney(wholesalePriceCents)),
  },
  { head: "Piezas", isNumeric: true, cell: ({ pieces }) => pieces },
  {
    head: "Estado",
    cell: ({ isPublished, presale, isLocal, isOffer }) => (
      <span className="inline-flex flex-wrap gap-1">
        {isPublished ? <Badge tone="success">Publicado</Badge> : <Badge>Oculto</Badge>}
        {presale && <Badge tone="warning">Preventa</Badge>}
        {isLocal && <Badge>Solo en tienda</Badge>}
        {isOffer && <Badge>Oferta</Badge>}
      </span>
    ),
  },
];

/** The list's query, changed to export it in Shopify's format. */
function toShopifyQuery(search: string): string {
  const query = new URLSearchParams(search);
  query.set("formato", "shopify");
  return `?${query}`;
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const submittedForm = useSubmittedForm();
  const rows = submittedForm ? loaderData.rows.map((row) => withSubmittedChange(row, submittedForm)) : loaderData.rows;
  const { next, count, brands, categories, shops, views, lastBulkEdit } = loaderData;
  const { search } = useLocation();
  const [searchParams] = useSearchParams();
  const isFiltered = [...searchParams].some(([name, value]) => name !== "desde" && value !== "");
  return (
    <div className="group/list space-y-6">
      <PageHead title="Productos" lead={count === 1 ? "1 producto" : `${count.toLocaleString("es-MX")} productos`}>
        <a href={officePaths.productsExport(search)} className={buttonClasses("secondary")}>
          Exportar CSV
        </a>
        <ButtonLink to={officePaths.imports} variant="secondary">
          Importar CSV
        </ButtonLink>
        <ButtonLink to={officePaths.newProduct}>Producto nuevo</ButtonLink>
      </PageHead>
      <p className="flex flex-wrap gap-x-5 text-sm">
        <Link to={officePaths.missingFacts()} className="inline-flex min-h-9 items-center underline underline-offset-4">
          Datos que faltan
        </Link>
        <Link to={officePaths.styles} className="inline-flex min-h-9 items-center underline underline-offset-4">
          Unir colores en modelos
        </Link>
        <a
          href={officePaths.productsExport(toShopifyQuery(search))}
          className="inline-flex min-h-9 items-center underline underline-offset-4"
        >
          Exportar para Shopify
        </a>
      </p>
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {actionData?.done && <Notice tone="success" icon="check" alert title={actionData.done} />}
      {actionData?.preview ? (
        <PricePreview preview={actionData.preview} />
      ) : (
        lastBulkEdit && <UndoNotice lastEdit={lastBulkEdit} />
      )}
      <SavedViews builtInViews={VIEWS} savedViews={views} />
      <Filters label="Nombre, color, marca o categoría">
        <FilterSelect
          name="categoria"
          label="Categoría"
          choices={categories.map(({ id, path }) => ({ id, name: path }))}
        />
        <FilterSelect name="marca" label="Marca" choices={brands} />
        <FilterSelect
          name="estado"
          label="Estado"
          choices={(Object.keys(STATE_LABEL) as ProductState[]).map((id) => ({ id, name: STATE_LABEL[id] }))}
        />
        <FilterSelect name="tienda" label="Solo en la tienda" choices={shops} />
      </Filters>
      {rows.length === 0 ? (
        <EmptyState title={isFiltered ? "Ningún producto es así" : "Todavía no hay productos"}>
          <p className="text-soft">
            {isFiltered
              ? "Quita algún filtro o busca con menos palabras."
              : "Crea el primero, o trae los que ya tienes en un CSV de Shopify o de aquí mismo."}
          </p>
        </EmptyState>
      ) : (
        <Table
          caption="Productos"
          rows={rows}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          select={{ formId: "bulk", label: ({ name, color }) => `Elegir ${[name, color].filter(Boolean).join(" ")}` }}
        />
      )}
      <Pager next={next} />
      <BulkActions
        id="bulk"
        matchCount={next === null && !searchParams.has("desde") ? 0 : count}
        brands={brands}
        categories={categories.map(({ id, path }) => ({ id, name: path }))}
      />
    </div>
  );
}

/** The row as it will be after the submitted change. */
function withSubmittedChange(row: CatalogRow, submittedForm: URLSearchParams): CatalogRow {
  if (submittedForm.get("all") !== "1" && !submittedForm.getAll("row").includes(row.id)) return row;
  switch (submittedForm.get("intent")) {
    case "publish":
    case "hide":
      return { ...row, isPublished: submittedForm.get("intent") === "publish" };
    case "no-offer":
      return { ...row, isOffer: false };
    default:
      return row;
  }
}
