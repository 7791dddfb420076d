import {
  chooseCarrier,
  choosePaymentAndAccept,
  confirmButton,
  detailsHeading,
  fillAddress,
  fillGuest,
  goToReview,
  reviewHeading,
} from "./support/checkout.ts";
import { createBuyer, signInAs } from "./support/order.ts";
import { addSize, expect, runShopCommand, claimProduct, test } from "./support/shop.ts";

test("a guest finds a garment, reserves a size, pays by transfer and follows the order @phone", async ({
  page,
  request,
}, info) => {
  const product = await claimProduct(request);
  const email = `invitada-${info.project.name}-${Date.now()}@ejemplo.mx`;

  await page.goto("/");
  await expect(page).toHaveTitle("Inicio · Casa Maguey");
  await page.getByRole("combobox", { name: "Buscar en la tienda" }).fill(product.name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Resultados de «${product.name}»`);
  await expect(page.getByRole("combobox", { name: "Buscar en la tienda" })).toHaveValue("");
  await page.locator(`#p-${product._id} h3`).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(product.name);

  await page.getByRole("button", { name: "Agregar al carrito" }).click();
  await expect(page.getByText("Elige una talla")).toBeVisible();
  await addSize(page, "M");
  const addedDialog = page.getByRole("dialog", { name: "Se agregó a tu carrito" });
  await expect(addedDialog).toContainText("Apartamos tus prendas hasta las");
  await addedDialog.getByRole("link", { name: "Ver mi carrito" }).click();

  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole("banner").getByRole("timer")).toHaveText(/^(20:00|19:\d\d)$/);
  await page.getByRole("button", { name: /^Modificar/ }).click();
  const quantityDialog = page.getByRole("dialog", { name: "Modificar cantidad" });
  await quantityDialog.getByRole("button", { name: "Una pieza más" }).click();
  await quantityDialog.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByText("Actualización correcta")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Carrito, 2 piezas" })).toBeVisible();
  await page.getByRole("link", { name: "Continuar con el pago" }).click();

  await expect(page.getByRole("heading", { name: "Continuar como invitado" })).toBeVisible();
  await page.getByRole("link", { name: "Atrás" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await page.getByRole("link", { name: "Continuar con el pago" }).click();
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.getByText("Escribe tu nombre")).toBeVisible();
  await expect(page.getByLabel("Nombre(s)")).toBeFocused();
  await page.getByRole("button", { name: "Calle y número" }).click();
  await expect(page.getByLabel("Calle y número")).toBeFocused();
  await fillGuest(page, { phone: "55 1234 567", email });
  await expect(page.getByText("Escribe 10 dígitos; llevas 9")).toBeVisible();
  await page.getByLabel("Teléfono celular").fill("+52 55 1234 5678");

  await expect(page.getByRole("heading", { name: "Dirección de entrega" })).toBeVisible();
  await page.getByLabel("Código postal").fill("06700");
  await expect(page.getByLabel("Estado")).toHaveValue("Ciudad de México");
  await expect(page.getByLabel("Ciudad, municipio o alcaldía")).toHaveValue("Cuauhtémoc");
  await expect(page.getByLabel("Colonia")).toHaveValue("Roma Norte");
  await page.getByLabel("Calle y número").fill("Orizaba 101, int. 4");
  await expect(page.getByLabel("País")).toHaveValue("México");
  await expect(page.getByLabel("País")).not.toBeEditable();
  // What was typed survives a reload.
  await page.reload();
  await expect(page.getByLabel("Calle y número")).toHaveValue("Orizaba 101, int. 4");
  await expect(page.getByLabel("Nombre(s)")).toHaveValue("Lucía");
  // The cheapest carrier without a notice is preselected.
  await expect(page.getByRole("radio", { name: /Carga Terrestre/ })).toBeChecked();
  await chooseCarrier(page, /Mensajería Exprés/);
  await goToReview(page);

  await expect(page).toHaveTitle("Revisa y paga · Finalizar pedido · Casa Maguey");
  await expect(confirmButton(page)).toBeDisabled();
  await expect(page.getByText("Falta: elegir forma de pago, aceptar los términos.")).toBeVisible();
  await page.getByRole("button", { name: "aceptar los términos" }).click();
  await expect(page.getByRole("checkbox", { name: /Acepto los términos/ })).toBeFocused();
  await page.getByRole("button", { name: "elegir forma de pago" }).click();
  await expect(page.getByRole("radio", { name: /Mercado Pago/ })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText("Roma Norte, 06700 Cuauhtémoc, Ciudad de México")).toBeVisible();
  await page.getByRole("checkbox", { name: /Asegurar mi envío/ }).check();
  await expect(page.getByText("Seguro de envío")).toBeVisible();
  await page.getByRole("button", { name: "Envíos y apartado" }).click();
  await page.getByRole("dialog", { name: "Envíos y apartado" }).getByRole("button", { name: "Volver" }).click();
  // Each payment method shows the total that the server charges if the customer chooses it.
  const readTotalText = async (method: RegExp): Promise<string> => {
    const choice = page.locator("label").filter({ has: page.getByRole("radio", { name: method }) });
    return `Total${/\$[\d,]{3,}\.\d\d/.exec((await choice.textContent())!)![0]}`;
  };
  const [onlineTotal, transferTotal] = [await readTotalText(/Mercado Pago/), await readTotalText(/Transferencia/)];
  const summary = page.getByRole("complementary", { name: "Tu pedido" });
  await page.getByRole("radio", { name: /Mercado Pago/ }).check();
  await expect(summary).toContainText(onlineTotal);
  await choosePaymentAndAccept(page);
  await expect(summary).toContainText(transferTotal);
  await confirmButton(page).click();

  await expect(page.getByText("Pedido ingresado correctamente")).toBeVisible();
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  const reference = /#(\d+)/.exec(heading!)![1]!;
  await expect(page.getByText("Información de Pago")).toBeVisible();
  await expect(page.getByText("Envío asegurado")).toBeVisible();
  await expect(page.getByText("Orizaba 101, int. 4, Roma Norte")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Carrito", exact: true })).toBeVisible();

  const readMails = async () => {
    const answer = await request.get("/sandbox/mail.json", { params: { to: email } });
    return (await answer.json()) as { subject: string; text: string }[];
  };
  await expect.poll(async () => (await readMails())[0]?.subject).toContain(`#${reference}`);

  await runShopCommand("order", "pay", reference);
  await runShopCommand("order", "ship", reference, "--tracking", "MX123456789");
  await page.reload();
  await expect(page.getByRole("definition").filter({ hasText: "MX123456789" })).toBeVisible();
  await expect(page.getByText("Pedido enviado: listo")).toBeVisible();

  // The link in the email opens the order on another device, but only with its key.
  const link = new URL(/https?:\S+\/orders\/\S+/.exec((await readMails()).at(-1)!.text)![0]);
  const otherPage = await page.context().browser()!.newPage();
  await otherPage.goto(new URL(link.pathname, page.url()).href);
  await expect(otherPage.getByText("No podemos mostrarte este pedido")).toBeVisible();
  await otherPage.goto(new URL(link.pathname + link.search, page.url()).href);
  await expect(otherPage.getByRole("heading", { level: 1 })).toHaveText(`Pedido #${reference}`);
  await otherPage.close();
});

test("the checkout's first screen is submitted again only after a change or a failure", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  const sentCalls: string[] = [];
  let shouldFail = false;
  await page.route(/\/api\/v1\/customers(?:$|\/[^/]+\/address)/, async (route) => {
    const { lastName, street } = route.request().postDataJSON() as { lastName?: string; street?: string };
    sentCalls.push(`${route.request().method()} ${lastName ?? street}`);
    await (shouldFail ? route.abort() : route.continue());
  });
  await page.goto("/cart/checkout");
  await fillGuest(page, { lastName: "Núñez" });
  await fillAddress(page);
  await goToReview(page);
  expect(sentCalls).toEqual(["POST Núñez", "POST Orizaba 101"]);

  const detailsButton = page.getByRole("button", { name: /Tus datos/ });
  await detailsButton.click();
  await expect(detailsHeading(page)).toBeFocused();
  await goToReview(page);
  expect(sentCalls).toHaveLength(2);

  await detailsButton.click();
  await page.getByLabel("Calle y número").fill("Orizaba 102");
  await goToReview(page);
  expect(sentCalls.slice(2)).toEqual(["PUT Orizaba 102"]);
  await expect(page.getByText("Orizaba 102")).toBeVisible();

  await detailsButton.click();
  await page.getByLabel("Apellidos").fill("Ávila");
  shouldFail = true;
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("No pudimos comunicarnos con la tienda");
  shouldFail = false;
  await goToReview(page);
  expect(sentCalls.slice(3)).toEqual(["POST Ávila", "POST Ávila", "POST Orizaba 102"]);
});

test("the browser's Back goes through the screens, and the first one is shown without waiting for the server", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await page.getByRole("dialog").getByRole("link", { name: "Ver mi carrito" }).click();
  await page.getByRole("link", { name: "Continuar con el pago" }).click();
  await fillGuest(page);
  await fillAddress(page);
  await goToReview(page);
  await page.route("**/cart/checkout.data*", () => {});
  await page.getByRole("button", { name: "Cambiar dirección de entrega" }).click();
  await expect(detailsHeading(page)).toBeFocused();
  await expect(page).toHaveTitle("Tus datos y entrega · Finalizar pedido · Casa Maguey");
  // The second screen needs the current carriers and terms from the server.
  await page.unroute("**/cart/checkout.data*");
  await goToReview(page);
  await page.goBack();
  await expect(detailsHeading(page)).toBeFocused();
  await page.goBack();
  await expect(reviewHeading(page)).toBeFocused();
  await page.goBack();
  await expect(detailsHeading(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/cart$/);
});

test("a customer with an address begins at the second screen", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  const buyer = await createBuyer(request, { username: `directa.${Date.now()}@ejemplo.mx`, password: "secreta-1" });
  await signInAs(page, buyer, "registered");
  await page.goto("/cart/checkout");
  await expect(reviewHeading(page)).toBeVisible();
  await expect(page.getByText("Álvaro Obregón 7")).toBeVisible();
  await page.getByRole("button", { name: "Cambiar dirección de entrega" }).click();
  await expect(page.getByRole("radio", { name: /Álvaro Obregón 7/ })).toBeChecked();
  await page.getByRole("button", { name: "Registrar dirección" }).click();
  await fillAddress(page, { street: "Tonalá 12" });
  await goToReview(page);
  await expect(page.getByText("Tonalá 12")).toBeVisible();

  // The same address, typed again after another one was chosen, is not saved a second time.
  await page.getByRole("button", { name: "Cambiar dirección de entrega" }).click();
  await page.getByRole("radio", { name: /Álvaro Obregón 7/ }).check();
  await page.getByRole("button", { name: "Registrar dirección" }).click();
  await expect(page.getByRole("textbox", { name: "Calle y número" })).toHaveValue("Tonalá 12");
  await goToReview(page);
  await page.getByRole("button", { name: "Cambiar dirección de entrega" }).click();
  await expect(page.getByRole("radio", { name: /Tonalá 12/ })).toHaveCount(1);
  await expect(page.getByRole("radio", { name: /Tonalá 12/ })).toBeChecked();
  await goToReview(page);

  await choosePaymentAndAccept(page);
  await confirmButton(page).click();
  await expect(page.getByText("Pedido ingresado correctamente")).toBeVisible();
  await expect(page.getByText("Tonalá 12, Roma Norte")).toBeVisible();
});
