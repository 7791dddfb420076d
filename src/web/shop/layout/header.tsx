import { useEffect, useState, type MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";
import { useCart } from "../../state/cart.tsx";
import { useSession } from "../../state/session.tsx";
import { Icon } from "../../ui/icon.tsx";
import { AccountLinks } from "./account-links.tsx";
import { MessageLine } from "./message-line.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { SearchForm } from "./search-form.tsx";
import { TopMenu } from "./top-menu.tsx";
import { loadable } from "../../ui/loadable.tsx";

const CartClock = loadable(() => import("./cart-clock.tsx"));
const CartDrawer = loadable(() => import("../cart/cart-drawer.tsx").catch(() => ({ default: () => null })));

/** A category in the page's own data. Its brands are loaded when a menu is opened (use-menu.ts). */
export interface MenuCategory {
  slug: string;
  name: string;
  children: MenuCategory[];
}

export function Header({ shop, menu }: { shop: PublicShop; menu: MenuCategory[] }) {
  const { management } = shop.settings;
  return (
    <>
      <div className="message-bar bg-ink text-xs text-paper dark:bg-sand dark:text-ink">
        <div className="page flex min-h-7 items-center justify-center gap-6 lg:justify-between">
          {shop.settings.storefront.messages === "line" ? <MessageLine messages={shop.messages} /> : <span />}
          <nav aria-label="Tu cuenta" className="hidden lg:block">
            <ul className="flex gap-5">
              <AccountLinks
                management={management}
                className="flex min-h-8 items-center underline-offset-4 hover:underline"
              />
            </ul>
          </nav>
        </div>
      </div>
      <header className="sticky top-0 z-30 border-b border-line bg-paper">
        <div className="page grid grid-cols-[1fr_auto_1fr] items-center gap-x-1 md:h-15 md:gap-x-6 lg:grid-cols-[auto_1fr_auto] xl:grid-cols-[1fr_auto_1fr]">
          <div className="lg:order-2 xl:order-none">
            <MobileMenu menu={menu} management={management} />
            <TopMenu menu={menu} />
          </div>
          <Link to="/" viewTransition className="flex min-h-13 items-center justify-center lg:min-h-0">
            {shop.logo ? (
              <img
                src={shop.logo}
                alt={shop.name}
                className="h-9 w-auto max-w-[45vw] object-contain mix-blend-multiply dark:mix-blend-normal"
              />
            ) : (
              <span className="line-clamp-2 text-center font-display text-[1.625rem] leading-tight tracking-tight hyphens-auto wrap-anywhere xl:text-[1.875rem]">
                {shop.name}
              </span>
            )}
          </Link>
          <div className="contents md:flex md:items-center md:justify-end md:gap-3 lg:order-3">
            <SearchForm />
            {management.canSell && <CartLink />}
          </div>
        </div>
      </header>
      <AssistedSession />
    </>
  );
}

/** A component of its own, so that the whole header is not rendered again when the session is loaded. */
function AssistedSession() {
  const { session } = useSession();
  return (
    session?.assistedBy && (
      <p role="status" className="bg-warning px-4 py-2 text-center text-sm font-semibold text-paper">
        Sesión asistida: {session.assistedBy} actúa a nombre del cliente.
      </p>
    )
  );
}

function CartLink() {
  const { cart, deadline, expired } = useCart();
  const pieces = expired ? 0 : (cart?.summary.pieces ?? 0);
  /** Null until the drawer is opened for the first time. */
  const [isDrawerOpen, setDrawerOpen] = useState<boolean | null>(null);
  const { pathname } = useLocation();
  // The drawer closes when the visitor leaves the page on which it was opened.
  useEffect(() => setDrawerOpen((wasOpen) => wasOpen && false), [pathname]);
  /** Opens the drawer. With a modifier key, on cart pages and for an empty cart the link opens the cart's page. */
  const openDrawer = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || pathname.startsWith(paths.cart) || pieces === 0) return;
    event.preventDefault();
    setDrawerOpen(true);
  };
  return (
    <div className="flex shrink-0 items-center justify-end gap-1">
      {deadline && <CartClock />}
      <Link
        to={paths.cart}
        prefetch="intent"
        onClick={openDrawer}
        className="relative -mr-2.5 grid size-11 place-items-center"
      >
        <Icon name="bag" className="size-6" />
        <span className="sr-only">Carrito{pieces > 0 && `, ${pieces} ${pieces === 1 ? "pieza" : "piezas"}`}</span>
        {pieces > 0 && (
          <span
            aria-hidden
            className="tabular absolute right-0.5 top-1 grid h-5 min-w-5 place-items-center rounded-full bg-ink px-1 text-xs font-semibold text-paper"
          >
            {pieces}
          </span>
        )}
      </Link>
      {isDrawerOpen !== null && <CartDrawer open={isDrawerOpen} onClose={() => setDrawerOpen(false)} />}
    </div>
  );
}
