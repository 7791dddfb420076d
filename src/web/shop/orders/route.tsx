import { useEffect, useState } from "react";
import { Link, useRouteLoaderData, useSearchParams } from "react-router";
import { call, type AnswerOf } from "../../client.ts";
import { formatLongDate } from "../../../domain/long-date.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useSession } from "../../state/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { EmptyState, LoadFailure } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { useEndedSession } from "../login/use-ended-session.ts";
import { useRequiredSignIn } from "../login/use-return-path.ts";
import { useNow } from "../use-now.ts";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { OrderPictures } from "./order-pictures.tsx";
import { OrderStatusText } from "./order-status-text.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Mis pedidos" });
}

type OrdersPage = AnswerOf<"listOrders">;
/** The page sizes to choose from (rule SCREEN-11). */
const PAGE_SIZES = [5, 10, 30, 50];

const CELL_CLASS = "md:py-4";

/** 'Mis pedidos': a table on wide screens, cards on narrow ones. The URL has the page, its size and the search term. */
export default function OrderList() {
  const { shop } = useRouteLoaderData("root") as RootData;
  const isSignedIn = useRequiredSignIn(paths.orders);
  const [searchParams, setSearchParams] = useSearchParams();
  const { page, error, retry } = useOrders(searchParams);
  const searchTerm = searchParams.get("query") ?? "";
  const pageSize = readPageSize(searchParams);
  const changeParams = (changes: Record<string, string>): void => {
    const nextParams = new URLSearchParams(searchParams);
    for (const [name, value] of Object.entries(changes)) {
      if (value) nextParams.set(name, value);
      else nextParams.delete(name);
    }
    setSearchParams(nextParams);
  };
  const isBranch = shop.shopType === "branch";
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8 lg:space-y-8 lg:py-12">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h1 className="text-2xl">Mis pedidos</h1>
        {isSignedIn && <OrderSearch query={searchTerm} onChange={(term) => changeParams({ query: term, page: "" })} />}
      </div>
      {isSignedIn && (
        <>
          {error && <LoadFailure title={error} onRetry={retry} />}
          {!page && !error && (
            <LoadingRows label="Cargando tus pedidos" className="space-y-3" rowCount={4} rowClasses="h-30 md:h-25" />
          )}
          {page && page.docs.length === 0 && (
            <EmptyState title={searchTerm ? `Ningún pedido coincide con «${searchTerm}»` : "Aún no tienes pedidos"}>
              {searchTerm ? (
                <Button variant="secondary" onClick={() => changeParams({ query: "", page: "" })}>
                  Ver todos
                </Button>
              ) : (
                <>
                  <p className="text-soft">Aquí sigues cada compra, desde el pago hasta la entrega.</p>
                  <ButtonLink to="/">Ver la tienda</ButtonLink>
                </>
              )}
            </EmptyState>
          )}
          {page && page.docs.length > 0 && (
            <>
              <OrderTable page={page} isBranch={isBranch} />
              <Pager
                page={page}
                size={pageSize}
                onSize={(size) => changeParams({ size, page: "" })}
                onPage={(number) => changeParams({ page: number === 1 ? "" : String(number) })}
              />
            </>
          )}
        </>
      )}
    </main>
  );
}

function OrderSearch({ query: searchTerm, onChange }: { query: string; onChange: (query: string) => void }) {
  return (
    <form
      key={searchTerm}
      role="search"
      aria-label="Mis pedidos"
      className="flex items-center gap-2 max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("query") as HTMLInputElement;
        onChange(field.value.trim());
      }}
    >
      <input
        type="search"
        name="query"
        aria-label="Buscar en mis pedidos"
        defaultValue={searchTerm}
        maxLength={100}
        placeholder="Número, estado o producto"
        className="min-h-11 w-60 min-w-0 rounded-none border-b border-edge bg-transparent placeholder:text-soft max-sm:flex-1"
      />
      <Button type="submit" variant="quiet" className="min-h-11">
        Buscar
      </Button>
      {searchTerm && (
        <Button variant="quiet" className="min-h-11" onClick={() => onChange("")}>
          Limpiar
        </Button>
      )}
    </form>
  );
}

function readPageSize(searchParams: URLSearchParams): number {
  const requestedSize = Number(searchParams.get("size"));
  return PAGE_SIZES.includes(requestedSize) ? requestedSize : 10;
}

