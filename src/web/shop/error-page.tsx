import { isRouteErrorResponse, Link, useLocation, useRouteError, useRouteLoaderData } from "react-router";
import { FailureNote } from "../failure.tsx";
import { paths } from "../paths.ts";
import type { RootData } from "../root.tsx";
import { Icon } from "../ui/icon.tsx";

/** What is missing, as the loader that answered 404 reports it. */
const MISSING: Record<string, [title: string, help: string]> = {
  product: [
    "No encontramos este producto",
    "Puede que ya no esté a la venta. Busca algo parecido o mira lo que hay en cada categoría.",
  ],
  category: [
    "No encontramos esta categoría",
    "Puede que haya cambiado de nombre. Busca lo que querías o elige otra categoría.",
  ],
  page: [
    "No encontramos esta página",
    "Puede que la dirección tenga un error o que la página ya no exista. Busca lo que querías o elige una categoría.",
  ],
};
const FAILED = [
  "Algo falló de nuestro lado",
  "No pudimos mostrar esta página. Intenta de nuevo en un momento.",
] as const;
const PLACED = [
  "Tu pedido quedó hecho",
  "No lo repitas: lo que falló es mostrar su página. Ábrela otra vez en un momento.",
] as const;

/**
 * What a visitor sees when a page fails: what happened, what to do, links to continue. Outside the layout there is no
 * menu.
 */
export default function ErrorPage({ menu }: { menu?: readonly { slug: string; name: string }[] }) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData("root") as RootData | undefined;
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const isPlaced = pathname.startsWith(paths.order("")) && new URLSearchParams(search).has("nuevo");
  const [title, help] = isMissing ? (MISSING[String(error.data)] ?? MISSING.page!) : isPlaced ? PLACED : FAILED;
  return (
    <main id="contenido" className="page flex-1 py-16 text-center sm:py-24">
      <title>{[title, root?.shop.name].filter(Boolean).join(" · ")}</title>
      <meta name="robots" content="noindex" />
      <p aria-hidden className="tabular text-sm text-soft">
        {isMissing ? "404" : isPlaced ? "" : "Error"}
      </p>
      <h1 className="mt-2 text-2xl">{title}</h1>
      <p className="mx-auto mt-3 max-w-md text-soft">{help}</p>
      {!isMissing && <FailureNote />}
      {isMissing && (
        <form role="search" aria-label="Buscar lo que querías" action="/" className="relative mx-auto mt-8 max-w-md">
          <input
            type="search"
            name="searchTerm"
            aria-label="¿Qué buscas?"
            placeholder="¿Qué buscas?"
            maxLength={100}
            required
            className="h-12 w-full border-b border-edge bg-transparent pr-14"
          />
          <button
            type="submit"
            data-plain=""
            aria-label="Buscar"
            className="absolute right-0.5 top-0.5 grid size-11 place-items-center"
          >
            <Icon name="search" />
          </button>
        </form>
      )}
      {menu && menu.length > 0 && (
        <nav aria-label="Categorías de la tienda" className="mt-8">
          <ul className="flex flex-wrap justify-center gap-2">
            {menu.map((top) => (
              <li key={top.slug}>
                <Link
                  to={paths.home({ category: top.slug })}
                  className="inline-flex min-h-11 items-center border border-edge px-4 text-sm hover:border-ink"
                >
                  {top.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p className="mt-10 flex flex-wrap justify-center gap-4">
        {!isMissing && (
          // The same address again: a link, so that it works without our code too.
          <a
            href={pathname + search}
            className="inline-flex min-h-11 items-center rounded-box border border-edge bg-card px-5 text-sm font-semibold hover:border-ink"
          >
            {isPlaced ? "Ver mi pedido" : "Reintentar"}
          </a>
        )}
        <a
          href="/"
          className="inline-flex min-h-11 items-center rounded-box bg-ink px-5 text-sm font-semibold text-paper hover:bg-ink/85"
        >
          Ir a la tienda
        </a>
      </p>
    </main>
  );
}
