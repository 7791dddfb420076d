import { useMemo, type ReactNode } from "react";
import { data, useRouteLoaderData } from "react-router";
import { menuTree } from "../../../server/catalog/menu-tree.ts";
import { listBrands } from "../../../server/catalog/queries.ts";
import { loadProductList } from "../../../server/catalog/load-product-list.ts";
import { proposeProducts } from "../../../server/catalog/propose-products.ts";
import type { CardView } from "../../../server/catalog/to-view.ts";
import { appContext, shopContext } from "../../context.ts";
import { countFilters, filtersOf, pageOf, paths, searchOf, type HomeFilters } from "../../paths.ts";
import { toJsonText, parseJsonText } from "../../json-text.ts";
import type { RootData } from "../../root.tsx";
import { Breadcrumbs, type Crumb } from "../../ui/breadcrumbs.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { pageMeta } from "../page-meta.ts";
import { breadcrumbData, shopData, structuredData } from "../structured-data.ts";
import type { Route } from "./+types/route";
import { findCategoryPath } from "../category-path.ts";
import { SubcategoryLinks, CategoryTiles } from "./category-tiles.tsx";
import { countText, isTicketList } from "./count-text.server.ts";
import { toFilterChips } from "./filter-chips.ts";
import { ListHeader } from "./list-header.tsx";
import { loadFrontSections, type FrontSectionData } from "./front-sections.server.ts";
import { Hero } from "./hero.tsx";
import { listTitle } from "./list-title.ts";
import { ProductList } from "./product-list.tsx";
import { tileSizeClasses } from "./tile-sizes.server.ts";
import { proposeLists, type ProposedList } from "./propose-lists.ts";

const ActiveFilters = lazyPart("active-filters", () => import("./active-filters.tsx"));
const EmptyList = lazyPart("empty-list", () => import("./empty-list.tsx"));
const FrontSection = lazyPart("front-section", () => import("./front-section.tsx"));

/** The maximum number of pages that a shared link shows. A button loads the others. */
const MAX_PAGES = 10;

/** Loads pages 1 to `page` as one list, so that Back and shared links show the same cards. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { readDb: db } = app;
  const shop = context.get(shopContext);
  const query = new URL(request.url).searchParams;
  const filters = filtersOf(query);
  const page = Math.min(pageOf(query), MAX_PAGES);
  // With `?reload=false` the unfiltered list is not loaded: the page shows a button for it.
  const isListSkipped = query.get("reload") === "false" && isUnfiltered(filters);
  const [list, tree, brands, frontPage] = await Promise.all([
    isListSkipped ? null : loadProductList(app, shop, searchOf(filters), { page, fromFirst: true }),
    menuTree(app, shop),
    filters.brand ? listBrands(db, shop) : [],
    isUnfiltered(filters) ? loadFrontSections(app, shop, query) : null,
  ]);
  const categoryPath = filters.category ? findCategoryPath(tree, filters.category) : [];
  const category = categoryPath.at(-1);
  const tiles = (category ? category.children : tree).map(({ slug, name, picture, color }, index, { length }) => ({
    slug,
    name,
    // The name below the picture describes it.
    picture: picture && { ...picture, alt: "" },
    color,
    className: tileSizeClasses(index, length),
  }));
  const chosenBrands = brands.filter(({ slug, id }) => filters.brand?.some((value) => value === slug || value === id));
  const chips = toFilterChips(filters, chosenBrands);
  const proposal =
    list?.totalProducts === 0
      ? await findProposal(context, proposeLists(filters, { chips, category: category?.name }))
      : null;
  const shownList = {
    total: list?.totalProducts ?? 0,
    products: list && !proposal ? list.products : [],
    isCategory: !!category,
  };
  const { management, orders } = shop.settings;
  const ownSortLabel = filters.searchTerm ? "Mejor coincidencia" : list?.isByEvent ? "Próximos primero" : undefined;
  const body = {
    countText: list ? countText(shownList) : "",
    hasWholesale: management.canSell && orders.allowWholesale && !isTicketList(shownList),
    title: listTitle(
      filters,
      { category: category?.name, brands: chosenBrands.map(({ name }) => name) },
      list?.totalProducts === 0,
    ),
    description: category
      ? category.description || `${category.name} en ${shop.name}.`
      : frontPageDescription(shop.name, tiles),
    ownSortLabel,
    defaultSort: ownSortLabel ? "" : orders.products.sortkey,
    filters,
    path: categoryPath.map(({ slug, name, description }) => ({ slug, name, description })),
    content: toJsonText({
      front: frontPage,
      list: list && proposal ? { ...list, products: proposal.products, totalPages: 1 } : list,
      tiles,
      // A search that found nothing shows no chip for its words, because the title names them.
      chips: countFilters(filters) > 0 || (filters.searchTerm && list?.totalProducts !== 0) ? chips : null,
      proposal: proposal && { text: proposal.text, label: proposal.label, to: paths.home(proposal.filters) },
    }),
  };
  // oxlint-disable-next-line no-throw-literal -- React Router's way of answering 404
  if (filters.category && categoryPath.length === 0) throw data("category", { status: 404 });
  return body;
}

/** The longest list of the first group that has products, with its first products. Null if all lists are empty. */
async function findProposal(
  context: Route.LoaderArgs["context"],
  groups: readonly (readonly ProposedList[])[],
): Promise<(ProposedList & { products: CardView[] }) | null> {
  const lists = groups.map((group) => group.map(({ filters }) => searchOf(filters)));
  const proposal = await proposeProducts(context.get(appContext), context.get(shopContext), lists);
  return proposal && { ...groups.flat()[proposal.index]!, products: proposal.products };
}

