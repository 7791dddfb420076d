import { readFileSync } from "node:fs";
import { expectAccessible, expectAccessibleWithoutSamples } from "./support/accessible.ts";
import { waitForMailMatch } from "./support/mail.ts";
import { signInStaff } from "./support/office.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

// These tests change the branch's settings. No other test uses the branch meanwhile (playwright.config.ts). Each can
// be retried alone.

const setSetting = (path: string, value: string) => runShopCommand("settings", "set", "--shop", "norte", path, value);

test("the owner sees the effect of a setting, saves it and undoes it", async ({ page }) => {
  test.slow();
  await signInStaff(page, "owner");
  await page.goto("/panel/ajustes?tienda=norte");
  await page.getByRole("link", { name: /^Mayoreo y empaque/ }).click();
  const sample = page.getByRole("table", { name: "Dos carritos de ejemplo" });
  const wholesaleRow = sample.getByRole("row", { name: /^Mayoreo / });
  await expect(wholesaleRow).toContainText("desde 10 piezas");
  try {
    await page.getByLabel("Piezas para mayoreo (piezas)").fill("nada");
    await expect(page.getByText("Escribe un número")).toBeVisible();
    await page.getByLabel("Piezas para mayoreo (piezas)").fill("12");
    await expect(wholesaleRow.getByRole("cell").last()).toHaveText("desde 12 piezas");
    await expectAccessible(page);

    // Another tab saves the same section first.
    const otherTab = await page.context().newPage();
    await otherTab.goto("/panel/ajustes/norte/mayoreo");
    await otherTab.getByLabel("Piezas para mayoreo (piezas)").fill("15");
    await otherTab.getByRole("button", { name: "Guardar" }).click();
    await expect(otherTab.getByText("Piezas para mayoreo: 10 → Piezas para mayoreo: 15").first()).toBeVisible();
    await otherTab.close();
    await page.getByRole("button", { name: "Guardar" }).click();
    await expect(page.getByRole("alert")).toContainText("Alguien más cambió esto");
    await page.reload();
    await expect(page.getByLabel("Piezas para mayoreo (piezas)")).toHaveValue("15");

    await page.getByRole("link", { name: "← Ajustes" }).click();
    await page.getByRole("button", { name: "Volver a «Piezas para mayoreo: 10»" }).first().click();
    await expect(page.getByText("Piezas para mayoreo: 15 → Piezas para mayoreo: 10").first()).toBeVisible();
  } finally {
    await setSetting("orders.wholesaleQty", "10");
  }
});

test("a preview of the page or mail shows the typed texts, which are saved and sent", async ({ page, request }) => {
  test.slow();
  await signInStaff(page, "owner");
  await page.goto("/panel/ajustes/norte/mantenimiento");
  try {
    await page.getByLabel("Tienda en mantenimiento").check();
    await page.getByLabel("Qué se dice mientras tanto").fill("Volvemos a las seis.");
    await expect(
      page.frameLocator("iframe[title='Muestra: Venta y mantenimiento']").getByText("Volvemos a las seis."),
    ).toBeVisible();
    await page.getByRole("button", { name: "Guardar" }).click();
    // The form is shown again with the saved values.
    await expect(page.getByText(/^Guardado: así está ahora/)).toBeVisible();
    await expect
      .poll(async () => (await request.get("/terminos", { headers: { "X-Shop": "norte" } })).status())
      .toBe(503);
    await page.getByLabel("Tienda en mantenimiento").uncheck();
    await page.getByRole("button", { name: "Guardar" }).click();
    await expect
      .poll(async () => (await request.get("/terminos", { headers: { "X-Shop": "norte" } })).status())
      .toBe(200);
  } finally {
    await setSetting("management.maintenance.enabled", "false");
    await setSetting("management.maintenance.information", "");
  }

  await page.goto("/panel/ajustes/norte/correos/enviado");
  await page.getByLabel("Al empezar").fill("Hola {nombre}, <b>gracias</b>.");
  await page.getByRole("button", { name: "Ver cómo queda" }).click();
  await expect(page.frameLocator("iframe").getByText("Hola Ana, <b>gracias</b>.")).toBeVisible();
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByText("cambió los textos del correo").first()).toBeVisible();
  const recipient = (await page.getByText(/^Con lo que está guardado, a /).textContent())!.match(/\S+@\S+(?=\.$)/)![0];
  await page.getByRole("button", { name: "Mándame una prueba" }).click();
  await expect(page.getByRole("alert")).toContainText("Te mandamos la prueba");
  await waitForMailMatch(request, recipient, /Hola Ana, <b>gracias<\/b>\./);
  await page.getByLabel("Al empezar").fill("");
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByText(/→ Al empezar: nada/).first()).toBeVisible();
  await expectAccessibleWithoutSamples(page);
});

