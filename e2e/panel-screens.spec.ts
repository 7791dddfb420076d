import type { Page } from "@playwright/test";
import { demoId } from "../demo/load/demo-id.ts";
import { expectAccessibleWithoutSamples, expectFitsScreen } from "./support/accessible.ts";
import { signInStaff } from "./support/office.ts";
import { listRoutePatterns } from "./support/routes.ts";
import { expect, test } from "./support/shop.ts";

/** Paths that answer with a file, only accept forms, need a query, or are for staff who are not signed in. */
const NO_SCREEN =
  /\/(exportar|hojas|pedidos\/etiquetas|etiquetas\/pdf|envios\/guias\/pdf|existencias\/tallas|salir|vistas|parte|entrar|segundo-factor|invitacion|llave|varios|renglones|codigos-postales\/archivo|guias\/nueva)$|\.csv$|\*$/;
const SCREENS = listRoutePatterns().filter(
  (path) => path.startsWith("/panel") && !path.includes(":") && !NO_SCREEN.test(path),
);

/** Lists whose first row's page is checked, with the prefix of that page's path. */
const LISTS: Record<string, string> = {
  "/panel/pedidos": "/panel/pedidos/",
  "/panel/devoluciones": "/panel/devoluciones/",
  "/panel/existencias": "/panel/existencias/",
  "/panel/productos": "/panel/productos/",
  "/panel/boletos": "/panel/boletos/",
  "/panel/clientes": "/panel/clientes/",
  "/panel/equipo": "/panel/equipo/",
  "/panel/promociones": "/panel/promociones/",
  "/panel/envios-y-pagos": "/panel/envios-y-pagos/paqueterias/",
};
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OTHER_SCREENS = [
  `/panel/catalogo/guias/nueva?categoria=${demoId("category", "accesorios")}`,
  `/panel/preventas/${demoId("presale", "primavera")}`,
  "/panel/sucursales/norte",
  "/panel/primeros-pasos/matriz",
  "/panel/canales?motivo=no-gender",
  "/panel/ajustes/matriz/carrito",
  "/panel/ajustes/matriz/portada",
  "/panel/ajustes/matriz/logo",
  "/panel/ajustes/matriz/terminos-al-comprar",
  "/panel/ajustes/matriz/textos/terminos",
  "/panel/ajustes/matriz/correos/enviado",
];

const WIDTHS = [1440, 768, 390];

/** Checks a screen, starting at the width of the previous one, because each change of the width repaints the page. */
async function checkScreen(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const isWide = page.viewportSize()!.width === WIDTHS[0];
    for (const width of isWide ? WIDTHS : WIDTHS.toReversed()) {
      await page.setViewportSize({ width, height: 900 });
      await expectFitsScreen(page, path);
    }
    await expectAccessibleWithoutSamples(page);
  });
}

test("every list and form of the panel is accessible and fits a laptop, a tablet and a phone", async ({ page }) => {
  test.setTimeout(480_000); // some sixty pages
  await signInStaff(page, "owner");
  for (const path of SCREENS) await checkScreen(page, path);
});

test("the pages that lists link to, and some others, are accessible and fit every width", async ({ page }) => {
  test.setTimeout(300_000); // some twenty pages
  await signInStaff(page, "owner");
  for (const path of OTHER_SCREENS) await checkScreen(page, path);
  for (const [list, prefix] of Object.entries(LISTS)) {
    const html = await (await page.request.get(list)).text();
    const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href!);
    const rowPath = links.find((href) => href.startsWith(prefix) && ID.test(href.slice(prefix.length)));
    expect(rowPath, list).toBeDefined();
    await checkScreen(page, rowPath!);
  }
  const unpaidHtml = await (await page.request.get("/panel/pedidos?estado=WAITING_PAYMENT")).text();
  const [, reference] = /Elegir el pedido #(\d+)/.exec(unpaidHtml)!;
  await checkScreen(page, `/panel/pedidos/varios?acto=cancel&pedido=${reference}`);
});
