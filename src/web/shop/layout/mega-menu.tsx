import { useEffect, useRef, type RefObject } from "react";
import { Link, useLocation } from "react-router";
import type { MenuEntry } from "../../../contract/catalog.ts";
import { paths } from "../../paths.ts";
import type { MenuCategory } from "./header.tsx";
import { useMenu } from "./use-menu.ts";

/** The delay before the panel opens, so that a pointer that only passes over the menu does not open it. */
const OPEN_AFTER_MS = 300;
/** The delay before the open panel is replaced by the panel of another entry. */
const SWITCH_AFTER_MS = 80;
/** The longer delay while the pointer moves down towards the open panel and crosses other entries. */
const SWITCH_MOVING_DOWN_MS = 350;
const CLOSE_AFTER_MS = 300;
/** Brands per column (rule SCREEN-8). */
const BRANDS_PER_COLUMN = 10;

type NavRef = RefObject<HTMLElement | null>;
type SetOpenSlug = (slug: string | null) => void;

/** Shows the panel of a category while it is open. Pointer, focus and keys open and close it. */
export default function MegaMenu({
  nav,
  menu,
  openSlug,
  setOpenSlug,
}: {
  nav: NavRef;
  menu: MenuCategory[];
  openSlug: string | null;
  setOpenSlug: SetOpenSlug;
}) {
  const { tree, load } = useMenu();
  const location = useLocation();
  useEffect(load);
  useEffect(() => setOpenSlug(null), [location, setOpenSlug]);
  usePanelEvents(nav, openSlug, setOpenSlug);
  const topCategory = menu.find((category) => category.slug === openSlug);
  return topCategory ? (
    <Panel key={topCategory.slug} top={topCategory} full={tree?.find((node) => node.slug === topCategory.slug)} />
  ) : null;
}

/** Opens and closes the panel with pointer, focus and keys. */
function usePanelEvents(nav: NavRef, openSlug: string | null, setOpenSlug: SetOpenSlug): void {
  const latestOpenSlug = useRef(openSlug);
  latestOpenSlug.current = openSlug;
  useEffect(() => {
    const element = nav.current;
    if (!element) return;
    const abort = new AbortController();
    const options = { signal: abort.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastPosition = { x: 0, y: 0 };
    let isMovingDown = false;
    /** The entry whose panel the pointer opened. The first press of its arrow button must not close the panel. */
    let slugOpenedByPointer: string | null = null;
    const openOrCloseLater = (slug: string | null, delayMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        slugOpenedByPointer = slug;
        setOpenSlug(slug);
      }, delayMs);
    };
    const handlePointerOver = ({ target }: { target: EventTarget | null }): void => {
      const slug = entrySlugOf(target);
      if (!slug || slug === latestOpenSlug.current) return clearTimeout(timer);
      openOrCloseLater(
        slug,
        latestOpenSlug.current ? (isMovingDown ? SWITCH_MOVING_DOWN_MS : SWITCH_AFTER_MS) : OPEN_AFTER_MS,
      );
    };
    element.addEventListener(
      "pointerover",
      (event) => event.pointerType === "mouse" && handlePointerOver(event),
      options,
    );
    element.addEventListener(
      "pointermove",
      ({ clientX, clientY }) => {
        if (Math.abs(clientX - lastPosition.x) + Math.abs(clientY - lastPosition.y) < 3) return;
        // The pointer moves down, also diagonally, towards the panel.
        isMovingDown = clientY - lastPosition.y > Math.abs(clientX - lastPosition.x) * 0.15;
        lastPosition = { x: clientX, y: clientY };
      },
      options,
    );
    element.addEventListener(
      "pointerleave",
      (event) => event.pointerType === "mouse" && openOrCloseLater(null, CLOSE_AFTER_MS),
      options,
    );
    element.addEventListener(
      "click",
      (event) => {
        const button = (event.target as Element).closest("button[aria-expanded]");
        // The keyboard's clicks have the detail 0.
        if (!button || event.detail === 0) return;
        clearTimeout(timer);
        if (
          slugOpenedByPointer !== null &&
          slugOpenedByPointer === latestOpenSlug.current &&
          entrySlugOf(button) === slugOpenedByPointer
        ) {
          event.stopPropagation();
        }
        slugOpenedByPointer = null;
      },
      { ...options, capture: true },
    );
    element.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !element.contains(relatedTarget)) setOpenSlug(null);
      },
      options,
    );
    element.addEventListener(
      "keydown",
      (event) => {
        const slug = entrySlugOf(event.target);
        if (event.key === "ArrowDown" && slug) {
          event.preventDefault();
          setOpenSlug(slug);
        }
        if (event.key === "Escape" && latestOpenSlug.current) {
          element.querySelector<HTMLElement>('button[aria-expanded="true"]')?.focus();
          setOpenSlug(null);
        }
      },
      options,
    );
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (!element.contains(target as Node)) setOpenSlug(null);
      },
      options,
    );
    // When this code is loaded, the pointer may already be over an entry.
    handlePointerOver({ target: element.querySelector("[data-entry]:hover") });
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [nav, setOpenSlug]);
}

