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

/** Rows of three are full, and those of four are not (rule SCREEN-8). */
function fitsThree(count: number): boolean {
  return count % 3 === 0 && count % 4 > 0;
}

/** How many columns the tile takes, so that the last row is full. */
function span(index: number, count: number): string {
  const last = fitsThree(count) ? 0 : count % 4;
  const inLastRow = last > 0 && index >= count - last;
  return cx(
    count % 2 === 1 && index === count - 1 && "col-span-2 md:col-span-1",
    inLastRow && last === 1 && "md:col-span-4",
    inLastRow && last === 2 && "md:col-span-2",
    inLastRow && last === 3 && index === count - 3 && "md:col-span-2",
  );
}

/** The categories of the front page: pictures with a caption, in full rows. */
export function CategoryTiles({ tiles }: { tiles: Tile[] }) {
  const isThree = fitsThree(tiles.length);
  const height = isThree ? "md:h-[36vw]" : "md:h-[29vw]";
  return (
    <nav aria-label="Categorías para explorar">
      <ul
        className={cx("grid grid-cols-2 gap-x-0.5 gap-y-7 md:gap-y-9", isThree ? "md:grid-cols-3" : "md:grid-cols-4")}
      >
        {tiles.map((tile, index) => (
          <li key={tile.slug} className={span(index, tiles.length)}>
            <Link to={paths.home({ category: tile.slug })} prefetch="intent" viewTransition className="group block">
              <span
                className={cx("block h-[62vw] max-h-72 overflow-hidden bg-bone md:max-h-136", height)}
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
