import { expectAccessible } from "./support/accessible.ts";
import { signInStaff } from "./support/office.ts";
import { addSize, expect, runShopCommand, claimProductInM, test } from "./support/shop.ts";

/** How long a change may take to be visible. Public responses are cached for a second (decision 4). */
const TIMEOUT_MS = 20_000;

test("the owner puts a garment on offer, customers see both prices and the last day, and it ends", async ({
  page,
  request,
}) => {
  test.setTimeout(240_000); // accessibility checks of several pages
  const product = await claimProductInM(request);
  const path = `/products/${product._id}/details`;
  const listPath = `/?searchTerm=${encodeURIComponent(product.name)}`;
  const lastDayDate = new Date(Date.now() + 5 * 86_400_000 - 6 * 3_600_000).toISOString().slice(0, 10);
  const lastDayLabel = new Date(`${lastDayDate}T12:00:00Z`).toLocaleDateString("es-MX", {
    day: "numeric",
    month: "long",
  });

  await signInStaff(page, "owner");
  await page.goto(`/panel/productos/${product._id}`);
  const form = page.locator("#oferta");
  // The block is closed if the garment has an offer already.
  await form.evaluate((details) => details.setAttribute("open", ""));
  await form.getByLabel("Precio de oferta o descuento").fill("20 %");
  await form.getByLabel("Último día").fill(lastDayDate);
  await form.getByRole("button", { name: "Poner en oferta" }).click();
  await expect(page.getByRole("table", { name: "Ofertas del producto" })).toContainText("-20 %");
  await expectAccessible(page);

  // The card, the product's page and the cart show the offer.
  await expect
    .poll(async () => (await page.goto(listPath), page.locator(`#p-${product._id}`).textContent()), {
      timeout: TIMEOUT_MS,
    })
    .toMatch(/Antes/);
  const card = page.locator(`#p-${product._id}`);
  await expect(card).toContainText("Oferta");
  await expect(card).toContainText("-20");
  await expect(card).toContainText(`Hasta el ${lastDayLabel}`);
  await page.goto(path);
  // Related garments may be on offer too.
  const formerPrice = page.locator("main p.tabular").first().locator("del");
  await expect(formerPrice).toBeVisible();
  await expect(page.getByText(`Hasta el ${lastDayLabel}`).first()).toBeVisible();
  await expectAccessible(page);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByRole("row").last().locator("del")).toBeVisible();

  // The offer ends without any action on the pages.
  await runShopCommand("offer", product._id, "--end");
  await page.reload();
  await expect(page.getByRole("row").last()).toContainText(product.name);
  await expect(page.getByRole("row").last().locator("del")).toHaveCount(0);
  await expect.poll(async () => (await page.goto(path), formerPrice.count()), { timeout: TIMEOUT_MS }).toBe(0);
});
