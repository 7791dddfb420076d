import { lazy, Suspense } from "react";
import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";
import { useCart } from "../../state/cart.tsx";
import { useSession } from "../../state/session.tsx";
import { Icon } from "../../ui/icon.tsx";
import { AccountLinks } from "./account-links.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { SearchForm } from "./search-form.tsx";
import { TopMenu } from "./top-menu.tsx";

const CartClock = lazy(() => import("./cart-clock.tsx"));

/** A category as the page itself has it. Brands are loaded when a menu is opened (use-menu.ts). */
export interface MenuEntry {
  slug: string;
  name: string;
  children: MenuEntry[];
}

export function Header({ shop, menu }: { shop: PublicShop; menu: MenuEntry[] }) {
  const { management } = shop.settings;
  const { session } = useSession();
  return (
    <>
      <nav aria-label="Tu cuenta" className="hidden border-b border-line bg-sand lg:block">
        <ul className="page flex justify-end gap-6">
          <AccountLinks
            management={management}
            className="flex min-h-9 items-center text-sm underline-offset-4 hover:underline"
          />
        </ul>
      </nav>
      <header className="sticky top-0 z-30 border-b border-line bg-paper/95 backdrop-blur-sm">
        <div className="page flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 lg:flex-nowrap lg:gap-x-8">
          <MobileMenu menu={menu} management={management} />
          <Link
            to="/"
            className="min-w-0 flex-1 text-lg font-extrabold leading-tight tracking-tight lg:max-w-60 lg:flex-none"
          >
            {shop.logo ? (
              <img
                src={shop.logo}
                alt={shop.name}
                className="h-9 w-auto max-w-[45vw] object-contain mix-blend-multiply"
              />
            ) : (
              <span className="line-clamp-2 hyphens-auto wrap-anywhere">{shop.name}</span>
            )}
          </Link>
          <TopMenu menu={menu} />
          <SearchForm />
          {management.canSell && <CartLink />}
        </div>
      </header>
      {session?.assistedBy && (
        <p role="status" className="bg-warning px-4 py-2 text-center text-sm font-semibold text-white">
          Sesión asistida: {session.assistedBy} actúa a nombre del cliente.
        </p>
      )}
    </>
  );
}

function CartLink() {
  const { cart, deadline, expired } = useCart();
  const pieces = expired ? 0 : (cart?.summary.pieces ?? 0);
  return (
    <div className="flex shrink-0 items-center gap-2">
      {deadline && (
        <Suspense>
          <CartClock />
        </Suspense>
      )}
      <Link
        to={paths.cart}
        prefetch="intent"
        className="relative grid size-11 place-items-center rounded-box hover:bg-sand"
      >
        <Icon name="bag" className="size-6" />
        <span className="sr-only">Carrito{pieces > 0 && `, ${pieces} ${pieces === 1 ? "pieza" : "piezas"}`}</span>
        {pieces > 0 && (
          <span
            aria-hidden
            className="tabular absolute right-0.5 top-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs font-bold text-on-accent"
          >
            {pieces}
          </span>
        )}
      </Link>
    </div>
  );
}
