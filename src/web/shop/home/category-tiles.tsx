import { Link } from "react-router";
import { Picture, type PictureView } from "../../ui/picture.tsx";
import { cx } from "../../ui/class-names.ts";
import { paths, type HomeFilters } from "../../paths.ts";

interface Tile {
  slug: string;
  name: string;
  picture: PictureView | null;
  color: string | null;
}

/** Columns of a row on wide screens (rule SCREEN-8). */
const COLUMNS = 4;

/** How many columns the tile takes, so that the last row is full. */
function span(index: number, count: number): string {
  const last = count % COLUMNS;
  const inLastRow = last > 0 && index >= count - last;
  return cx(
    count % 2 === 1 && index === count - 1 && "col-span-2",
    inLastRow && last === 1 && "md:col-span-4",
    inLastRow && last === 2 && "md:col-span-2",
    inLastRow && last === 3 && (index === count - 3 ? "md:col-span-2" : "md:col-span-1"),
  );
}

/** The categories of the front page: pictures with a caption, four per row, two on phones. */
export function CategoryTiles({ tiles }: { tiles: Tile[] }) {
  return (
    <nav aria-label="Categorías para explorar">
      <ul className="grid grid-cols-2 gap-x-0.5 gap-y-7 md:grid-cols-4 md:gap-y-9">
        {tiles.map((tile, index) => (
          <li key={tile.slug} className={span(index, tiles.length)}>
            <Link to={paths.home({ category: tile.slug })} prefetch="intent" className="group block">
              <span
                className="block h-[62vw] max-h-72 overflow-hidden bg-bone md:h-[29vw] md:max-h-120"
                style={{ backgroundColor: tile.picture ? undefined : (tile.color ?? undefined) }}
              >
                {tile.picture && (
                  <Picture
                    picture={tile.picture}
                    sizes="(min-width: 768px) 25vw, 50vw"
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

/** The subcategories of a list. On phones the select of categories has them. */
export function CategoryRail({ tiles, filters }: { tiles: Tile[]; filters: HomeFilters }) {
  return (
    <nav aria-label="Categorías para explorar" className="max-md:hidden">
      <ul className="flex gap-5 overflow-x-auto [scrollbar-width:none]">
        {tiles.map((tile) => (
          <li key={tile.slug} className="shrink-0">
            <Link
              to={paths.home({ ...filters, category: tile.slug, page: undefined })}
              prefetch="intent"
              className="flex min-h-11 items-center text-sm underline-offset-8 hover:underline"
            >
              {tile.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
