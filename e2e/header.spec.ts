import { expectAccessible } from "./support/accessible.ts";
import { expect, test } from "./support/shop.ts";

test.describe("the menu", () => {
  test("opens when the pointer rests on it, stays open while the pointer moves diagonally, and leads to a brand", async ({
    page,
  }) => {
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Categorías", exact: true });
    const link = menu.getByRole("link", { name: "Mujer", exact: true });
    const box = (await link.boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 20);
    await expect(menu.getByRole("link", { name: "Todo de Mujer" })).toBeVisible();
    await expectAccessible(page);
    // The pointer crosses the neighbouring links on its way down to the last column.
    const lastBrandLink = menu.getByRole("list", { name: "Marcas en Faldas y shorts" }).getByRole("link").last();
    const target = (await lastBrandLink.boundingBox())!;
    await page.mouse.move(target.x + 10, target.y + 10, { steps: 12 });
    await page.waitForTimeout(500);
    const brand = (await lastBrandLink.textContent())!;
    await lastBrandLink.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Faldas y shorts");
    await expect(page.getByRole("link", { name: `Quitar ${brand}` })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Todo de Mujer" })).toBeHidden();
  });

  test("stays closed when only passed over; a click right after it opens does not close it", async ({ page }) => {
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Categorías", exact: true });
    await menu.getByRole("link", { name: "Mujer", exact: true }).hover();
    await expect(menu.getByRole("link", { name: "Todo de Mujer" })).toBeVisible();
    await page.mouse.move(700, 700);
    await expect(menu.getByRole("link", { name: "Todo de Mujer" })).toBeHidden();
    await menu.getByRole("link", { name: "Hombre", exact: true }).hover();
    await page.mouse.move(700, 750);
    await page.waitForTimeout(600);
    await expect(menu.getByRole("button", { expanded: true })).toHaveCount(0);
    // A click on the arrow button does not close the menu that the pointer has just opened.
    const button = menu.getByRole("button", { name: "Menú de Hombre" });
    await button.hover();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "false");
  });

  test("with the keyboard ↓ or the arrow button opens it, Esc closes it and returns the focus", async ({ page }) => {
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Categorías", exact: true });
    const button = menu.getByRole("button", { name: "Menú de Hombre" });
    await menu.getByRole("link", { name: "Hombre", exact: true }).focus();
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await expect(button).toHaveAttribute("aria-expanded", "true", { timeout: 300 });
    }).toPass();
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.press("Enter");
    await expect(menu.getByRole("link", { name: "Todo de Hombre" })).toBeVisible();
    await menu.getByRole("link", { name: "Camisas", exact: true }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Camisas");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });
});

test("the header hides on scrolling down, returns on scrolling up, stays if focused or with reduced motion", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/?category=vestidos");
  await page.waitForFunction(() => "__ready" in window);
  const header = page.getByRole("banner");
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 800);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -80);
  await expect(header).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 400);
  await expect(header).not.toBeInViewport();
  await page.getByRole("combobox", { name: "Buscar en la tienda" }).focus();
  await expect(header).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 400);
  await page.waitForTimeout(400);
  await expect(header).toBeInViewport({ ratio: 1 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.mouse.wheel(0, 400);
  await page.waitForTimeout(400);
  await expect(header).toBeInViewport({ ratio: 1 });
});

test.describe("search", () => {
  test("suggests products, categories and brands; ↓ and Enter open one; other text is searched", async ({ page }) => {
    await page.goto("/");
    const field = page.getByRole("combobox", { name: "Buscar en la tienda" });
    await field.pressSequentially("vest", { delay: 30 });
    const suggestionList = page.getByRole("listbox", { name: "Sugerencias" });
    await expect(suggestionList.getByRole("option").first()).toHaveText(/^Vestidos/);
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await expect(suggestionList.getByRole("option", { selected: true })).toHaveText(/^Vestidos/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vestidos");
    await field.pressSequentially("vestdio", { delay: 30 });
    await expect(suggestionList.getByRole("option", { name: /^Ver los \d+ resultados de «vestdio»/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(suggestionList).toBeHidden();
    await expect(field).toHaveValue("vestdio");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Resultados de «vestdio»");
    await expect(field).toHaveValue("");
    await expect(page.getByRole("link", { name: "Quitar «vestdio»" })).toBeVisible();
  });

  test("works when suggestions cannot be loaded", async ({ page }) => {
    await page.route("**/search2/suggestions*", (route) => route.abort());
    await page.goto("/");
    await page.getByRole("combobox", { name: "Buscar" }).pressSequentially("jeans", { delay: 30 });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Resultados de «jeans»");
  });
});
