import type { Page } from "@playwright/test";
import { demoId } from "../demo/load/demo-id.ts";
import { expectAccessibleAround } from "./support/accessible.ts";
import { workAs } from "./support/office.ts";
import { routePatterns } from "./support/routes.ts";
import { expect, test } from "./support/shop.ts";

/** Answers with a file, takes forms alone, or is the door that who works here has passed. */
const NO_SCREEN =
  /\/(exportar|hojas|etiquetas|salir|vistas|parte|entrar|segundo-factor|invitacion|llave|varios|renglones)$|\.csv$|\*$/;
const SCREENS = routePatterns().filter(
  (path) => path.startsWith("/panel") && !path.includes(":") && !NO_SCREEN.test(path),
);

/** Lists whose first row is looked at: where an address of one begins. */
const OBJECTS: Record<string, string> = {
  "/panel/pedidos": "/panel/pedidos/",
  "/panel/existencias": "/panel/existencias/",
  "/panel/productos": "/panel/productos/",
  "/panel/boletos": "/panel/boletos/",
  "/panel/clientes": "/panel/clientes/",
  "/panel/equipo": "/panel/equipo/",
  "/panel/envios-y-pagos": "/panel/envios-y-pagos/paqueterias/",
};
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FIXED = [
  `/panel/preventas/${demoId("presale", "primavera")}`,
  "/panel/sucursales/norte",
  "/panel/primeros-pasos/matriz",
  "/panel/ajustes/matriz/carrito",
  "/panel/ajustes/matriz/logo",
  "/panel/ajustes/matriz/terminos-al-comprar",
  "/panel/ajustes/matriz/textos/terminos",
  "/panel/ajustes/matriz/correos/enviado",
];

async function lookAt(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
    await expectAccessibleAround(page);
  });
}

test("every list and form of the panel is whole and accessible, on a laptop, a tablet and a phone", async ({
  page,
}) => {
  test.setTimeout(480_000); // some thirty pages
  await workAs(page, "owner");
  for (const path of SCREENS) await lookAt(page, path);
});

test("so is whatever the lists lead to", async ({ page }) => {
  test.setTimeout(300_000); // some fifteen pages
  await workAs(page, "owner");
  for (const path of FIXED) await lookAt(page, path);
  for (const [list, beginning] of Object.entries(OBJECTS)) {
    await page.goto(list);
    const links = await page
      .locator(`main a[href^="${beginning}"]`)
      .evaluateAll((found) => found.map((link) => link.getAttribute("href")!));
    const row = links.find((href) => ID.test(href.slice(beginning.length)));
    expect(row, list).toBeDefined();
    await lookAt(page, row!);
  }
});
