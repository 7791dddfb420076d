import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";
import { CookiePreferences } from "../analytics/cookie-preferences.tsx";
import type { FooterTexts } from "./footer-texts.server.ts";
import type { MenuCategory } from "./header.tsx";

export function Footer({
  shop,
  menu,
  isDemo,
  texts: { helpLinks, legalPageLinks, paymentText },
}: {
  shop: PublicShop;
  menu: MenuCategory[];
  isDemo: boolean;
  texts: FooterTexts;
}) {
  const { message } = shop.settings.orders;
  return (
    <footer className="mt-24 border-t border-line">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-8 py-16 sm:grid-cols-3 lg:grid-cols-[1.5fr_1fr_1fr_1fr] lg:gap-x-10">
        <div className="col-span-full space-y-3 lg:col-span-1">
          <p className="font-display text-xl">{shop.name}</p>
          {message && <p className="max-w-xs text-sm text-soft">{message}</p>}
          {paymentText && <p className="max-w-xs text-sm text-soft">{paymentText}</p>}
        </div>
        <Column title="Categorías">
          {menu.map((topCategory) => (
            <Item key={topCategory.slug} to={paths.home({ category: topCategory.slug })}>
              {topCategory.name}
            </Item>
          ))}
        </Column>
        <div className="space-y-8 sm:contents">
          <Column title="Ayuda">
            {helpLinks.map(([to, label]) => (
              <Item key={to} to={to}>
                {label}
              </Item>
            ))}
          </Column>
          <Column title="Legal">
            {legalPageLinks.map(([to, label]) => (
              <Item key={to} to={to}>
                {label}
              </Item>
            ))}
            {shop.settings.analytics && <CookiePreferences />}
          </Column>
        </div>
      </div>
      {isDemo && (
        <p className="border-t border-line px-4 py-4 text-center text-xs text-soft">
          Tienda de demostración: los pedidos no se surten ni se cobran.
        </p>
      )}
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={`${title}, al pie`} className="min-w-0 space-y-1">
      <p className="mb-2 text-xs tracking-wide text-soft">{title}</p>
      <ul>{children}</ul>
    </nav>
  );
}

function Item({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        rel="noopener"
        className="inline-block py-1.5 text-sm leading-snug underline-offset-4 hover:underline"
      >
        {children}
      </Link>
    </li>
  );
}
