import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { AccountLinks, type Management } from "./account-links.tsx";
import type { MenuCategory } from "./header.tsx";
import { useMenu } from "./use-menu.ts";

/**
 * The categories for small screens, with their subcategories and the brands of these. At each level, 'Todo de X' leads
 * to the whole category. The native `details` elements work before the code is loaded.
 */
export function MobileMenu({ menu, management }: { menu: MenuCategory[]; management: Management }) {
  const details = useRef<HTMLDetailsElement>(null);
  const location = useLocation();
  const lastLocation = useRef(location);
  const { tree, load } = useMenu();
  useEffect(() => {
    // The menu may have been opened before this code was loaded.
    if (details.current!.open) load();
  });
  useEffect(() => {
    // Not on the first page: the menu may be open before this code is loaded.
    if (lastLocation.current === location) return;
    lastLocation.current = location;
    details.current!.open = false;
  }, [location]);
  return (
    <details
      ref={details}
      className="group lg:hidden"
      onToggle={load}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !details.current?.open) return;
        details.current.open = false;
        details.current.querySelector("summary")?.focus();
      }}
    >
      <summary aria-label="Menú" className="-ml-2.5 grid size-11 place-items-center">
        <Icon name="menu" className="size-6 group-open:hidden" />
        <Icon name="close" className="hidden size-6 group-open:block" />
      </summary>
      <nav
        aria-label="Categorías"
        className="absolute inset-x-0 top-full h-dvh overflow-y-auto overscroll-contain page bg-paper pb-31 pt-2"
      >
        <ul className="divide-y divide-line">
          {menu.map((topCategory) => (
            <li key={topCategory.slug}>
              <MenuGroup name={topCategory.name} categoryUrl={paths.home({ category: topCategory.slug })} isTopLevel>
                {topCategory.children.map((child) => {
                  const brands = tree
                    ?.find((node) => node.slug === topCategory.slug)
                    ?.children.find((node) => node.slug === child.slug)?.brands;
                  const categoryUrl = paths.home({ category: child.slug });
                  if (!brands || brands.length < 2)
                    return <MenuLink key={child.slug} to={categoryUrl} name={child.name} />;
                  return (
                    <li key={child.slug}>
                      <MenuGroup name={child.name} categoryUrl={categoryUrl}>
                        {brands.map((brand) => (
                          <MenuLink
                            key={brand.slug}
                            to={paths.home({ category: child.slug, brand: [brand.slug] })}
                            name={brand.name}
                          />
                        ))}
                      </MenuGroup>
                    </li>
                  );
                })}
              </MenuGroup>
            </li>
          ))}
        </ul>
        <ul aria-label="Tu cuenta" className="grid grid-cols-2 border-t border-edge pt-2">
          <AccountLinks management={management} className="flex min-h-11 items-center text-sm" />
        </ul>
      </nav>
    </details>
  );
}

function MenuGroup({
  name,
  categoryUrl,
  isTopLevel,
  children,
}: {
  name: string;
  /** The URL of the whole category. */
  categoryUrl: string;
  isTopLevel?: boolean;
  children: React.ReactNode;
}) {
  return (
    <details className="[&[open]>summary>svg]:-rotate-90">
      <summary className={`flex min-h-14 items-center justify-between ${isTopLevel ? "font-display text-xl" : ""}`}>
        {name}
        <Icon name="chevron" className="size-4 rotate-90 transition-transform" />
      </summary>
      <ul className="pb-2 pl-4">
        <MenuLink to={categoryUrl} name={`Todo de ${name}`} />
        {children}
      </ul>
    </details>
  );
}

function MenuLink({ to, name }: { to: string; name: string }) {
  return (
    <li>
      <Link to={to} viewTransition className="flex min-h-11 items-center">
        {name}
      </Link>
    </li>
  );
}
