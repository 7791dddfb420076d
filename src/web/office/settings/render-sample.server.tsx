import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import shopStyles from "../../app.css?url";

/**
 * Renders a part of the shop as a document of its own, with the shop's components and styles. It is rendered on the
 * server, so that the pages of the shop and of the back office do not load each other's code (decision 26).
 */
export async function renderSample(shop: PublicShop, origin: string, part: ReactNode): Promise<string> {
  const routes = [{ id: "root", path: "*", loader: () => ({ shop, origin }), Component: () => part }];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`${origin}/`));
  if (context instanceof Response) throw new Error("A sample must not redirect");
  const router = createStaticRouter(handler.dataRoutes, context);
  const body = renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  return (
    `<!doctype html><html lang="es-MX" data-theme="${shop.color}" data-type="${shop.settings.storefront.typeface}"><head><meta charset="utf-8">` +
    `<title>Muestra</title><link rel="stylesheet" href="${shopStyles}"></head><body>${body}</body></html>`
  );
}