/** The slug of the menu entry that an element belongs to. Undefined outside the entries. */
function entrySlugOf(target: EventTarget | null): string | undefined {
  return (target as Element | null)?.closest<HTMLElement>("[data-entry]")?.dataset.entry;
}

/** The panel of a category: each subcategory with its brands, once they are loaded. */
function Panel({ top: topCategory, full: entryWithBrands }: { top: MenuCategory; full: MenuEntry | undefined }) {
  const subcategories = topCategory.children.length > 0 ? topCategory.children : [topCategory];
  return (
    <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-5rem)] overflow-y-auto border-b border-line bg-paper">
      <div className="page relative min-h-84 py-7 xl:pr-80">
        {/* A picture with the same link as the heading. It is hidden from screen readers. */}
        <Link
          to={paths.home({ category: topCategory.slug })}
          viewTransition
          aria-hidden
          tabIndex={-1}
          className="absolute top-7 right-[clamp(1rem,4vw,4rem)] block h-70 w-52 bg-bone max-xl:hidden"
        >
          {entryWithBrands?.image && (
            <img src={entryWithBrands.image} alt="" className="size-full object-cover mix-blend-multiply" />
          )}
        </Link>
        <Link
          to={paths.home({ category: topCategory.slug })}
          viewTransition
          className="font-display text-xl underline-offset-4 hover:underline"
        >
          Todo de {topCategory.name}
        </Link>
        <ul
          className="mt-5 grid gap-x-10 gap-y-7"
          style={{ gridTemplateColumns: "repeat(auto-fill, minmax(9.5rem, 1fr))" }}
        >
          {subcategories.map((subcategory) => {
            const brands =
              (subcategory === topCategory
                ? entryWithBrands
                : entryWithBrands?.children.find((node) => node.slug === subcategory.slug)
              )?.brands ?? [];
            return (
              <li key={subcategory.slug}>
                {subcategory !== topCategory && (
                  <Link
                    to={paths.home({ category: subcategory.slug })}
                    viewTransition
                    prefetch="intent"
                    className="flex min-h-8 items-center text-sm font-semibold underline-offset-4 hover:underline"
                  >
                    {subcategory.name}
                  </Link>
                )}
                <div className="mt-1 flex gap-x-6">
                  {toColumns(brands).map((column) => (
                    <ul key={column[0]!.slug} aria-label={`Marcas en ${subcategory.name}`}>
                      {column.map((brand) => (
                        <li key={brand.slug}>
                          <Link
                            to={paths.home({ category: subcategory.slug, brand: [brand.slug] })}
                            viewTransition
                            className="flex min-h-7 items-center text-sm text-soft underline-offset-4 hover:text-ink hover:underline"
                          >
                            {brand.name}
                          </Link>
                        </li>
                      ))}
                    </ul>
                  ))}
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

function toColumns<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / BRANDS_PER_COLUMN) }, (_, n) =>
    list.slice(n * BRANDS_PER_COLUMN, (n + 1) * BRANDS_PER_COLUMN),
  );
}
