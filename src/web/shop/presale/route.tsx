import { useRouteLoaderData, useSearchParams } from "react-router";
import { formatDay } from "../../../domain/format-day.ts";
import type { RootData } from "../../root.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { NotSelling } from "../not-selling.tsx";
import { pageMeta } from "../page-meta.ts";
import { ProductCard } from "../product-card.tsx";
import type { Route } from "./+types/route";
import { CategoryFilter } from "./category-filter.tsx";
import { PresaleGate } from "./presale-gate.tsx";
import { toCard } from "./presale-product.ts";
import type { OpenPresale } from "./use-presale.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Preventa" });
}

export default function PresalePage() {
  const { canSell } = (useRouteLoaderData("root") as RootData).shop.settings.management;
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8 lg:py-12">
      <h1 className="text-2xl">Productos en Preventa</h1>
      {canSell ? <PresaleGate>{(sale) => <PresaleList sale={sale} />}</PresaleGate> : <NotSelling />}
    </main>
  );
}

function PresaleList({ sale }: { sale: OpenPresale }) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const [query, setQuery] = useSearchParams();
  const { presale, products } = sale;
  const categoryId = query.get("category");
  const shownProducts = categoryId
    ? products.filter(({ categories }) => categories.some(({ _id }) => _id === categoryId))
    : products;
  const choose = (id: string | null): void =>
    setQuery(id ? { category: id } : {}, { replace: true, preventScrollReset: true });
  return (
    <>
      <p className="max-w-2xl text-soft">
        <strong className="text-ink">{presale.name}.</strong>{" "}
        {presale.deliversOn && `Entrega a partir del ${formatDay(presale.deliversOn)}. `}
        {!presale.room && "Lo que ya no está en existencia se hace sobre pedido."}
      </p>
      <CategoryFilter products={products} chosen={categoryId} onChoose={choose} />
      {shownProducts.length === 0 ? (
        <EmptyState title="No hay productos para mostrar en esta categoría o búsqueda">
          {categoryId && (
            <Button variant="secondary" onClick={() => choose(null)}>
              Ver toda la preventa
            </Button>
          )}
        </EmptyState>
      ) : (
        <ul
          aria-label="Productos"
          className="grid grid-cols-2 gap-x-0.5 gap-y-10 max-sm:-mx-4 sm:grid-cols-3 lg:grid-cols-4"
        >
          {shownProducts.map((product, index) => (
            <li key={product._id}>
              <ProductCard
                product={toCard(shop, product)}
                priority={index < 4 ? "early" : undefined}
                shop={shop}
                isPresale
                madeToOrder={!presale.room}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
