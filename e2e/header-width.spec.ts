import { expectFitsScreen } from "./support/accessible.ts";
import { addSize, expect, claimProduct, test } from "./support/shop.ts";

test("a long shop name and the cart's clock fit side by side on small phones", async ({ page, request }) => {
  const product = await claimProduct(request);
  // The piece is added first, because the bag icon is enlarged for a moment after an addition.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await page.getByRole("dialog", { name: "Se agregó a tu carrito" }).getByRole("button", { name: "Seguir" }).click();
  const header = page.getByRole("banner");
  const longName = "Comercializadora Textil Hermanas Guadalupe de Aguascalientes";
  await header
    .getByRole("link", { name: "Casa Maguey" })
    .evaluate((link, text) => ((link.firstElementChild ?? link).textContent = text), longName);
  await expect(header.getByRole("timer")).toBeVisible();
  const parts = [
    header.locator("summary").first(),
    header.getByRole("link", { name: longName }),
    header.getByRole("timer"),
    header.getByRole("link", { name: /^Carrito/ }),
  ];
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
    for (let index = 1; index < boxes.length; index++) {
      const [previousBox, nextBox] = [boxes[index - 1]!, boxes[index]!];
      expect(previousBox.x + previousBox.width, `part ${index}, ${width} px wide`).toBeLessThanOrEqual(nextBox.x + 0.5);
      // All parts are on one line.
      expect(Math.abs(previousBox.y + previousBox.height / 2 - nextBox.y - nextBox.height / 2)).toBeLessThan(8);
    }
    expect(boxes.at(-1)!.x + boxes.at(-1)!.width).toBeLessThanOrEqual(width);
    await expectFitsScreen(page);
  }
});
