import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import {
  chooseCarrier,
  choosePaymentAndAccept,
  confirmButton,
  fillAddress,
  fillGuest,
  goToReview,
} from "./support/checkout.ts";
import { addSize, expect, claimProduct, test } from "./support/shop.ts";

// These tests start without an answer to the cookie notice.
test.use({ hasAnsweredCookies: false });

interface SentEvent {
  name: string;
  params: Record<string, unknown> & { items?: Record<string, unknown>[]; page_location: string };
}

/** The analytics events of this browser, oldest first. */
async function listSentEvents(page: Page): Promise<SentEvent[]> {
  const cookies = await page.context().cookies();
  const client = cookies.find((cookie) => cookie.name === "_ga")?.value;
  if (!client) return [];
  const answer = await page.request.get("/sandbox/analytics.json", { params: { client } });
  return ((await answer.json()) as SentEvent[]).toReversed();
}

const listSentEventNames = async (page: Page) => (await listSentEvents(page)).map((event) => event.name);
const notice = (page: Page) => page.getByRole("region", { name: "Aviso de cookies" });
const acceptCookies = (page: Page) => notice(page).getByRole("button", { name: "Aceptar" }).click();

/** Collects the page's later requests to other hosts or to analytics. */
function watchRequests(page: Page): { otherHostUrls: string[]; analyticsPaths: string[] } {
  const watchedRequests = { otherHostUrls: [] as string[], analyticsPaths: [] as string[] };
  page.on("request", (request) => {
    const { hostname, pathname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && !/(^|\.)localhost$/.test(hostname))
      watchedRequests.otherHostUrls.push(request.url());
    if (pathname.startsWith("/sandbox/analytics")) watchedRequests.analyticsPaths.push(pathname);
  });
  return watchedRequests;
}

