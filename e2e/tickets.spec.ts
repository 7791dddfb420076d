import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestInfo } from "@playwright/test";
import { choosePaymentAndAccept, confirmButton, fillGuest, goToReview } from "./support/checkout.ts";
import { expectAccessible } from "./support/accessible.ts";
import { demoId } from "../demo/load/demo-id.ts";
import { signInAs, createBuyer, placeTicketOrder } from "./support/order.ts";
import { addSize, expect, runShopCommand, test } from "./support/shop.ts";

/** Each seat is sold once, so a retry takes another seat. */
const seatOf = ({ retry }: TestInfo) => `Boleto A-0${1 + 2 * retry}`;

test("the order's page shows paid tickets with their state and PDF @phone-only", async ({ page, request }, info) => {
  const seat = seatOf(info);
  const guest = await createBuyer(request, { email: `boletos.${info.project.name}.${Date.now()}@ejemplo.mx` });
  const order = await placeTicketOrder(request, guest, { slug: "concierto-de-marea-lenta", seat });
  await signInAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);
  await expect(page.getByRole("heading", { name: `Pedido #${order.reference}` })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tus boletos" })).toHaveCount(0);

  await runShopCommand("order", "pay", order.reference);
  await page.reload();
  const tickets = page.getByRole("region", { name: "Tus boletos" });
  await expect(tickets).toContainText("Concierto de Marea Lenta");
  await expect(tickets).toContainText("Teatro del Puerto");
  await expect(tickets.getByRole("listitem")).toHaveText(`${seat}Válido`);
  await expect(page.getByRole("region", { name: "Historia del pedido" })).toContainText(
    "Te mandamos tus boletos por correo.",
  );
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await tickets.getByRole("button", { name: "Descargar boletos (PDF)" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`pedido-${order.reference}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await expect(tickets.getByText("Tus boletos están listos.")).toBeVisible();
});

test("a seat is chosen with the arrow keys, and is marked as the customer's once it is in the cart", async ({
  page,
}) => {
  // The keys must work even if the code of the seats arrives late.
  await page.route("**/assets/seat-li-*.js", async (route) => {
    await sleep(1_000);
    await route.continue();
  });
  await page.goto(`/products/${demoId("product", "pasarela-hilo-y-barro")}/details`);
  await page.waitForFunction(() => "__ready" in window);
  const seatRadio = (name: string) => page.getByRole("radio", { name, exact: true });
  const seatNumber = 3 + 2 * test.info().retry;
  await seatRadio(`Boleto A-0${seatNumber - 1}`).focus();
  await page.keyboard.press("ArrowRight");
  await expect(seatRadio(`Boleto A-0${seatNumber}`)).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await expect(seatRadio(`Boleto B-0${seatNumber}`)).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Agregar al carrito" }).click();
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toContainText(`Boleto B-0${seatNumber}`);
  await page.keyboard.press("Escape");
  await expect(seatRadio(`Boleto B-0${seatNumber}, en tu carrito`)).toBeDisabled();
});

test("a customer buys tickets with an e-mail address and no postal address @phone-only", async ({
  page,
  request,
}, info) => {
  const seat = seatOf(info);
  const email = `taller.${info.project.name}.${Date.now()}@ejemplo.mx`;
  await page.goto(`/products/${demoId("product", "taller-de-bordado-a-mano")}/details`);
  await expect(page.getByText(/\d{4}, \d+:\d\d\s[ap]\.\sm\./)).toBeVisible();
  await expect(page.getByRole("link", { name: "Ver en el mapa" })).toHaveAttribute(
    "href",
    "https://www.google.com/maps/search/?api=1&query=Escuela+de+Oficio+Textil",
  );
  await addSize(page, seat.replace("Boleto ", ""));
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto("/cart/checkout");
  await expect(page.getByRole("main")).toContainText(seat);
  await fillGuest(page, { name: "Irene", lastName: "Solís Mora", phone: "55 8765 4321" });
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.getByText("Escribe tu correo: ahí te llegan tus boletos")).toBeVisible();
  await expect(page.getByLabel("Correo electrónico")).toBeFocused();
  // The username of a new account may be the e-mail address.
  await page.getByText("RFC y cuenta").click();
  await page.getByLabel("Usuario de tu cuenta").fill(email);
  await expect(page.getByLabel("Correo electrónico")).toHaveJSProperty("required", false);
  await page.getByLabel("Usuario de tu cuenta").fill("");
  await expect(page.getByLabel("Correo electrónico")).toHaveJSProperty("required", true);
  await page.getByLabel("Correo electrónico").fill("equivocado@ejemplo.mx");
  await goToReview(page);

  const field = page.getByLabel("Correo para tus boletos");
  await expect(field).toHaveValue("equivocado@ejemplo.mx");
  await field.fill("irene");
  await expect(page.getByText("Revisa el correo: le falta algo")).toBeVisible();
  await expect(page.getByText(/Falta: escribir el correo para tus boletos/)).toBeVisible();
  await field.fill(email);
  await choosePaymentAndAccept(page);
  await expectAccessible(page);
  await confirmButton(page).click();

  await expect(page.getByText("Pedido ingresado correctamente")).toBeVisible();
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  await runShopCommand("order", "pay", /#(\d+)/.exec(heading!)![1]!);
  const readNewestMail = async () => {
    const mails = (await (await request.get("/sandbox/mail.json", { params: { to: email } })).json()) as {
      subject: string;
      attachments: { filename: string }[];
    }[];
    return `${mails[0]?.subject} ${mails[0]?.attachments[0]?.filename}`;
  };
  await expect.poll(readNewestMail).toMatch(/^Tus boletos del pedido #\d+ boletos-\d+\.pdf$/);
});
