import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";
import { CookiePreferences } from "../analytics/cookie-preferences.tsx";
import { chatAddress, chatLabel } from "../chat-address.ts";
import type { MenuEntry } from "./header.tsx";
import type { LegalLink } from "./legal-links.server.ts";

export function Footer({
  shop,
  menu,
  isDemo,
  legal,
}: {
  shop: PublicShop;
  menu: MenuEntry[];
  isDemo: boolean;
  /** Named by the server: texts that every page has in its HTML already are not in its code too. */
  legal: LegalLink[];
}) {
  const { company, management, orders, payments } = shop.settings;
  return (
    <footer className="mt-24 border-t border-line">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-8 py-16 sm:grid-cols-3 lg:grid-cols-[1.5fr_1fr_1fr_1fr] lg:gap-x-10">
        <div className="col-span-full space-y-3 lg:col-span-1">
          <p className="font-display text-xl">{shop.name}</p>
          {orders.message && <p className="max-w-xs text-sm text-soft">{orders.message}</p>}
          {management.canSell && (
            <p className="max-w-xs text-sm text-soft">
              Pagas{" "}
              {[
                payments.enabled && "con tarjeta o en efectivo por Mercado Pago",
                payments.transfer && "por transferencia bancaria",
              ]
                .filter(Boolean)
                .join(", o ")}
              . Precios en pesos mexicanos, con IVA.
            </p>
          )}
        </div>
        <Column title="Categorías">
          {menu.map((top) => (
            <Item key={top.slug} to={paths.home({ category: top.slug })}>
              {top.name}
            </Item>
          ))}
        </Column>
        <div className="space-y-8 sm:contents">
          <Column title="Ayuda">
            {management.allowInvoicing && <Item to={paths.invoice}>Facturación</Item>}
            <Item to={paths.returns}>Cambios y devoluciones</Item>
            {shop.chat && <Item href={chatAddress(shop.chat, shop.name)}>{chatLabel(shop.chat)}</Item>}
            {company.email && <Item href={`mailto:${company.email}`}>Escríbenos por correo</Item>}
            {company.phone && <Item href={`tel:${company.phone.replaceAll(/[^\d+]/g, "")}`}>{company.phone}</Item>}
          </Column>
          <Column title="Legal">
            {legal.map(([to, label]) => (
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

/** A link inside the shop (`to`) or outside (`href`). */
function Item({ to, href, children }: { to?: string; href?: string; children: ReactNode }) {
  const classes = "inline-block py-1.5 text-sm leading-snug underline-offset-4 hover:underline";
  return (
    <li>
      {to ? (
        <Link to={to} className={classes}>
          {children}
        </Link>
      ) : (
        <a href={href} rel="noopener" className={classes}>
          {children}
        </a>
      )}
    </li>
  );
}
