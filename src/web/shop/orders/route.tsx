import { useEffect, useState } from "react";
import { Link, useRouteLoaderData, useSearchParams } from "react-router";
import { call, type AnswerOf } from "../../client.ts";
import { formatLongDate } from "../../../domain/long-date.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { ORDER_STATUS_LABEL } from "../../../domain/order-status.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useSession } from "../../state/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty, Failure, Waiting } from "../../ui/notice.tsx";
import { useEndedSession } from "../login/use-ended-session.ts";
import { useRequiredSignIn } from "../login/use-return-address.ts";
import { useNow } from "../use-now.ts";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { OrderPictures } from "./order-pictures.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Mis pedidos" });
}

type Page = AnswerOf<"listOrders">;
/** Rows per page (rule SCREEN-11). */
const SIZES = [5, 10, 30, 50];

/** 'Mis pedidos': a table on wide screens, cards on narrow ones; page, size and search are in the address. */
export default function OrderList() {
  const { shop } = useRouteLoaderData("root") as RootData;
  const isIn = useRequiredSignIn(paths.orders);
  const [address, setAddress] = useSearchParams();
  const { page, error, retry } = useOrders(address);
  const query = address.get("query") ?? "";
  const size = sizeOf(address);
  const go = (part: Record<string, string>): void => {
    const next = new URLSearchParams(address);
    for (const [name, value] of Object.entries(part)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setAddress(next);
  };
  const isBranch = shop.shopType === "branch";
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8">
      <h1 className="text-2xl">Mis pedidos</h1>
      {isIn && (
        <>
          <ListControls query={query} size={size} onChange={(part) => go({ ...part, page: "" })} />
          {error && <Failure title={error} onRetry={retry} />}
          {!page && !error && (
            <Waiting label="Cargando tus pedidos" className="space-y-3" rows={4} row="h-40 md:h-19" />
          )}
          {page && page.docs.length === 0 && (
            <Empty title={query ? `Ningún pedido coincide con «${query}»` : "Aún no tienes pedidos"}>
              {query ? (
                <Button variant="secondary" onClick={() => go({ query: "", page: "" })}>
                  Ver todos
                </Button>
              ) : (
                <ButtonLink to="/">Ver la tienda</ButtonLink>
              )}
            </Empty>
          )}
          {page && page.docs.length > 0 && (
            <>
              <OrderTable page={page} isBranch={isBranch} />
              <Pager page={page} onGo={(number) => go({ page: number === 1 ? "" : String(number) })} />
            </>
          )}
        </>
      )}
    </main>
  );
}

/** The search, and the number of orders on a page. */
function ListControls({
  query,
  size,
  onChange,
}: {
  query: string;
  size: number;
  onChange: (part: { query: string } | { size: string }) => void;
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <form
        key={query}
        role="search"
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem("query") as HTMLInputElement;
          onChange({ query: field.value.trim() });
        }}
      >
        <label className="space-y-1.5 text-sm font-semibold">
          <span className="block">Buscar en mis pedidos</span>
          <input
            type="search"
            name="query"
            defaultValue={query}
            maxLength={100}
            placeholder="Número, estado o producto"
            className="min-h-11 w-64 rounded-box border border-edge bg-card px-3 text-base font-normal"
          />
        </label>
        <Button type="submit" variant="secondary">
          Buscar
        </Button>
        {query && (
          <Button variant="secondary" onClick={() => onChange({ query: "" })}>
            Limpiar
          </Button>
        )}
      </form>
      <label className="flex items-center gap-2 text-sm">
        Pedidos por página
        <select
          value={size}
          onChange={(event) => onChange({ size: event.target.value })}
          className="min-h-11 rounded-box border border-edge bg-card px-3"
        >
          {SIZES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

function sizeOf(address: URLSearchParams): number {
  const requested = Number(address.get("size"));
  return SIZES.includes(requested) ? requested : 10;
}

function useOrders(address: URLSearchParams) {
  const { session } = useSession();
  const hasEnded = useEndedSession(paths.orders);
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const wanted = address.toString();
  useEffect(() => {
    if (session?.type !== "registered") return;
    const stop = new AbortController();
    const requested = new URLSearchParams(wanted);
    void call("listOrders", {
      params: { id: session.customerId },
      query: {
        page: Math.max(1, Number(requested.get("page")) || 1),
        size: sizeOf(requested),
        query: requested.get("query") ?? undefined,
      },
      token: session.token,
      signal: stop.signal,
    }).then((outcome) => {
      if (stop.signal.aborted) return;
      setError(outcome.ok ? null : outcome.problem.detail);
      if (outcome.ok) setPage(outcome.data);
      else hasEnded(outcome.problem);
    });
    return () => stop.abort();
  }, [session, wanted, tries, hasEnded]);
  return { page, error, retry: () => setTries(tries + 1) };
}

function OrderTable({ page, isBranch }: { page: Page; isBranch: boolean }) {
  const columns = ["# Pedido", "Fecha", "Productos", ...(isBranch ? ["Cliente"] : []), "Estado", "Total"];
  const now = useNow();
  return (
    <table className="w-full border-collapse max-md:block">
      <caption className="sr-only">Mis pedidos, los más nuevos primero</caption>
      <thead className="border-b border-edge text-left text-sm text-soft max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-3 pr-4 font-semibold">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Acciones</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {page.docs.map((order) => (
          <tr
            key={order._id}
            className="relative border-b border-line hover:bg-sand/60 max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-1 max-md:py-4"
          >
            <td className="tabular py-3 pr-4 font-bold max-md:py-0">#{order.reference}</td>
            <td className="whitespace-nowrap py-3 pr-4 text-sm max-md:py-0 max-md:pr-0 max-md:text-right">
              {formatLongDate(new Date(order.createdOn), now)}
            </td>
            <td className="py-2 pr-4 max-md:col-span-2 max-md:pr-0">
              <OrderPictures products={order.products} />
            </td>
            {isBranch && (
              <td className="py-3 pr-4 max-md:col-span-2 max-md:py-0">
                {order.customer.name} {order.customer.lastName}
              </td>
            )}
            <td className="py-3 pr-4 max-md:py-0">{ORDER_STATUS_LABEL[order.status]}</td>
            <td className="tabular py-3 pr-4 font-semibold max-md:py-0 max-md:pr-0 max-md:text-right">
              {formatMoney(toCents(order.shopTotal ?? order.total))}
            </td>
            <td className="py-2 text-right max-md:col-span-2 max-md:py-0 max-md:text-left">
              <Link
                reloadDocument
                to={paths.order(order._id)}
                aria-label={`Ver el pedido ${order.reference}`}
                className="inline-flex min-h-10 items-center px-1 text-sm underline underline-offset-4 after:absolute after:inset-0 max-md:px-0"
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

function Pager({ page, onGo }: { page: Page; onGo: (page: number) => void }) {
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-4">
      <p role="status" className="text-sm text-soft">
        {page.totalDocs === 1 ? "1 pedido en total" : `${page.totalDocs} pedidos en total`}
      </p>
      {page.totalPages > 1 && (
        <div className="flex items-center gap-3">
          <Button variant="secondary" disabled={page.page <= 1} onClick={() => onGo(page.page - 1)}>
            Anterior
          </Button>
          <span className="tabular text-sm">
            Página {page.page} de {page.totalPages}
          </span>
          <Button variant="secondary" disabled={page.page >= page.totalPages} onClick={() => onGo(page.page + 1)}>
            Siguiente
          </Button>
        </div>
      )}
    </nav>
  );
}
