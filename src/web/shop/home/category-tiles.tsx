import { Link } from "react-router";
import { Picture, type PictureView } from "../../ui/picture.tsx";
import { paths, type HomeFilters } from "../../paths.ts";

interface Tile {
  slug: string;
  name: string;
  picture: PictureView | null;
  color: string | null;
}

/** Subcategories, four per row (rule SCREEN-8), on phones a row to swipe. */
export function CategoryTiles({ tiles, filters }: { tiles: Tile[]; filters: HomeFilters }) {
  return (
    <nav aria-label="Categorías para explorar">
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-4 md:gap-4 md:overflow-visible md:px-0">
        {tiles.map((tile) => (
          <li key={tile.slug} className="w-40 shrink-0 snap-start md:w-auto">
            <Link
              to={paths.home({ ...filters, category: tile.slug, page: undefined })}
              prefetch="intent"
              className="group flex items-center gap-3 overflow-hidden rounded-box border border-line bg-card pr-3 transition-colors hover:border-edge"
            >
              {tile.picture ? (
                <span className="w-16 shrink-0 md:w-12 lg:w-20">
                  <Picture picture={tile.picture} sizes="80px" alt="" className="aspect-square object-cover" />
                </span>
              ) : (
                <span
                  aria-hidden
                  className="aspect-square w-16 shrink-0 md:w-12 lg:w-20"
                  style={{ backgroundColor: tile.color ?? "var(--color-sand)" }}
                />
              )}
              <span className="min-w-0 text-sm font-semibold leading-tight hyphens-auto wrap-break-word">
                {tile.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
