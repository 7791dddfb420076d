import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { expect, claimProduct, runShopCommand, test } from "./support/shop.ts";

interface ListedProduct {
  _id: string;
  name: string;
}

/** Opens the list of the products with this name. Returns the product's card and its "+" button. */
async function openListWithCard(page: Page, product: ListedProduct) {
  await page.goto(`/?searchTerm=${encodeURIComponent(product.name)}`);
  const link = page.locator(`h3 a[href="/products/${product._id}/details"]`);
  const card = page.getByRole("article").filter({ has: link });
  return { card, plusButton: card.getByRole("button", { name: /^Agregar .* al carrito$/ }) };
}

/** Makes the second click of a double click whose first click opened this element below the pointer. */
async function clickAgain(page: Page, openedElement: Locator): Promise<void> {
  // The check of accessibility scrolls to the top of the page, and the card may be in a lower row.
  await openedElement.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await openedElement.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

test("one tap on a size of the card adds a piece and opens the cart; keys work, and the focus returns", async ({
  page,
  request,
  isMobile,
}) => {
  const product = await claimProduct(request);
  const [firstSize, soldOutSize] = product.stocks.filter((size) => size.stock > 0);
  await runShopCommand("stock", "set", soldOutSize!._id, "0");
  const { plusButton } = await openListWithCard(page, product);
  const sizesDialog = page.getByRole("dialog", { name: isMobile ? product.name : "Elige tu talla" });
  const sizeButton = (name: string) => sizesDialog.getByRole("button", { name: new RegExp(`^${name}( |$)`) });
  await plusButton.click();
  await expectAccessible(page);
  if (!isMobile) {
    await expect(sizesDialog.getByRole("listitem").first().getByRole("button")).toBeFocused();
    await clickAgain(page, sizeButton(firstSize!.attribute));
    await expect(sizesDialog).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(sizesDialog).toBeHidden();
  await expect(plusButton).toBeFocused();

  await page.keyboard.press("Enter");
  await sizeButton(firstSize!.attribute).press("Enter");
  const cartDialog = page.getByRole("dialog", { name: "Se agregó a tu carrito" });
  await expect(cartDialog.getByRole("listitem")).toHaveCount(1);
  await expect(cartDialog).toContainText(`Talla ${firstSize!.attribute}`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Carrito, 1 pieza" })).toBeVisible();
  await expect(plusButton).toBeFocused();

  await plusButton.click();
  await sizeButton(`${firstSize!.attribute} en tu carrito`).click();
  await expect(page.getByRole("dialog", { name: "Tu carrito" })).toBeVisible();
  await page.keyboard.press("Escape");
  await plusButton.click();
  await sizeButton(`${soldOutSize!.attribute} agotada`).click();
  await expect(page.getByRole("dialog", { name: "Avísame cuando vuelva" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(plusButton).toBeFocused();
});

test("a size that sells out before the tap says so, and offers 'Avísame'", async ({ page, request, isMobile }) => {
  const product = await claimProduct(request);
  const { plusButton } = await openListWithCard(page, product);
  const firstSize = product.stocks.find((size) => size.stock > 0)!;
  // The stock is read when the sizes open. The size must sell out only after that.
  const stockResponse = page.waitForResponse(new RegExp(`${product._id}/stock`));
  await plusButton.click();
  await stockResponse;
  await runShopCommand("stock", "set", firstSize._id, "0");
  const sizesDialog = page.getByRole("dialog", { name: isMobile ? product.name : "Elige tu talla" });
  await sizesDialog.getByRole("button", { name: new RegExp(`^${firstSize.attribute}( |$)`) }).click();
  await expect(sizesDialog.getByRole("alert")).toContainText("Se agotó");
  await sizesDialog.getByRole("button", { name: `${firstSize.attribute} agotada Avísame`, exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Avísame cuando vuelva" })).toBeVisible();
});

test("a visitor who chooses wholesale prices sees them first, after a reload too, and '+' offers several sizes", async ({
  page,
}) => {
  await page.goto("/?category=vestidos");
  const pricePattern = /^\$[\d,.]+ desde 10 piezas/;
  // The card of a product on offer shows the offer's last day here until wholesale prices are chosen: it is not used.
  const card = page
    .getByRole("article")
    .filter({ has: page.locator("p > span:last-child", { hasText: pricePattern }) })
    .first();
  const plusButton = card.getByRole("button", { name: /^Agregar / });
  const wholesalePrice = card.getByText(pricePattern).filter({ visible: true });
  const readColor = () => wholesalePrice.evaluate((line) => getComputedStyle(line).color);
  const colorBefore = await readColor();
  const { height } = (await card.boundingBox())!;
  await page.getByRole("checkbox", { name: "Precios de mayoreo" }).check();
  await expect.poll(readColor).not.toBe(colorBefore);
  expect((await card.boundingBox())!.height).toBe(height);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Precios de mayoreo" })).toBeChecked();
  await expect.poll(readColor).not.toBe(colorBefore);
  await expectAccessible(page);
  await plusButton.click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Una pieza más" }).first()).toBeVisible();
});

test("a customer adds several sizes from the card; sizes in the cart are not offered again", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  const { plusButton: openButton } = await openListWithCard(page, product);
  const severalPiecesButton = page.getByRole("dialog").getByRole("button", { name: "Varias piezas" });
  await openButton.click();
  await severalPiecesButton.click();
  const dialog = page.getByRole("dialog");
  const rows = dialog.getByRole("listitem");
  await expect(rows.first()).toContainText("Talla");
  const offeredCount = await rows.count();
  await rows.nth(0).getByRole("button", { name: "Una pieza más" }).click();
  await rows.nth(1).getByRole("button", { name: "Una pieza más" }).dblclick();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Agregar 3 piezas al carrito" }).click();
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" }).getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Carrito, 3 piezas" })).toBeVisible();
  await expect(openButton).toBeFocused();
  await openButton.click();
  await severalPiecesButton.click();
  await expect(rows).toHaveCount(offeredCount - 2);
  await dialog.getByRole("button", { name: "Agregar al carrito" }).click();
  await expect(dialog).toBeHidden();
  await expect(openButton).toBeFocused();

  // With wholesale prices, the customer stays in the list.
  await page.getByRole("checkbox", { name: "Precios de mayoreo" }).check();
  await openButton.click();
  await rows.first().getByRole("button", { name: "Una pieza más" }).click();
  await dialog.getByRole("button", { name: "Agregar 1 pieza al carrito" }).click();
  await expect(page.getByText(`Se agregó ${product.name}`)).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("a size that sells out while the dialog is open is marked there; the other is added", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  const { plusButton } = await openListWithCard(page, product);
  await plusButton.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Varias piezas" }).click();
  const rows = dialog.getByRole("listitem");
  await rows.nth(0).getByRole("button", { name: "Una pieza más" }).click();
  await rows.nth(1).getByRole("button", { name: "Una pieza más" }).click();
  const firstSize = product.stocks.find((size) => size.stock > 0);
  await runShopCommand("stock", "set", firstSize!._id, "0");
  await dialog.getByRole("button", { name: "Agregar 2 piezas al carrito" }).click();
  await expect(rows.nth(0).getByRole("alert")).toHaveText("Se agotó");
  await expect(page.getByRole("link", { name: "Carrito, 1 pieza" })).toBeVisible();
});

test("a customer enlarges the pictures and moves between them with keys; closing focuses the last one shown", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await page.getByRole("button", { name: "Ampliar foto 1 de 5" }).click();
  const dialog = page.getByRole("dialog", { name: /^Fotos de / });
  await expect(dialog.getByText("1 / 5")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByText("2 / 5")).toBeVisible();
  await dialog.getByRole("button", { name: "Acercar" }).click();
  await expect(dialog.getByRole("button", { name: "Alejar" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Ampliar foto 2 de 5" })).toBeFocused();
});

test("an enlarged picture shows its largest file, and is zoomed and moved by press, wheel, drag and keys", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await page.getByRole("button", { name: "Ampliar foto 1 de 5" }).click();
  const dialog = page.getByRole("dialog", { name: /^Fotos de / });
  const picture = dialog.getByRole("button", { name: /^Foto 1 de 5/ });
  const readPictureBox = async () => (await picture.locator("img").boundingBox())!;
  const initialBox = await readPictureBox();
  const { width, height } = page.viewportSize()!;
  const center = [width / 2, height / 2] as const;

  await page.mouse.click(...center);
  await expect(picture).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await readPictureBox()).height / initialBox.height).toBeGreaterThan(1.5);
  const largestWidth = await readLargestFileWidth(picture);
  const readShownFile = () => picture.locator("img").evaluate((img: HTMLImageElement) => img.currentSrc);
  await expect.poll(readShownFile).toContain(`.${largestWidth}.`);

  const boxBefore = await readPictureBox();
  await page.mouse.move(...center);
  await page.mouse.down();
  await page.mouse.move(center[0], center[1] - 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await readPictureBox()).y - boxBefore.y)).toBe(-60);
  await expect(picture).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ArrowUp");
  await expect.poll(async () => Math.round((await readPictureBox()).y - boxBefore.y)).toBe(20);

  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await expect(picture).toHaveAttribute("aria-pressed", "false");
  await expect.poll(async () => (await readPictureBox()).height).toBe(initialBox.height);
  await page.mouse.wheel(0, -300);
  await expect(picture).toHaveAttribute("aria-pressed", "true");
  await page.mouse.click(...center);
  await expect(picture).toHaveAttribute("aria-pressed", "false");

  await page.keyboard.press("+");
  await expect(dialog.getByRole("button", { name: "Alejar" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Ampliar foto 1 de 5" }).click();
  await expect(dialog.getByRole("button", { name: "Alejar" })).toBeHidden();
});

test("the stepper keeps counting while it is held down, up to the available pieces", async ({ page, request }) => {
  const product = await claimProduct(request);
  const size = product.stocks.find(({ stock }) => stock > 5)!;
  await page.goto(`/products/${product._id}/details`);
  await page.getByRole("radio", { name: size.attribute, exact: true }).check();
  const piecesField = page.getByRole("spinbutton", { name: "Piezas" });
  const plusButton = page.getByRole("button", { name: "Una pieza más" });
  const box = (await plusButton.boundingBox())!;
  await page.mouse.move(box.x + 10, box.y + 10);
  // A press before the page is hydrated does nothing, so it is repeated.
  await expect(async () => {
    await page.mouse.up();
    await page.mouse.down();
    await expect.poll(async () => Number(await piecesField.inputValue()), { timeout: 3_000 }).toBeGreaterThan(4);
  }).toPass();
  await page.mouse.up();
  const reachedPieces = await piecesField.inputValue();
  await page.waitForTimeout(300);
  await expect(piecesField).toHaveValue(reachedPieces);
  await piecesField.fill("99999");
  await expect(piecesField).toHaveValue(String(size.stock));
});

test("a picture that cannot be loaded is replaced by a drawn hanger", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.route("**/pictures/**", (route) => route.abort());
  await page.goto(`/products/${product._id}/details`);
  await expect(page.getByRole("button", { name: "Ampliar foto 1 de 5" }).locator("svg")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a button at the bottom of the screen opens the sizes and adds the chosen one", async ({ page, request }) => {
    const product = await claimProduct(request);
    await page.goto(`/products/${product._id}/details`);
    const chooseButton = page.getByRole("button", { name: /^Elige talla/ });
    await expect(chooseButton).toBeInViewport();
    await page.getByRole("heading", { name: "También te puede gustar" }).scrollIntoViewIfNeeded();
    await expect(chooseButton).toBeInViewport();
    await expectAccessible(page);
    await chooseButton.click();
    const sheet = page.getByRole("dialog", { name: "Elige tu talla" });
    await expectAccessible(page);
    // Another customer buys the last pieces meanwhile.
    const otherSize = product.stocks.find(({ attribute, stock }) => attribute !== "M" && stock > 0)!;
    await sheet.getByRole("radio", { name: otherSize.attribute, exact: true }).check();
    await runShopCommand("stock", "set", otherSize._id, "0");
    await sheet.getByRole("button", { name: "Agregar al carrito" }).click();
    await expect(sheet.getByRole("alert")).toContainText("Se agotó");
    await sheet.getByRole("radio", { name: "M", exact: true }).check();
    await sheet.getByRole("button", { name: "Agregar al carrito" }).click();
    await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  });

  test("a picture is enlarged by pinch and double tap, and moved by a finger", async ({ page, request }) => {
    const product = await claimProduct(request);
    await page.goto(`/products/${product._id}/details`);
    await page.getByRole("button", { name: "Ampliar foto 1 de 5" }).click();
    const picture = page.getByRole("button", { name: /^Foto 1 de 5/ });
    const readPictureBox = async () => (await picture.locator("img").boundingBox())!;
    const initialBox = await readPictureBox();
    // The fingers end three times as far apart. The largest file's width limits the zoom, which is at least double.
    const expectedZoom = Math.min(3, Math.max(2, (await readLargestFileWidth(picture)) / initialBox.width));
    const cdpSession = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: [x: number, y: number][]) =>
      cdpSession.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });

    await touch("touchStart", [195, 380]);
    await touch("touchStart", [195, 380], [195, 460]);
    for (const spread of [20, 40, 60, 80]) await touch("touchMove", [195, 380 - spread], [195, 460 + spread]);
    await touch("touchEnd");
    await expect
      .poll(async () => Math.round(((await readPictureBox()).width / initialBox.width) * 10))
      .toBe(Math.round(expectedZoom * 10));
    const boxBefore = await readPictureBox();
    await touch("touchStart", [200, 400]);
    for (const x of [180, 160, 140]) await touch("touchMove", [x, 400]);
    await touch("touchEnd");
    await expect.poll(async () => Math.round((await readPictureBox()).x - boxBefore.x)).toBe(-60);

    const tapTwice = async () => {
      for (let tap = 0; tap < 2; tap++) {
        await touch("touchStart", [195, 420]);
        await touch("touchEnd");
      }
    };
    await tapTwice();
    await expect(picture).toHaveAttribute("aria-pressed", "false");
    await expect.poll(async () => (await readPictureBox()).width).toBe(initialBox.width);
    await tapTwice();
    await expect(picture).toHaveAttribute("aria-pressed", "true");
  });

  test("the menu unfolds down to the brands, with 'Todo de' at each level", async ({ page }) => {
    // The menu is opened before the code is loaded, as on a slow network.
    let markMenuOpened = (): void => {};
    const menuOpened = new Promise<void>((resolve) => (markMenuOpened = resolve));
    await page.route("**/*.js", async (route) => {
      await menuOpened;
      await route.continue();
    });
    await page.goto("/");
    await page.getByLabel("Menú", { exact: true }).click();
    markMenuOpened();
    const menu = page.getByRole("navigation", { name: "Categorías", exact: true });
    await menu.getByText("Mujer", { exact: true }).click();
    await expect(menu.getByRole("link", { name: "Todo de Mujer" })).toBeVisible();
    await menu.locator("summary", { hasText: "Vestidos" }).first().click();
    await expect(menu.getByRole("link", { name: "Todo de Vestidos" }).first()).toBeVisible();
    await expectAccessible(page);
    await menu.getByRole("link", { name: "Almendra Ruiz" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vestidos");
    await expect(page.getByRole("link", { name: "Quitar Almendra Ruiz" })).toBeVisible();
    await expect(menu).toBeHidden();
  });
});

/** The width of the largest file of the picture in this button. */
function readLargestFileWidth(picture: Locator): Promise<number> {
  return picture.locator("source").evaluate((source: HTMLSourceElement) => {
    const widths = source.srcset.split(", ").map((candidate) => Number.parseInt(candidate.split(" ")[1]!, 10));
    return Math.max(...widths);
  });
}