test("the owner adds a banner with its picture, and other files are refused", async ({ page }) => {
  test.slow();
  const title = `Rebajas ${Date.now().toString(36)}`;
  await signInStaff(page, "owner");
  // The file is chosen and submitted before the scripts load, and is sent when they have loaded.
  const submitPressed = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await submitPressed.promise;
    await route.continue();
  });
  await page.goto("/panel/ajustes/norte/banners");
  const newBannerSection = page.locator("section", { has: page.getByRole("heading", { name: "Agregar un banner" }) });
  await newBannerSection.getByLabel("Título").fill(title);
  const fakePicture = { name: "foto.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") };
  await newBannerSection.getByLabel("Foto", { exact: true }).setInputFiles(fakePicture);
  await newBannerSection.getByRole("button", { name: "Agregar banner" }).click();
  submitPressed.resolve();
  await expect(page.getByRole("alert")).toContainText("no es una foto");
  const picture = readFileSync("docs/shop.webp");
  await newBannerSection
    .getByLabel("Foto", { exact: true })
    .setInputFiles({ name: "foto.webp", mimeType: "image/webp", buffer: picture });
  await newBannerSection.getByRole("button", { name: "Agregar banner" }).click();
  const heading = page.getByRole("heading", { name: new RegExp(`\\d\\. ${title}`) });
  await expect(heading).toBeVisible({ timeout: 60_000 });
  const position = Number.parseInt((await heading.textContent())!);
  await page.getByRole("button", { name: `Antes: ${title}` }).click();
  await expect(heading).toHaveText(`${position - 1}. ${title}`);
  await page.getByRole("button", { name: `Quitar: ${title}` }).click();
  await expect(heading).toHaveCount(0);
  await expectAccessibleWithoutSamples(page);
});

test("the owner manages carriers, checks a branch's host and runs an audit", async ({ page }) => {
  test.slow();
  const carrier = `Burro ${Date.now().toString(36)}`;
  await signInStaff(page, "owner");
  await page.goto("/panel/envios-y-pagos?tienda=norte");
  await page.getByRole("link", { name: "Agregar paquetería" }).click();
  await page.getByLabel("Nombre").fill(carrier);
  await page.getByLabel("Precio del envío (pesos)").fill("no sé");
  await expect(page.getByText("Escribe un número")).toBeVisible();
  await page.getByLabel("Precio del envío (pesos)").fill("130");
  await expect(page.getByRole("row", { name: /^3 piezas: envío/ })).toContainText("$130.00");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Agregar", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: carrier })).toBeVisible();
  await page.getByText("Retirar de todas las tiendas…").click();
  await page.getByRole("button", { name: "Retirar", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Envíos y pagos" })).toBeVisible();
  await expect(page.getByText(carrier)).toHaveCount(0);

  await page.goto("/panel/sucursales/norte");
  await page.getByRole("button", { name: "Comprobar norte.localhost" }).click();
  await expect(page.getByRole("alert")).toContainText("solo se ve en este equipo");
  await expectAccessible(page);

  await page.goto("/panel/sistema");
  await expect(page.getByText("Base de datos").first()).toBeVisible();
  await page.getByRole("link", { name: "Tareas", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tareas" })).toBeVisible();
  await page.getByRole("link", { name: "Auditoría" }).click();
  await page.getByRole("button", { name: "Empezar una auditoría" }).click();
  await expect(page.getByText("Todo cuadra").first()).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await page.getByRole("link", { name: "Bitácora" }).click();
  await page.getByRole("searchbox", { name: "Buscar", exact: true }).fill(carrier);
  await page.getByRole("button", { name: "Buscar" }).click();
  await expect(page.getByText("agregó la paquetería")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
});
