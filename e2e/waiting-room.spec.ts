import type { APIRequestContext, Browser, BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import {
  type WireProduct,
  addSize,
  expect,
  openVisitorContext,
  runShopCommand,
  claimProduct,
  test,
} from "./support/shop.ts";

interface Presale {
  product: WireProduct;
  name: string;
  code: string;
}

/** Creates a presale with a waiting room and one piece in M. It is open already if `opensInMinutes` is negative. */
async function createPresale(request: APIRequestContext, opensInMinutes: number): Promise<Presale> {
  const product = await claimProduct(request);
  const stockCommands = product.stocks.map((size) =>
    runShopCommand("stock", "set", size._id, size.attribute === "M" ? "1" : "0"),
  );
  const opensAt = new Date(Date.now() + opensInMinutes * 60_000);
  const name = `Fila ${product._id}`;
  const until = toMexicoTime(new Date(Date.now() + 3_600_000));
  await runShopCommand(
    "presale",
    "add",
    name,
    "--from",
    toMexicoTime(opensAt),
    "--until",
    until,
    "--products",
    product._id,
  );
  const [code] = await Promise.all([
    runShopCommand("presale", "codes", name, "--count", "1").then((output) => output.trim()),
    runShopCommand("presale", "room", "on", name),
    ...stockCommands,
  ]);
  return { product, name, code };
}

/** The time in Mexico City in the format of the command line: "2026-11-21 10:00". */
function toMexicoTime(instant: Date): string {
  return new Date(instant.getTime() - 6 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
}

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

async function openVisitorPage(browser: Browser): Promise<Page> {
  const context = await openVisitorContext(browser);
  contexts.push(context);
  return context.newPage();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.goto("/preventa/auth");
  await page.getByLabel("Código").fill(code);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/preventa");
}

const waitingRoom = (page: Page) => page.getByRole("region", { name: "Sala de espera" });
const turnNotice = (page: Page) => page.getByText("Es tu turno", { exact: true });
const card = (page: Page, product: WireProduct) => page.locator(`#p-${product._id}`);

/** Waits until it is the turn of one of the two pages, and returns that page first. Places are assigned at random. */
async function waitForFirstTurn(a: Page, b: Page): Promise<[first: Page, second: Page]> {
  const firstPage = await Promise.race(
    [a, b].map((page) =>
      turnNotice(page)
        .waitFor({ timeout: 60_000 })
        .then(() => page),
    ),
  );
  return firstPage === a ? [a, b] : [b, a];
}

test("visitors get random places and keep them; while one holds the piece, the next sees when it may return", async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const presale = await createPresale(request, 20);
  const otherPage = await openVisitorPage(browser);
  await enterCode(page, presale.code);
  await enterCode(otherPage, presale.code);
  await expect(waitingRoom(page).getByRole("heading", { name: "Ya estás en la sala de espera" })).toBeVisible();
  await expect(waitingRoom(page)).toContainText("sorteamos los lugares");
  await expect(card(page, presale.product)).toHaveCount(0);
  await expectAccessible(page);

  // A second tab and a reload are the same visitor.
  const secondTab = await page.context().newPage();
  await expect(async () => {
    // The count may be a second old, and is read again after 12 seconds at the earliest.
    await secondTab.goto("/preventa");
    await expect(waitingRoom(secondTab)).toContainText("Esperan 2 personas", { timeout: 1_000 });
  }).toPass();
  await secondTab.close();
  await page.reload();
  await expect(waitingRoom(page)).toContainText("Esperan 2 personas");

  await runShopCommand("presale", "open", presale.name);
  const [firstPage, secondPage] = await waitForFirstTurn(page, otherPage);
  await expect(card(firstPage, presale.product)).toBeVisible();
  await expect(waitingRoom(secondPage).getByRole("heading", { name: "Tu lugar es el 2" })).toBeVisible();
  await expect(waitingRoom(secondPage)).toContainText("Eres la siguiente persona");
  await expect(waitingRoom(secondPage)).toContainText("Espera aproximada: cerca de");
  await expectAccessible(secondPage);
  await secondPage.reload();
  await expect(waitingRoom(secondPage).getByRole("heading", { name: "Tu lugar es el 2" })).toBeVisible();

  await secondPage.context().setOffline(true);
  await expect(secondPage.getByText("Sin conexión, guardamos tu lugar")).toBeVisible({ timeout: 30_000 });
  await expect(waitingRoom(secondPage).getByRole("heading", { name: "Tu lugar es el 2" })).toBeVisible();
  await secondPage.context().setOffline(false);
  await expect(secondPage.getByText("Sin conexión, guardamos tu lugar")).toBeHidden({ timeout: 30_000 });

  await card(firstPage, presale.product).getByRole("heading").getByRole("link").click();
  await expect(turnNotice(firstPage)).toBeVisible();
  await expectAccessible(firstPage);
  await expect(firstPage.getByRole("radio", { name: "CH agotada", exact: true })).toBeDisabled();
  await addSize(firstPage, "M");
  await expect(firstPage.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();

  await expect(waitingRoom(secondPage)).toContainText("Por ahora todas las piezas están en carritos", {
    timeout: 30_000,
  });
  await expect(waitingRoom(secondPage)).toContainText(/La primera puede volver a las \d{2}:\d{2}/);
  await expectAccessible(secondPage);

  // The first visitor removes the piece from the cart, and it is the next visitor's turn.
  await firstPage.goto("/cart");
  await firstPage.getByRole("button", { name: /^Quitar/ }).click();
  await firstPage.getByRole("dialog").getByRole("button", { name: "Eliminar" }).click();
  await expect(turnNotice(secondPage)).toBeVisible({ timeout: 30_000 });

  // When no piece is left in stock or in a cart, the waiting room shows that the product is sold out.
  const size = presale.product.stocks.find(({ attribute }) => attribute === "M")!;
  const thirdPage = await openVisitorPage(browser);
  await enterCode(thirdPage, presale.code);
  await expect(waitingRoom(thirdPage).getByRole("heading", { name: "Tu lugar es el 3" })).toBeVisible();
  await runShopCommand("stock", "set", size._id, "0");
  await expect(waitingRoom(thirdPage).getByRole("heading", { name: "Agotado" })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(thirdPage);
});

test("a forged or missing grant is refused with a reason; without a waiting room the code is enough", async ({
  page,
  request,
}) => {
  test.slow();
  const presale = await createPresale(request, -2);
  await enterCode(page, presale.code);
  await expect(turnNotice(page)).toBeVisible();
  await card(page, presale.product).getByRole("heading").getByRole("link").click();
  await expect(turnNotice(page)).toBeVisible();
  // The header is replaced in transit, because the page fetches its own grant again at the next poll.
  let forgedGrant: string | undefined = `${"A".repeat(40)}.forged`;
  await page.route("**/api/v1/carts**", (route) => {
    const { "x-grant": _pageGrant, ...headers } = route.request().headers();
    return route.continue({ headers: { ...headers, ...(forgedGrant && { "x-grant": forgedGrant }) } });
  });
  await addSize(page, "M");
  await expect(page.getByText("Ese turno no es de esta fila.")).toBeVisible();
  forgedGrant = undefined;
  await page.getByRole("button", { name: "Agregar al carrito" }).first().click();
  await expect(page.getByText("Esta preventa tiene fila")).toBeVisible();
  await page.unroute("**/api/v1/carts**");
  await page.reload();
  await expect(turnNotice(page)).toBeVisible();
  await runShopCommand("presale", "room", "off", presale.name);
  await page.reload();
  await expect(page.getByRole("radio", { name: "M", exact: true })).toBeVisible();
  await expect(turnNotice(page)).toBeHidden();
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
});
