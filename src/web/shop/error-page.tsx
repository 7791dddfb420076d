import { useEffect } from "react";
import { isRouteErrorResponse, Link, useLocation, useRouteError, useRouteLoaderData } from "react-router";
import { FailureNote } from "../failure.tsx";
import { paths } from "../paths.ts";
import type { RootData } from "../root.tsx";
import { buttonClasses } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { useMenu } from "./layout/use-menu.ts";

/** The texts for what is missing, by the data of the loader's 404 response. */
const MISSING_TEXTS: Record<string, [title: string, help: string]> = {
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
const FAILED_TEXTS = [
  "Algo falló de nuestro lado",
  "No pudimos mostrar esta página. Intenta de nuevo en un momento.",
] as const;
const ORDER_PLACED_TEXTS = [
  "Tu pedido quedó hecho",
  "No lo repitas: lo que falló es mostrar su página. Ábrela otra vez en un momento.",
] as const;

interface TopCategory {
  slug: string;
  name: string;
}

/**
 * The page for an error: what happened, what to do, and links to continue. Outside the layout there is no menu.
 */
export default function ErrorPage({ menu }: { menu?: readonly TopCategory[] }) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData("root") as RootData | undefined;
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const isOrderPlaced = pathname.startsWith(paths.order("")) && new URLSearchParams(search).has("nuevo");
  const [title, help] = isMissing
    ? (MISSING_TEXTS[String(error.data)] ?? MISSING_TEXTS.page!)
    : isOrderPlaced
      ? ORDER_PLACED_TEXTS
      : FAILED_TEXTS;
  return (
    <main id="contenido" className="page flex-1 space-y-14 py-8 sm:py-20">
      <title>{[title, root?.shop.name].filter(Boolean).join(" · ")}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto max-w-2xl text-center">
        <p aria-hidden className="tabular text-sm text-soft">
          {isMissing ? "404" : isOrderPlaced ? "" : "Error"}
        </p>
        <h1 className="mt-3 text-2xl md:text-3xl">{title}</h1>
        <p className="mx-auto mt-4 max-w-md text-soft">{help}</p>
        {!isMissing && <FailureNote />}
        {/* Hidden on phones, where the search field of the layout's header is just above. */}
        {isMissing && <SearchField />}
        <p className="mt-8 flex flex-wrap justify-center gap-3">
          {!isMissing && (
            // A link to the same URL, so that it also works without JavaScript.
            <a href={pathname + search} className={buttonClasses("secondary")}>
              {isOrderPlaced ? "Ver mi pedido" : "Reintentar"}
            </a>
          )}
          <a href="/" className={buttonClasses("primary")}>
            Ir a la tienda
          </a>
        </p>
      </div>
      {menu && menu.length > 0 && <CategoryLinks menu={menu} />}
    </main>
  );
}

function SearchField() {
  return (
    <form
      role="search"
      aria-label="Buscar lo que querías"
      action="/"
      className="relative mx-auto mt-8 max-w-md max-md:hidden"
    >
      <input
        type="search"
        name="searchTerm"
        aria-label="¿Qué buscas?"
        placeholder="¿Qué buscas?"
        maxLength={100}
        required
        className="h-12 w-full rounded-none border-b border-edge bg-transparent pr-14"
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
  );
}

/** The categories with their pictures, which are loaded after the page. Until then a background is shown. */
function CategoryLinks({ menu }: { menu: readonly TopCategory[] }) {
  const { tree, load } = useMenu();
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(load, []);
  return (
    <nav aria-label="Categorías de la tienda">
      <ul className="mx-auto grid max-w-6xl grid-cols-3 gap-x-0.5 gap-y-6 max-sm:-mx-4 md:grid-cols-6">
        {menu.map(({ slug, name }) => {
          const image = tree?.find((entry) => entry.slug === slug)?.image;
          return (
            <li key={slug}>
              <Link to={paths.home({ category: slug })} className="group block">
                <Thumbnail src={image} width={208} className="w-full" />
                <span className="block min-h-11 pt-2.5 text-sm underline-offset-4 group-hover:underline max-sm:px-2">
                  {name}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
