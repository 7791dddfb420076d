import { lazy, Suspense, type ReactNode } from "react";
import { Outlet, useRouteLoaderData } from "react-router";
import type { CategoryNode } from "../../../server/catalog/category-tree.ts";
import { menuTree } from "../../../server/catalog/menu-tree.ts";
import { hasPublicPromotions } from "../../../server/promotions/list-public-promotions.ts";
import { toPublicShop } from "../../../server/shops/shop.ts";
import { appContext, shopContext } from "../../context.ts";
import type { RootData } from "../../root.tsx";
import { Analytics } from "../analytics/analytics.tsx";
import { FailedPage } from "../failed-page.tsx";
import type { Route } from "./+types/route";
import { Footer } from "./footer.tsx";
import { footerTexts, type FooterTexts } from "./footer-texts.server.ts";
import { Header, type MenuCategory } from "./header.tsx";
import { Progress } from "./progress.tsx";
import { RouteFocus } from "./route-focus.tsx";

/** Loaded only in a preview, so that visitors do not load its code. */
const PreviewBar = lazy(() => import("./preview-bar.tsx"));

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const tree = await menuTree(context.get(appContext), shop);
  return {
    menu: tree.map(toMenuCategory),
    texts: footerTexts(toPublicShop(shop), { hasPromotions: hasPublicPromotions(shop) }),
  };
}

function toMenuCategory({ slug, name, children }: CategoryNode): MenuCategory {
  return { slug, name, children: children.map(toMenuCategory) };
}

/** The menu and the footer's texts are not loaded again while a visitor goes from page to page. */
export function shouldRevalidate(): boolean {
  return false;
}

export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  );
}

/** An error page is also shown between header and footer, unless the layout's own data failed to load. */
export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <FailedPage />;
  return (
    <Frame {...loaderData}>
      <FailedPage menu={loaderData.menu} />
    </Frame>
  );
}

function Frame({ menu, texts, children }: { menu: MenuCategory[]; texts: FooterTexts; children: ReactNode }) {
  const { shop, isDemo, analytics, isPreview } = useRouteLoaderData("root") as RootData;
  return (
    <>
      <a
        href="#contenido"
        className="absolute left-4 top-0 z-50 -translate-y-full bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        Saltar al contenido
      </a>
      {isPreview && (
        <Suspense>
          <PreviewBar />
        </Suspense>
      )}
      <Analytics tag={analytics} />
      <Header shop={shop} menu={menu} />
      <Progress />
      <RouteFocus />
      <noscript>
        {/* The text is rendered only on the server, so the browser's code does not contain it. */}
        {import.meta.env.SSR && (
          <p className="bg-warning-soft px-4 py-3 text-center text-sm">
            Para apartar y comprar activa JavaScript en tu navegador. Sin él puedes mirar todo el catálogo.
          </p>
        )}
      </noscript>
      {children}
      <Footer {...{ shop, menu, isDemo, texts }} />
    </>
  );
}
