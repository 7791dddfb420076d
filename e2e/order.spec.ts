import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { actAs, linkOfMail, newBuyer, placeOrder } from "./support/order.ts";
import { expect, shop, test } from "./support/shop.ts";

/** Each project and test sells its own garment. */
const nth = (project: string, n: number): number => 31 + n * 2 + (project === "phone" ? 1 : 0);

const download = (page: Page) => page.getByText("Descargar recibo (PDF)");

test("an order's page gives the receipt, says when it cannot, and tells what happened when", async ({
  page,
  request,
}, info) => {
  const guest = await newBuyer(request);
  const order = await placeOrder(request, guest, nth(info.project.name, 0));
  await shop("order", "pay", order.reference);
  await actAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);

  const history = page.getByRole("region", { name: "Historia del pedido" }).getByRole("listitem");
  await expect(history).toHaveCount(2);
  await expect(history.nth(0)).toContainText("Esperando Pago");
  await expect(history.nth(0)).toContainText("Recibimos tu pedido.");
  await expect(history.nth(1)).toHaveAttribute("aria-current", "step");
  await expect(history.nth(1)).toContainText(/Pago aceptado · ahora.*\d\d\/\d\d\/\d{4} \d\d:\d\d [ap]\. m\./s);
  await expectAccessible(page);

  await page.route("**/pdf", (route) => route.abort());
  await download(page).click();
  await expect(page.getByRole("alert")).toContainText("No pudimos comunicarnos con la tienda");
  await expectAccessible(page);
  await page.unroute("**/pdf");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Reintentar" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`pedido-${order.reference}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await expect(page.getByText("Tu recibo está listo")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("by the mail's link the receipt opens without a session, on iOS at its own address", async ({
  page,
  request,
}, info) => {
  const email = `recibo.${info.project.name}.${Date.now()}@ejemplo.mx`;
  const guest = await newBuyer(request, { email });
  const order = await placeOrder(request, guest, nth(info.project.name, 1));
  await page.goto(await linkOfMail(request, email, order._id));
  const saved = page.waitForEvent("download");
  await download(page).click();
  expect((await saved).suggestedFilename()).toBe(`pedido-${order.reference}.pdf`);

  await page.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: false }));
  await page.reload();
  const asked = page.waitForRequest((one) => new URL(one.url()).pathname.endsWith("/pdf"));
  await download(page).click();
  const plain = await asked;
  expect(plain.isNavigationRequest()).toBe(true);
  const answer = await request.get(plain.url());
  expect(answer.headers()["content-type"]).toBe("application/pdf");
});