function useOrders(searchParams: URLSearchParams) {
  const { session } = useSession();
  const handleEndedSession = useEndedSession(paths.orders);
  const [page, setPage] = useState<OrdersPage | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [retryCount, setRetryCount] = useState(0);
  const params = searchParams.toString();
  useEffect(() => {
    if (session?.type !== "registered") return;
    const abort = new AbortController();
    const requestedParams = new URLSearchParams(params);
    void call("listOrders", {
      params: { id: session.customerId },
      query: {
        page: Math.max(1, Number(requestedParams.get("page")) || 1),
        size: readPageSize(requestedParams),
        query: requestedParams.get("query") ?? undefined,
      },
      token: session.token,
      signal: abort.signal,
    }).then((outcome) => {
      if (abort.signal.aborted) return;
      setError(outcome.ok ? null : outcome.problem.detail);
      if (outcome.ok) setPage(outcome.data);
      else handleEndedSession(outcome.problem);
    });
    return () => abort.abort();
  }, [session, params, retryCount, handleEndedSession]);
  return { page, error, retry: () => setRetryCount(retryCount + 1) };
}

function OrderTable({ page, isBranch }: { page: OrdersPage; isBranch: boolean }) {
  const columns = ["# Pedido", "Fecha", "Productos", ...(isBranch ? ["Cliente"] : []), "Estado", "Total"];
  const now = useNow();
  return (
    <table className="w-full border-collapse max-md:block">
      <caption className="sr-only">Mis pedidos, los más nuevos primero</caption>
      <thead className="border-b border-line text-left text-sm text-soft max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={cx("pb-3 font-normal", column === "Total" ? "text-right" : "pr-6")}>
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Acciones</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block max-md:border-t max-md:border-line">
        {page.docs.map((order) => (
          <tr
            key={order._id}
            className="group relative border-b border-line max-md:grid max-md:grid-cols-[5.5rem_1fr_auto] max-md:gap-x-4 max-md:py-4"
          >
            <td className={cx("tabular text-lg md:pr-6 max-md:col-start-2 max-md:row-start-1", CELL_CLASS)}>
              #{order.reference}
            </td>
            <td className={cx("text-sm text-soft first-letter:uppercase max-md:col-start-2 md:pr-6", CELL_CLASS)}>
              {formatLongDate(new Date(order.createdOn), now)}
            </td>
            <td className="py-4 pr-6 max-md:col-start-1 max-md:row-span-4 max-md:row-start-1 max-md:p-0">
              <OrderPictures products={order.products} />
            </td>
            {isBranch && (
              <td className={cx("text-sm max-md:col-start-2 md:pr-6", CELL_CLASS)}>
                {order.customer.name} {order.customer.lastName}
              </td>
            )}
            <td className={cx("text-sm max-md:col-start-2 md:pr-6", CELL_CLASS)}>
              <OrderStatusText order={order} />
            </td>
            <td
              className={cx(
                "tabular text-right max-md:col-start-3 max-md:row-start-1 max-md:text-sm max-md:leading-7",
                CELL_CLASS,
              )}
            >
              {formatMoney(toCents(order.shopTotal ?? order.total))}
            </td>
            <td className={cx("text-right max-md:col-start-3 max-md:row-start-3 md:pl-8", CELL_CLASS)}>
              <Link
                reloadDocument
                to={paths.order(order._id)}
                aria-label={`Ver el pedido ${order.reference}`}
                className="text-sm underline underline-offset-4 after:absolute after:inset-0 group-hover:no-underline"
              >
                Ver
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pager({
  page,
  size,
  onSize,
  onPage,
}: {
  page: OrdersPage;
  /** How many orders are on a page. */
  size: number;
  onSize: (size: string) => void;
  onPage: (page: number) => void;
}) {
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
      <p role="status" className="text-sm text-soft">
        {page.totalDocs === 1 ? "1 pedido en total" : `${page.totalDocs} pedidos en total`}
      </p>
      {page.totalPages > 1 && (
        <div className="flex items-center gap-3">
          <Button variant="secondary" disabled={page.page <= 1} onClick={() => onPage(page.page - 1)}>
            Anterior
          </Button>
          <span className="tabular text-sm">
            Página {page.page} de {page.totalPages}
          </span>
          <Button variant="secondary" disabled={page.page >= page.totalPages} onClick={() => onPage(page.page + 1)}>
            Siguiente
          </Button>
        </div>
      )}
      <label className="flex items-center gap-2 text-sm text-soft">
        Pedidos por página
        <span className="quiet-select text-ink">
          <select value={size} onChange={(event) => onSize(event.target.value)}>
            {PAGE_SIZES.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </span>
      </label>
    </nav>
  );
}