/** Search engines may show some lists, under one URL each (decision 9). */
export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(matches, { title: "Inicio" });
  const { shop, origin } = matches[0].loaderData;
  const { title, description, filters, path: categoryPath } = loaderData;
  const category = categoryPath.at(-1);
  const isNarrowed = Boolean(filters.searchTerm) || countFilters(filters) > 0;
  return [
    ...pageMeta(matches, {
      title,
      description: import.meta.env.SSR ? description : undefined,
      path: isNarrowed ? undefined : paths.home({ category: category?.slug }),
    }),
    ...(import.meta.env.SSR && !isNarrowed
      ? structuredData(
          category
            ? [breadcrumbData([{ label: "Inicio", to: "/" }, ...categoryPath.map(crumbOf)], origin)]
            : shopData(shop, origin),
        )
      : []),
  ];
}

/** Whether the list has no filter, no category and no search term. It may have any sort order. */
function isUnfiltered(filters: HomeFilters): boolean {
  return Object.entries(filters).every(([name, value]) => !value || name === "sort");
}

function crumbOf({ name, slug }: { name: string; slug: string }): Crumb {
  return { label: name, to: paths.home({ category: slug }) };
}

function frontPageDescription(shopName: string, tiles: readonly { name: string }[]): string {
  const names = new Intl.ListFormat("es").format(tiles.map((tile) => tile.name));
  return [`Compra en línea en ${shopName}`, names].filter(Boolean).join(": ") + ".";
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { title, filters, path: categoryPath, content } = loaderData;
  const { front, list, tiles, chips, proposal } = useMemo(() => parseJsonText(content), [content]);
  const { shop } = useRouteLoaderData("root") as RootData;
  const category = categoryPath.at(-1);
  const renderLazySection = (part: FrontSectionData) => <FrontSection part={part} shop={shop} />;
  const products = (
    <section aria-label="Productos" className={front ? "space-y-8" : "space-y-1"}>
      {!shop.settings.management.canSell && renderLazySection({ id: 0, kind: "notSelling" })}
      <ListHeader
        {...loaderData}
        title={front ? null : (!filters.searchTerm && category?.name) || title}
        category={category?.slug}
        subcategoryLinks={
          !front && tiles.length > 0 && !filters.searchTerm && <SubcategoryLinks tiles={tiles} filters={filters} />
        }
      >
        {chips && <ActiveFilters filters={filters} chips={chips} />}
      </ListHeader>
      {!front && <h2 className="sr-only">Productos</h2>}
      {list?.totalProducts === 0 && <EmptyList proposal={proposal} tiles={tiles} />}
      {list ? (
        <ProductList
          key={JSON.stringify(filters)}
          list={list}
          {...{ filters, shop }}
          sectionsWithin={front?.withinList.map((part) => (
            <li key={part.id} data-part="front-section" className={part.className}>
              {renderLazySection(part)}
            </li>
          ))}
        />
      ) : (
        <p className="py-8 text-center">
          <ButtonLink to={paths.home(filters)}>Ver los productos</ButtonLink>
        </p>
      )}
    </section>
  );
  const builtInSections: Partial<Record<FrontSectionData["kind"], ReactNode>> = {
    hero: <Hero shop={shop} />,
    categories: tiles.length > 0 && <CategoryTiles tiles={tiles} />,
    list: products,
  };
  return (
    <main id="contenido" className="flex-1" data-messages={front?.messages}>
      {front ? (
        <>
          <h1 className="sr-only">{shop.name}</h1>
          {front.upToList.map((part) => (
            <div key={part.id} data-part="front-section" className={part.className}>
              {builtInSections[part.kind] ?? renderLazySection(part)}
            </div>
          ))}
        </>
      ) : (
        <div className="page pt-3">
          <CategoryPath path={categoryPath} />
          {products}
          {category?.description && <p className="max-w-2xl text-soft">{category.description}</p>}
        </div>
      )}
    </main>
  );
}

/** The breadcrumbs from home to the category of the list. */
function CategoryPath({ path }: { path: { slug: string; name: string }[] }) {
  return (
    <div className="pb-1 max-md:hidden">
      <Breadcrumbs crumbs={[{ label: "Inicio", to: "/" }, ...path.map(crumbOf)]} />
    </div>
  );
}
