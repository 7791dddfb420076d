import type { Page } from "@playwright/test";
import { BUDGET } from "../measure/budgets.ts";
import { resolveBrowserPath } from "./support/browser.ts";
import { sumLayoutShifts, openFirstView } from "./support/first-view.ts";
import { expect, claimProduct, test } from "./support/shop.ts";

/** The mid-range phone that Lighthouse emulates. */
const SCREEN = { width: 412, height: 823 };
test.use({ viewport: SCREEN, screen: SCREEN, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true });
test.use({ launchOptions: { executablePath: await resolveBrowserPath(), args: ["--no-sandbox", "--disable-gpu"] } });

// One worker, because these tests start another browser.
test.describe.configure({ mode: "default" });

const PAGES = ["home", "list", "product", "cart", "checkout"] as const;

for (const name of PAGES) {
  test(`the first view of ${name} is within the budgets, has no third parties and preloads any lead picture`, async ({
    page,
    request,
  }) => {
    const path = {
      home: "/",
      list: "/?category=vestidos",
      product: `/products/${(await claimProduct(request))._id}/details`,
      cart: "/cart",
      checkout: "/cart/checkout",
    }[name];
    const view = await openFirstView(page, path);
    const leadPictureText = view.leadPicture ? `, lead picture ${formatKilobytes(view.leadPicture.bytes)}` : "";
    console.log(
      `${name}: ${view.requests.length} requests, ${formatKilobytes(view.transferredBytes)}${leadPictureText}`,
    );
    expect(view.thirdPartyUrls).toEqual([]);
    expect(view.requests.length, view.requests.join("\n")).toBeLessThanOrEqual(BUDGET.requestCount);
    expect(view.transferredBytes).toBeLessThanOrEqual(BUDGET.transfer);
    expect(view.leadPicture?.bytes ?? 0, view.leadPicture?.url).toBeLessThanOrEqual(BUDGET.leadPicture);

    const hasPictures = name === "home" || name === "list" || name === "product";
    const leadPictureCount = hasPictures ? 1 : 0;
    await expect(page.locator("img[fetchpriority=high]")).toHaveCount(leadPictureCount);
    const preloads = await page.locator("link[rel=preload][as=image]").evaluateAll((links) =>
      links.map((link) => {
        const { media, imageSrcset, fetchPriority } = link as HTMLLinkElement;
        return { applies: matchMedia(media || "all").matches, hasSrcset: imageSrcset !== "", fetchPriority };
      }),
    );
    // The home page has one preload for phones and one for wider screens.
    expect(preloads.filter(({ applies }) => applies)).toHaveLength(leadPictureCount);
    expect(preloads.every(({ hasSrcset, fetchPriority }) => hasSrcset && fetchPriority === "high")).toBe(true);
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(1);
    await expect(page.locator("img:not([width][height][alt])")).toHaveCount(0);
    expect(await sumLayoutShifts(page), await describeShifts(page)).toBeLessThanOrEqual(BUDGET.layoutShift);
  });
}

test("the number of elements of the home page is within its budget", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("article")).toHaveCount(12);
  const elementCount = await page.evaluate(() => document.querySelectorAll("*").length);
  console.log(`home: ${elementCount} elements`);
  expect(elementCount).toBeLessThanOrEqual(BUDGET.homeElementCount);
});

test("the layout does not shift while loading, scrolling, filtering and going back", async ({ page }) => {
  await openFirstView(page, "/?category=mujer");
  // Scrolls in small steps, as with a thumb, so that the list loads more before its end is visible.
  for (let step = 0; step < 8; step++) {
    await page.mouse.wheel(0, 250);
    await page.waitForTimeout(200);
  }
  await expect(page.getByRole("article")).toHaveCount(24);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("button", { name: "Filtrar" }).tap();
  const filterDialog = page.getByRole("dialog", { name: "Filtrar" });
  await filterDialog.getByRole("checkbox", { name: /^CH \d/ }).check();
  await filterDialog.getByRole("button", { name: /^Ver \d+ productos?$/ }).tap();
  await expect(page.getByRole("link", { name: "Quitar Talla CH" })).toBeVisible();
  await page.waitForTimeout(600);
  await page.getByRole("article").first().getByRole("heading").getByRole("link").tap();
  await expect(page.getByRole("button", { name: "Agregar al carrito" }).first()).toBeVisible();
  await page.waitForTimeout(600);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Quitar Talla CH" })).toBeVisible();
  await page.waitForTimeout(600);
  expect(await sumLayoutShifts(page), await describeShifts(page)).toBeLessThanOrEqual(BUDGET.layoutShift);
});

async function describeShifts(page: Page): Promise<string> {
  return JSON.stringify(await page.evaluate(() => window.layoutShifts));
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
