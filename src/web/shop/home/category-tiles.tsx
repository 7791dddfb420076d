import { Link } from "react-router";
import { Picture, type PictureView } from "../../ui/picture.tsx";
import { paths, type HomeFilters } from "../../paths.ts";

interface Tile {
  slug: string;
  name: string;
  picture: PictureView | null;
  color: string | null;
  /** The classes of its size on the front page (tile-sizes.server.ts). */
  className: string;
}

/** The categories of the front page: pictures with a caption, in full rows. */
export function CategoryTiles({ tiles }: { tiles: Tile[] }) {
  return (
    <nav aria-label="Categorías para explorar">
      <ul className="grid grid-cols-2 gap-x-0.5 gap-y-7 max-md:-mx-4 md:grid-cols-12 md:gap-y-9">
        {tiles.map((tile) => (
          <li key={tile.slug} className={tile.className}>
            <Link to={paths.home({ category: tile.slug })} prefetch="intent" viewTransition className="group block">
              <span
                className="block h-[62vw] max-h-72 overflow-hidden bg-bone md:h-(--tile) md:max-h-136"
                style={{ backgroundColor: tile.picture ? undefined : (tile.color ?? undefined) }}
              >
                {tile.picture && (
                  <Picture
                    picture={tile.picture}
                    sizes="(min-width: 768px) 34vw, 50vw"
                    alt=""
                    className="size-full object-cover mix-blend-multiply transition-transform duration-500 group-hover:scale-[1.03]"
                  />
                )}
              </span>
              <span className="mt-3 block font-display text-xl leading-none max-md:px-4">{tile.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The subcategories of the list's category, or the top categories if it has no category, in the row of its filters. */
export function SubcategoryLinks({ tiles, filters }: { tiles: Tile[]; filters: HomeFilters }) {
  return (
    <nav
      aria-label="Categorías para explorar"
      className="border-l border-line pl-5 md:order-first md:mr-auto md:border-0 md:pl-0"
    >
      <ul className="flex gap-5">
        {tiles.map((tile) => (
          <li key={tile.slug} className="shrink-0">
            <Link
              to={paths.home({ ...filters, category: tile.slug, page: undefined })}
              prefetch="intent"
              className="flex min-h-11 items-center underline-offset-8 hover:underline"
            >
              {tile.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
