import { Fragment, useEffect, useState, type ReactNode } from "react";
import { PrefetchPageLinks, useNavigation } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { paths, type HomeFilters } from "../../paths.ts";
import { useTrackedList } from "../../state/use-tracked-list.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { LoadFailure } from "../../ui/notice.tsx";
import { useMoreProducts, type LoadedPages } from "./use-more-products.ts";
import { useProductsToPrefetch } from "./use-products-to-prefetch.ts";
import { ProductCard } from "../product-card.tsx";
import { BannerTile } from "./banner-tile.tsx";

/** The delay before the end of the list is announced (rule SCREEN-4). */
const ANNOUNCE_END_AFTER_MS = 1_500;
/** The number of cards that are visible when the page opens. */
const VISIBLE_CARDS = 4;
/** The index in the list at which a banner, or the front page's sections within the list, are inserted. */
const INSERT_INDEX = 8;

interface Props {
  /** The products of the pages that the server loaded: from page 1 to the `page` of the URL. */
  list: LoadedPages;
  filters: HomeFilters;
  shop: PublicShop;
  /** The front page's sections among the products, as items of the list. The last one is the heading of the rest. */
  sectionsWithin: ReactNode[] | undefined;
}

/** The list of products. More are loaded while the customer scrolls. */
export function ProductList({ list, filters, shop, sectionsWithin }: Props) {
  const { products, page, hasMore, failed, loadNext, sentinel, placeholderCount } = useMoreProducts(list, filters);
  useTrackedList(products, filters);
  const navigation = useNavigation();
  const isChanging = navigation.state === "loading" && navigation.location.pathname === "/";
  const prefetchedIds = useProductsToPrefetch(products.length);
  if (products.length === 0) return null;
  // A list that begins with a ticket has no banner, because the banner shows garments.
  const tileBanner =
    sectionsWithin || products[0]!.isDigital ? undefined : shop.banners.find(({ place }) => place === "tile");
  return (
    <>
      {prefetchedIds.map((id) => (
        <PrefetchPageLinks key={id} page={paths.product(id)} />
      ))}
      <ul
        aria-busy={isChanging}
        className={cx(
          isChanging && "opacity-50",
          "transition-opacity delay-150 grid grid-cols-2 gap-x-0.5 gap-y-10 max-sm:-mx-4 sm:grid-cols-3 lg:grid-cols-4",
        )}
      >
        {products.map((product, index) => (
          <Fragment key={product.id}>
            {index === INSERT_INDEX &&
              (sectionsWithin ||
                (tileBanner && (
                  <li>
                    <BannerTile banner={tileBanner} />
                  </li>
                )))}
            <li>
              <ProductCard
                product={product}
                priority={sectionsWithin || index >= VISIBLE_CARDS ? undefined : index === 0 ? "lead" : "early"}
                shop={shop}
              />
            </li>
          </Fragment>
        ))}
        {products.length <= INSERT_INDEX && sectionsWithin?.slice(0, -1)}
        <li ref={sentinel} aria-hidden className="col-span-full -mt-10" />
        {Array.from({ length: placeholderCount }, (_, n) => (
          <CardSkeleton key={n} />
        ))}
      </ul>
      {failed && <LoadFailure title="No pudimos traer más productos." onRetry={() => void loadNext()} />}
      <div className="text-center">
        {hasMore ? (
          <ButtonLink
            variant="secondary"
            to={paths.home({ ...filters, page: page + 1 })}
            preventScrollReset
            onClick={(event) => {
              event.preventDefault();
              void loadNext();
            }}
          >
            Ver más productos ({products.length} de {list.totalProducts})
          </ButtonLink>
        ) : (
          <EndOfList />
        )}
      </div>
    </>
  );
}

/** A placeholder without animation and with few elements, because up to two dozen are rendered when the page opens. */
function CardSkeleton() {
  return (
    <li aria-hidden className="pb-31">
      <span className="block aspect-4/5 bg-line/50" />
    </li>
  );
}

function EndOfList() {
  const [isAnnounced, setAnnounced] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(true), ANNOUNCE_END_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="min-h-6 text-sm text-soft">
      {isAnnounced && "Ya no hay más productos."}
    </p>
  );
}
