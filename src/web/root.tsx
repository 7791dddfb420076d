import figtreeUrl from "./ui/fonts/figtree-spanish.woff2?url";
import { lazy, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from "react-router";
import { analyticsTag } from "../server/adapters/analytics/ga4-tag.ts";
import { toPublicShop } from "../server/shops/shop.ts";
import type { Route } from "./+types/root";
import shopStylesUrl from "./app.css?url";
import { appContext, shopContext } from "./context.ts";
import officeStylesUrl from "./office/office.css?url";
import { FailedPage } from "./shop/failed-page.tsx";
import { DISPLAY_FONT_URL } from "./ui/fonts/display-font.server.ts";
import { CartProvider } from "./state/cart.tsx";
import { SessionProvider } from "./state/session.tsx";
import { ToastProvider } from "./ui/toasts.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const shop = context.get(shopContext);
  return {
    shop: toPublicShop(shop),
    typeface: shop.settings.storefront.typeface,
    displayFont: DISPLAY_FONT_URL[shop.settings.storefront.typeface],
    origin: app.originOf(shop.hosts),
    isDemo: app.config.publicUrl === null || app.config.loadDemo,
    analytics: analyticsTag(app.config, shop),
    isPreview: shop.unopenedView === "preview",
  };
}

/** The data are loaded once per document, because the shop's settings rarely change during a visit. */
export function shouldRevalidate(): boolean {
  return false;
}

export type RootData = ReturnType<typeof loader>;

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** Whether the page is of the back office, which has its own style sheet, and neither the cart nor the session. */
function useIsOffice(): boolean {
  return useMatches().some(({ id }) => id.startsWith("office/"));
}

export function Layout({ children }: { children: React.ReactNode }) {
  const isOffice = useIsOffice();
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="es-MX" data-theme={root?.shop.color ?? "indigo"} data-type={root?.typeface}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {import.meta.env.SSR && <ThemeColors />}
        <Meta />
        {import.meta.env.SSR && (
          <FontPreloads urls={isOffice || !root?.displayFont ? [figtreeUrl] : [figtreeUrl, root.displayFont]} />
        )}
        <link rel="stylesheet" href={isOffice ? officeStylesUrl : shopStylesUrl} />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        {/* In the browser <Scripts> would add preloads of code that already runs. */}
        {import.meta.env.SSR && <Scripts />}
      </body>
    </html>
  );
}

/** Rendered on the server only. When React hydrates the page, it leaves the elements in the document. */
function ThemeColors() {
  return (
    <>
      <meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#14130f" media="(prefers-color-scheme: dark)" />
    </>
  );
}

/** Rendered on the server only: in the browser the fonts are loaded already. */
function FontPreloads({ urls }: { urls: string[] }) {
  return urls.map((href) => (
    <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
  ));
}

export default function Root() {
  const isOffice = useIsOffice();
  useEffect(() => {
    // The page is hydrated: events recorded before are replayed (build/boot.ts).
    dispatchEvent(new Event("app-ready"));
    // The service worker is optional: without it, or before its first installation, the shop needs a connection.
    if (!isOffice) void navigator.serviceWorker?.register("/sw.js").catch(Boolean);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  if (isOffice) return <Outlet />;
  return (
    <SessionProvider>
      <CartProvider>
        <ToastProvider>
          <Outlet />
        </ToastProvider>
      </CartProvider>
    </SessionProvider>
  );
}

const OfficeFailedPage = lazy(() => import("./office/failed-page.tsx").catch(() => ({ default: FailedPage })));

/** The page that replaces a failed layout, in the shop's or the back office's version. */
export function ErrorBoundary() {
  return useIsOffice() ? <OfficeFailedPage /> : <FailedPage />;
}
