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
  const [shouldLoadPanel, setShouldLoadPanel] = useState(false);
  const [openSlug, setOpenSlug] = useState<string | null>(null);
  const loadPanel = (): void => setShouldLoadPanel(true);
  // The pointer or the focus may be in the menu before this code is loaded.
  useEffect(() => setShouldLoadPanel(nav.current!.matches(":hover, :focus-within")), []);
  return (
    <nav ref={nav} aria-label="Categorías" className="hidden lg:block" onPointerEnter={loadPanel} onFocus={loadPanel}>
      <ul className="flex gap-2 xl:gap-3">
        {menu.map((category) => (
          <li
            key={category.slug}
            data-entry={category.slug}
            className={cx(
              "flex items-center underline-offset-8 hover:underline",
              openSlug === category.slug && "underline",
            )}
          >
            <Link
              to={paths.home({ category: category.slug })}
              prefetch="intent"
              viewTransition
              className="py-3 text-sm"
            >
              {category.name}
            </Link>
            <button
              type="button"
              aria-label={`Menú de ${category.name}`}
              aria-expanded={openSlug === category.slug}
              aria-controls="mega-menu"
              onClick={() => setOpenSlug(openSlug === category.slug ? null : category.slug)}
              className="grid h-11 w-6 place-items-center"
            >
              <Icon
                name="chevron"
                className={cx("size-3.5 transition-transform", openSlug === category.slug ? "-rotate-90" : "rotate-90")}
              />
            </button>
          </li>
        ))}
      </ul>
      <div id="mega-menu">
        {(shouldLoadPanel || openSlug) && (
          <MegaMenu nav={nav} menu={menu} openSlug={openSlug} setOpenSlug={setOpenSlug} />
        )}
      </div>
    </nav>
  );
}