test("no event is sent before consent; after it, the current page and each step to the purchase are sent once", async ({
  page,
  request,
}) => {
  const watchedRequests = watchRequests(page);
  const product = await claimProduct(request);
  await page.goto("/?searchTerm=lino");
  await expect(notice(page)).toBeVisible();
  await page.goto(`/products/${product._id}/details`);
  await expect(notice(page)).toBeVisible();
  await page.waitForTimeout(500);
  expect(watchedRequests.analyticsPaths).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);

  await acceptCookies(page);
  await expect(notice(page)).toBeHidden();
  await expect.poll(() => listSentEventNames(page)).toEqual(["page_view", "view_item"]);
  const [, viewItemEvent] = await listSentEvents(page);
  const firstSizeInStock = product.stocks.find(({ stock }) => stock > 0)!;
  const price = viewItemEvent!.params.value as number;
  expect(price).toBeGreaterThan(0);
  expect(viewItemEvent!.params).toMatchObject({
    currency: "MXN",
    page_location: page.url(),
    items: [{ item_id: firstSizeInStock._id, price, quantity: 1 }],
  });

  await page.getByRole("search").locator("[name=searchTerm]").fill("vestido");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Resultados de «vestido»");
  await expect
    .poll(async () => (await listSentEventNames(page)).toSorted())
    .toEqual(["page_view", "page_view", "search", "view_item", "view_item_list"]);
  const eventsSoFar = await listSentEvents(page);
  const [searchEvent, listEvent] = ["search", "view_item_list"].map((name) =>
    eventsSoFar.find((event) => event.name === name),
  );
  expect(searchEvent!.params).toMatchObject({ search_term: "vestido" });
  expect(listEvent!.params).toMatchObject({ item_list_name: "Resultados de búsqueda" });
  expect(listEvent!.params.items).toHaveLength(12);

  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await page.getByRole("dialog").getByRole("link", { name: "Ver mi carrito" }).click();
  const readLastParams = async (name: string) =>
    (await listSentEvents(page)).findLast((event) => event.name === name)?.params;
  const sizeM = product.stocks.find(({ attribute }) => attribute === "M")!;
  const expectedItem = { item_id: sizeM._id, item_variant: "M", item_brand: expect.any(String), price };
  await expect
    .poll(() => readLastParams("add_to_cart"))
    .toMatchObject({ currency: "MXN", value: price, items: [{ ...expectedItem, quantity: 1 }] });

  const changePieces = async (buttonName: string) => {
    await page.getByRole("button", { name: /^Modificar/ }).click();
    const dialog = page.getByRole("dialog", { name: "Modificar cantidad" });
    await dialog.getByRole("button", { name: buttonName }).click();
    await dialog.getByRole("button", { name: "Guardar" }).click();
    await expect(dialog).toBeHidden();
  };
  await changePieces("Una pieza más");
  await expect
    .poll(async () => (await listSentEventNames(page)).filter((name) => name === "add_to_cart").length)
    .toBe(2);
  await changePieces("Una pieza menos");
  await expect
    .poll(() => readLastParams("remove_from_cart"))
    .toMatchObject({ value: price, items: [{ ...expectedItem, quantity: 1 }] });

  await page.getByRole("link", { name: "Continuar con el pago" }).click();
  await fillGuest(page);
  await fillAddress(page);
  await chooseCarrier(page, /Paquetería Estándar/);
  await goToReview(page);
  await choosePaymentAndAccept(page);
  await confirmButton(page).click();

  await expect(page.getByText("Pedido ingresado correctamente")).toBeVisible();
  const reference = /\d+/.exec((await page.getByRole("heading", { level: 1 }).textContent())!)![0];
  const listPurchases = async () => (await listSentEvents(page)).filter((event) => event.name === "purchase");
  await expect.poll(async () => (await listPurchases()).length).toBe(1);
  expect((await listPurchases())[0]!.params).toMatchObject({
    transaction_id: reference,
    currency: "MXN",
    value: price,
    shipping: 99,
    items: [{ ...expectedItem, quantity: 1 }],
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(reference);
  await expect.poll(async () => (await listSentEventNames(page)).at(-1)).toBe("page_view");
  expect(await listPurchases()).toHaveLength(1);

  // Neither personal data nor the path of the order's page is sent.
  const eventsJson = JSON.stringify(await listSentEvents(page));
  expect(eventsJson).not.toMatch(/Lucía|Núñez|5512345678|55 1234|Orizaba|\b06700\b/);
  expect(eventsJson).not.toContain(new URL(page.url()).pathname);
  expect(watchedRequests.otherHostUrls).toEqual([]);
});

test("after a refusal nothing is loaded or sent, and the notice is not shown again", async ({ page, request }) => {
  const watchedRequests = watchRequests(page);
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await notice(page).getByRole("button", { name: "Rechazar" }).click();
  await expect(notice(page)).toBeHidden();
  await page.reload();
  await page.getByRole("radio", { name: "M", exact: true }).check();
  await page.waitForTimeout(1_000);
  await expect(notice(page)).toBeHidden();
  expect(watchedRequests.analyticsPaths).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test("a visitor withdraws consent: all tabs stop sending and the cookies are deleted", async ({ page, context }) => {
  await page.goto("/");
  await acceptCookies(page);
  await expect.poll(() => listSentEventNames(page)).toEqual(["page_view", "view_item_list"]);
  const secondTab = await context.newPage();
  await secondTab.goto("/?category=mujer");
  await expect.poll(async () => (await listSentEvents(page)).length).toBe(4);

  const preferencesButton = page.getByRole("button", { name: "Preferencias de cookies" });
  await preferencesButton.click();
  await expect(notice(page)).toBeFocused();
  await expect(notice(page)).toContainText("Ahora las aceptas.");
  await page.keyboard.press("Escape");
  await expect(preferencesButton).toBeFocused();
  await preferencesButton.click();
  await notice(page).getByRole("button", { name: "Rechazar" }).click();
  await expect.poll(async () => (await context.cookies()).map((cookie) => cookie.name)).toEqual([]);
  const watchedRequests = [watchRequests(page), watchRequests(secondTab)];
  for (const tab of [page, secondTab]) {
    await tab.getByRole("contentinfo").getByRole("link", { name: "Hombre" }).click();
    await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Hombre");
  }
  await page.waitForTimeout(500);
  expect(watchedRequests.flatMap(({ analyticsPaths }) => analyticsPaths)).toEqual([]);

  await preferencesButton.click();
  await expect(notice(page)).toContainText("Ahora las rechazas.");
  await acceptCookies(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Mujer" }).click();
  await expect.poll(() => listSentEventNames(page)).toContain("view_item_list");
});

test("a browser with Global Privacy Control sees no notice and sends nothing", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const watchedRequests = watchRequests(page);
  await page.goto("/");
  await page.waitForFunction(() => "__ready" in window);
  await page.waitForTimeout(1_000);
  await expect(notice(page)).toBeHidden();
  await page.getByRole("button", { name: "Preferencias de cookies" }).click();
  await expect(notice(page)).toContainText("Tu navegador pide que no midamos tu visita");
  await notice(page).getByRole("button", { name: "Entendido" }).click();
  await expect(notice(page)).toBeHidden();
  expect(watchedRequests.analyticsPaths).toEqual([]);
});

test("with gtag.js blocked the shop works as usual", async ({ page, request }) => {
  await page.route("**/sandbox/analytics/**", (route) => route.abort());
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await acceptCookies(page);
  await addSize(page, "M");
  await page.getByRole("dialog").getByRole("link", { name: "Ver mi carrito" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("the notice is accessible, at the bottom, shifts no layout and does not cover the end of a page", async ({
  page,
}) => {
  await page.goto("/");
  await expect(notice(page)).toBeVisible();
  await expectAccessible(page);
  const [refuseButton, acceptButton] = ["Rechazar", "Aceptar"].map((name) =>
    notice(page).getByRole("button", { name }),
  );
  const [refuseBox, acceptBox] = [(await refuseButton!.boundingBox())!, (await acceptButton!.boundingBox())!];
  expect(refuseBox).toMatchObject({ width: acceptBox.width, height: acceptBox.height });
  const noticeBox = (await notice(page).boundingBox())!;
  const screen = page.viewportSize()!;
  expect(Math.round(noticeBox.y + noticeBox.height)).toBe(screen.height);
  expect(noticeBox.height).toBeLessThan(screen.height / 3);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  expect(shift).toBeLessThan(0.02);
  await page.goto("/cart");
  await expect(notice(page)).toBeVisible();
  const preferencesButton = page.getByRole("button", { name: "Preferencias de cookies" });
  await preferencesButton.focus();
  const preferencesBox = (await preferencesButton.boundingBox())!;
  expect(preferencesBox.y + preferencesBox.height).toBeLessThanOrEqual(noticeBox.y);
});

test("the chat of the head office is a plain link that the cookie notice does not cover", async ({ page }) => {
  await page.goto("/");
  const chat = page.getByRole("link", { name: "Escríbenos por WhatsApp" });
  await expect(chat).toHaveAttribute("href", /^https:\/\/wa\.me\/\d+\?text=Hola/);
  await expect(notice(page)).toBeVisible();
  await chat.focus();
  await expect
    .poll(async () => {
      const [chatBox, noticeBox] = [(await chat.boundingBox())!, (await notice(page).boundingBox())!];
      return chatBox.y + chatBox.height <= noticeBox.y;
    })
    .toBe(true);
});
