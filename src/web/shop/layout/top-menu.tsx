import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import type { MenuCategory } from "./header.tsx";
import { loadable } from "../../ui/loadable.tsx";

const MegaMenu = loadable(() => import("./mega-menu.tsx"));

/**
 * The categories on wide screens: links that also open a panel, on hover, with their arrow button or with ↓. The code
 * of the panel is loaded with the first hover or focus (mega-menu.tsx).
 */
export function TopMenu({ menu }: { menu: MenuCategory[] }) {
  const nav = useRef<HTMLElement>(null);
  const [shouldLoadMenu, setShouldLoadMenu] = useState(false);
  const [openSlug, setOpenSlug] = useState<string | null>(null);
  const loadPanel = (): void => setShouldLoadMenu(true);
  // The menu may have the pointer or the focus before this code is loaded.
  useEffect(() => setShouldLoadMenu(nav.current!.matches(":hover, :focus-within")), []);
  return (
    <nav ref={nav} aria-label="Categorías" className="hidden lg:block" onPointerEnter={loadPanel} onFocus={loadPanel}>
      <ul className="flex gap-2 xl:gap-3">
        {menu.map((entry) => (
          <li
            key={entry.slug}
            data-entry={entry.slug}
            className={cx(
              "flex items-center underline-offset-8 hover:underline",
              openSlug === entry.slug && "underline",
            )}
          >
            <Link to={paths.home({ category: entry.slug })} prefetch="intent" viewTransition className="py-3 text-sm">
              {entry.name}
            </Link>
            <button
              type="button"
              aria-label={`Menú de ${entry.name}`}
              aria-expanded={openSlug === entry.slug}
              aria-controls="mega-menu"
              onClick={() => setOpenSlug(openSlug === entry.slug ? null : entry.slug)}
              className="grid h-11 w-6 place-items-center"
            >
              <Icon
                name="chevron"
                className={cx("size-3.5 transition-transform", openSlug === entry.slug ? "-rotate-90" : "rotate-90")}
              />
            </button>
          </li>
        ))}
      </ul>
      <div id="mega-menu">
        {(shouldLoadMenu || openSlug) && <MegaMenu nav={nav} menu={menu} opened={openSlug} onOpen={setOpenSlug} />}
      </div>
    </nav>
  );
}
