import type { Page } from "@playwright/test";
import { demoId } from "../src/server/demo/demo-id.ts";
import { expectAccessible } from "./support/accessible.ts";
import { workAs } from "./support/office.ts";
import { routePatterns } from "./support/routes.ts";
import { expect, test } from "./support/shop.ts";

/** Answers with a file, takes forms alone, or is the door that who works here has passed. */
const NO_SCREEN =
  /\/(exportar|hojas|etiquetas|salir|vistas|parte|entrar|segundo-factor|invitacion|llave|varios|renglones)$|\.csv$|\*$/;
const SCREENS = routePatterns().filter((path) => path.startsWith("/panel") && !NO_SCREEN.test(path));

/** Where to find one to look at: a list, and how the address of its rows begins. */
const OBJECTS: Record<string, { list: string; row: string }> = {
  order: { list: "/panel/pedidos", row: 'a[href^="/panel/pedidos/0"]' },
  size: { list: "/panel/existencias", row: 'a[href^="/panel/existencias/0"]' },
  product: { list: "/panel/productos", row: 'a[href^="/panel/productos/0"]' },
  event: { list: "/panel/boletos", row: 'a[href^="/panel/boletos/0"]' },
  customer: { list: "/panel/clientes", row: 'a[href^="/panel/clientes/0"]' },
  carrier: { list: "/panel/envios-y-pagos", row: 'a[href^="/panel/envios-y-pagos/paqueterias/0"]' },
};
const FIXED = [
  `/panel/preventas/${demoId("presale", "primavera")}`,
  "/panel/sucursales/norte",
  "/panel/ajustes/matriz/carrito",
  "/panel/ajustes/matriz/banners",
  "/panel/ajustes/matriz/logo",
  "/panel/ajustes/matriz/textos/terminos",
  "/panel/ajustes/matriz/correos/enviado",
];

async function lookAt(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
}

for (const [name, width] of [
  ["a laptop", 1440],
  ["a phone", 390],
] as const) {
  test(`every screen of the panel is whole and accessible on ${name}`, async ({ page }) => {
    test.setTimeout(480_000); // fifty pages
    await page.setViewportSize({ width, height: 900 });
    await workAs(page, "owner");
    for (const path of SCREENS.filter((pattern) => !pattern.includes(":"))) await lookAt(page, path);
    for (const path of FIXED) await lookAt(page, path);
    for (const { list, row } of Object.values(OBJECTS)) {
      await page.goto(list);
      await lookAt(page, (await page.locator(row).first().getAttribute("href"))!);
    }
  });
}
