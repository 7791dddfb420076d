import { Link } from "react-router";
import type { PublicShop } from "../../../../contract/shop.ts";
import { paths } from "../../../paths.ts";
import { CookiePreferences } from "../../analytics/cookie-preferences.tsx";
import { chatUrl, chatLabel } from "../../chat-url.ts";
import type { FooterLink } from "../../layout/legal-links.server.ts";

const LINK_CLASS = "inline-block py-1.5 underline-offset-4 hover:underline";

/** Links to help and to the legal texts. Linked pages open in a new tab, so that the checkout stays open. */
export function CheckoutFooter({
  shop,
  legal: legalLinks,
  isDemo,
}: {
  shop: PublicShop;
  legal: FooterLink[];
  isDemo: boolean;
}) {
  const { company } = shop.settings;
  const newTabProps = { target: "_blank", rel: "noopener", className: LINK_CLASS };
  return (
    <footer className="mt-16 border-t border-line text-sm text-soft">
      <div className="page py-6">
        <ul className="flex flex-wrap gap-x-6">
          {shop.chat && (
            <li>
              <a {...newTabProps} href={chatUrl(shop.chat, shop.name)}>
                {chatLabel(shop.chat)}
              </a>
            </li>
          )}
          {company.phone && (
            <li>
              <a className={LINK_CLASS} href={`tel:${company.phone.replaceAll(/[^\d+]/g, "")}`}>
                {company.phone}
              </a>
            </li>
          )}
          {[[paths.returns, "Cambios y devoluciones"] as const, ...legalLinks].map(([to, label]) => (
            <li key={to}>
              <Link {...newTabProps} to={to}>
                {label}
                <span className="sr-only"> (se abre en otra pestaña)</span>
              </Link>
            </li>
          ))}
          {shop.settings.analytics && <CookiePreferences />}
        </ul>
        {isDemo && <p className="pt-2 text-xs">Tienda de demostración: los pedidos no se surten ni se cobran.</p>}
      </div>
    </footer>
  );
}
