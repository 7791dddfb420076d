import { data, Link, redirect, useNavigate } from "react-router";
import { isAllowed, shopsWithPermission } from "../../../domain/staff-permissions.ts";
import { isId } from "../../../server/db/new-id.ts";
import { listSavedViews } from "../../../server/staff/saved-views.ts";
import { listStockLevels, listStockFilters, type StockLevelProduct } from "../../../server/stock/list-stock-levels.ts";
import { getLowStockThreshold, setLowStockThreshold } from "../../../server/stock/low-stock-thresholds.ts";
import { appContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Badge } from "../kit/badge.tsx";
import { SuccessNotice } from "../kit/success-notice.tsx";
import { Filters } from "../kit/filters.tsx";
import { CameraScanner } from "../kit/scan/camera-scanner.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Pager } from "../kit/pager.tsx";
import { PostForm } from "../kit/post-form.tsx";
import { SavedViews } from "../kit/saved-views.tsx";
import { Section } from "../kit/section.tsx";
import { Thumb } from "../kit/thumb.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { officePaths } from "../paths.ts";
import { readWholeNumber } from "../read-whole-number.ts";
import { readQuery } from "../read-query.ts";
import { sentenceOf } from "../sentences.ts";
import { SizeCell } from "./size-cell.tsx";
import type { Route } from "./+types/route";

/** Maximum number of sizes shown for a product. A product with more, such as an event with many seats, links to all. */
const MAX_SHOWN_SIZES = 24;

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "stock.view");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const readId = (name: string) => (isId(query.text(name)) ? query.text(name) : undefined);
  const filters = {
    shops: shopsWithPermission(staff.grants, "stock.view"),
    term: query.text("q").toLowerCase(),
    brandId: readId("marca"),
    categoryId: readId("categoria"),
    state: query.oneOf("estado", ["low", "out"]),
    after: readId("desde"),
  };
  return {
    ...(await listStockLevels(app.db, filters)),
    ...(await listStockFilters(app.db)),
    filters,
    lowStockThreshold: await getLowStockThreshold(app.db),
    canChange: isAllowed(staff.grants, "stock.change", "all"),
    views: await listSavedViews(app, staff.memberId, officePaths.stock),
  };
}

/** Saves the low-stock threshold of all sizes without a threshold of their own. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "stock.change", "all");
  const lowStockThreshold = readWholeNumber((await readForm(request)).text("lowStockThreshold"), 0);
  if (lowStockThreshold === null || lowStockThreshold > 100_000)
    return data({ failure: sentenceOf({ refused: "threshold_wrong" }) });
  await setLowStockThreshold(context.get(appContext), lowStockThreshold, actorOf(context, staff));
  return redirect(`${officePaths.stock}?hecho=aviso`);
}

export function meta() {
  return [{ title: "Existencias · Panel" }];
}

export default function StockPage({ loaderData, actionData }: Route.ComponentProps) {
  const { products, next, brands, categories, filters, lowStockThreshold, canChange, views } = loaderData;
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="Existencias" lead="Lo que se puede vender de cada talla, y lo que ya está prometido.">
        {canChange && <ButtonLink to={officePaths.receiveDelivery}>Recibir mercancía</ButtonLink>}
      </PageHead>
      <SuccessNotice sentences={{ aviso: "Listo: así se marca la poca existencia desde ahora." }} />
      <SavedViews
        builtInViews={[
          { name: "Todas", query: "" },
          { name: "Poca existencia", query: "estado=low" },
          { name: "Agotadas", query: "estado=out" },
        ]}
        savedViews={views}
      />
      <CameraScanner onCode={(code) => void navigate(`${officePaths.stock}?${new URLSearchParams({ q: code })}`)} />
      <Filters
        label="Busca un producto"
        hint="Nombre, marca, categoría, SKU o código de barras. También con un lector."
      >
        <SelectField name="marca" label="Marca" defaultValue={filters.brandId ?? ""}>
          <option value="">Todas</option>
          {brands.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField name="categoria" label="Categoría" defaultValue={filters.categoryId ?? ""}>
          <option value="">Todas</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField name="estado" label="Estado" defaultValue={filters.state ?? ""}>
          <option value="">Todas</option>
          <option value="low">Poca existencia</option>
          <option value="out">Agotadas</option>
        </SelectField>
      </Filters>
      {products.length === 0 ? (
        <EmptyState title="No hay productos así">
          <p className="text-soft">Prueba con otra palabra, o quita los filtros.</p>
        </EmptyState>
      ) : (
        <ul aria-label="Productos" className="divide-y divide-line rounded-box border border-line bg-card">
          {products.map((product) => (
            <ProductRow
              key={product.id}
              product={product}
              lowStockThreshold={lowStockThreshold}
              canChange={canChange}
            />
          ))}
        </ul>
      )}
      <Pager next={next} />
      {canChange && (
        <Section title="Poca existencia">
          <PostForm failure={actionData?.failure} submitLabel="Guardar" variant="secondary" className="max-w-md">
            <TextField
              name="lowStockThreshold"
              label="Marcar cuando queden estas piezas o menos"
              hint="Una talla puede tener su propio número, en su página."
              inputMode="numeric"
              defaultValue={lowStockThreshold}
            />
          </PostForm>
        </Section>
      )}
    </>
  );
}

function ProductRow({
  product,
  lowStockThreshold,
  canChange,
}: {
  product: StockLevelProduct;
  lowStockThreshold: number;
  canChange: boolean;
}) {
  const { id, name, color, brand, picture, sizes, isPublished, isPresale } = product;
  return (
    <li className="flex flex-col gap-3 p-4 md:flex-row md:items-start">
      <div className="flex min-w-0 gap-3 md:w-72 md:shrink-0">
        <Thumb picture={picture} />
        <div className="min-w-0 text-sm">
          <h2 className="font-semibold wrap-anywhere">{name}</h2>
          <p className="text-soft">{[brand, color].filter(Boolean).join(" · ")}</p>
          <p className="flex flex-wrap items-center gap-2">
            {!isPublished && <Badge>Oculto</Badge>}
            {isPresale && <Badge>Preventa</Badge>}
            {canChange && sizes.length > 0 && (
              <Link
                to={officePaths.stockCount(id)}
                aria-label={`Contar ${name}`}
                className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4"
              >
                Contar
              </Link>
            )}
          </p>
        </div>
      </div>
      {sizes.length === 0 ? (
        <p className="text-sm text-soft">Sin tallas</p>
      ) : (
        <ul aria-label={`Tallas de ${name}`} className="flex min-w-0 flex-wrap gap-2">
          {sizes.slice(0, MAX_SHOWN_SIZES).map((size) => (
            <SizeCell key={size.sizeId} size={size} lowStockThreshold={lowStockThreshold} />
          ))}
          {sizes.length > MAX_SHOWN_SIZES && (
            <li className="self-center text-sm">
              <Link to={officePaths.stockCount(id)} className="font-semibold underline underline-offset-4">
                Ver las {sizes.length} tallas
              </Link>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
