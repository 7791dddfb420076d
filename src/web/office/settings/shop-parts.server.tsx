import type { ReactNode } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { chatLabel } from "../../shop/chat-url.ts";
import { Hero } from "../../shop/home/hero.tsx";
import Marquee from "../../shop/home/marquee.tsx";
import { MessageLine } from "../../shop/layout/message-line.tsx";
import { Footer } from "../../shop/layout/footer.tsx";
import { footerTexts } from "../../shop/layout/footer-texts.server.ts";
import { MaintenancePage } from "../../shop/maintenance/maintenance-page.tsx";
import { renderSample } from "./render-sample.server.tsx";

/**
 * The part of the shop's pages that a section of settings changes. The header and the chat button are simplified. The
 * preview of a section without a part has only figures (`computeSampleFigures`), or is empty.
 */
const PAGE_PARTS: Record<string, (shop: PublicShop) => ReactNode> = {
  tienda: (shop) => (
    <>
      <ShopHeader shop={shop} />
      <Footer texts={footerTexts(shop, { hasPromotions: false })} shop={shop} menu={[]} isDemo={false} />
    </>
  ),
  mensajes: (shop) => (
    <>
      {shop.settings.storefront.messages === "marquee" ? (
        <Marquee messages={shop.messages} />
      ) : (
        <MessageLine messages={shop.messages} />
      )}
      <Footer texts={footerTexts(shop, { hasPromotions: false })} shop={shop} menu={[]} isDemo={false} />
    </>
  ),
  redes: (shop) => (
    <div className="page py-6">
      {shop.chat ? (
        <span className="inline-flex min-h-11 items-center rounded-full bg-accent px-5 font-semibold text-on-accent">
          {chatLabel(shop.chat)}
        </span>
      ) : (
        <p>Sin botón de chat.</p>
      )}
    </div>
  ),
  banners: (shop) => <Hero shop={shop} />,
  mantenimiento: (shop) =>
    shop.settings.management.maintenance.enabled ? (
      <MaintenancePage shop={shop} information={shop.settings.management.maintenance.information} />
    ) : (
      <div className="page space-y-4 py-6">
        <ShopHeader shop={shop} />
        <p>
          {shop.settings.management.canSell
            ? "La tienda está abierta y vende."
            : "Por ahora la tienda no está vendiendo en línea."}
        </p>
      </div>
    ),
};

/** The preview of a section as an HTML document. Undefined if the section has no part of the shop. */
export async function renderSection(sectionKey: string, shop: PublicShop, origin: string): Promise<string | undefined> {
  const renderPart = PAGE_PARTS[sectionKey];
  return renderPart && renderSample(shop, origin, renderPart(shop));
}

function ShopHeader({ shop }: { shop: PublicShop }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line bg-card p-4">
      {shop.logo ? (
        <img src={shop.logo} alt={shop.name} className="h-9 w-auto object-contain" />
      ) : (
        <span className="font-display text-xl">{shop.name}</span>
      )}
      <span className="inline-flex min-h-11 items-center rounded-box bg-accent px-5 text-sm font-semibold text-on-accent">
        Agregar al carrito
      </span>
    </header>
  );
}
