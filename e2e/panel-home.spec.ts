import { expectAccessible } from "./support/accessible.ts";
import { signInStaff } from "./support/office.ts";
import { expect, test } from "./support/shop.ts";

test("the owner's home page links to pending work, and keyboard shortcuts open a section and the search", async ({
  page,
}) => {
  await signInStaff(page, "owner");
  await expect(page.getByRole("heading", { name: "Ventas de 30 días" })).toBeVisible();
  await page.getByRole("link", { name: /Pedidos pagados por enviar/ }).click();
  await expect(page.getByRole("link", { name: "Por empacar" })).toHaveAttribute("aria-current", "page");
  const firstRow = page.getByRole("row").nth(1);
  const reference = /\d{4,}/.exec((await firstRow.textContent())!)![0];

  // If the link was clicked before the code was ready, a new document loads, and its shortcuts work only with its code.
  await page.waitForFunction(() => "__ready" in window);
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: "Existencias", level: 1 })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(`#${reference}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(reference);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("Aná");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Lo que hay de «Aná»" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Clientes" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Buscar en todo el panel" }).last().fill("zzyzx");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No encontramos nada con esas palabras")).toBeVisible();

  await page.locator("body").click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Atajos del teclado" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Usar atajos de una sola tecla").uncheck();
  await page.keyboard.press("Escape");
  await page.locator("body").click();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/panel\/buscar/);
});

test("on a phone the menu has search and sections; check-in staff find the tickets on their home page", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInStaff(page, "door");
  await expectAccessible(page);
  await page.getByText("Menú").click();
  await page.getByRole("searchbox", { name: "Buscar en todo el panel" }).fill("cuenta");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Boletos" }).first().click();
  await expect(page.getByRole("heading", { name: "Boletos", level: 1 })).toBeVisible();
});
