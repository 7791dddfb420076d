import { addSize, expect, takeProduct, shop, test } from "./support/shop.ts";

test("a guest finds a dress, reserves a size, pays by transfer and follows the order @phone", async ({
  page,
  request,
}, info) => {
  const product = await takeProduct(request);
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
  const added = page.getByRole("dialog", { name: "Se agregó a tu carrito" });
  await expect(added).toContainText("Apartamos tus prendas hasta las");
  await added.getByRole("link", { name: "Ver mi carrito" }).click();

  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole("banner").getByRole("timer")).toHaveText(/^(20:00|19:\d\d)$/);
  await page.getByRole("button", { name: /^Modificar/ }).click();
  const quantity = page.getByRole("dialog", { name: "Modificar cantidad" });
  await quantity.getByRole("button", { name: "Una pieza más" }).click();
  await quantity.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByText("Actualización correcta")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Carrito, 2 piezas" })).toBeVisible();
  await page.getByRole("link", { name: "Continuar con el pago" }).click();

  await expect(page.getByRole("heading", { name: "Continuar como invitado" })).toBeVisible();
  await page.getByRole("link", { name: "Atrás" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await page.getByRole("link", { name: "Continuar con el pago" }).click();
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByText("Escribe tu nombre")).toBeVisible();
  await expect(page.getByLabel("Nombre(s)")).toBeFocused();
  await page.getByLabel("Nombre(s)").fill("Lucía");
  await page.getByLabel("Apellidos").fill("Núñez Ávila");
  await page.getByLabel("Teléfono celular").fill("55 1234 567");
  await page.getByLabel("Correo electrónico").fill(email);
  await expect(page.getByText("Escribe 10 dígitos; llevas 9")).toBeVisible();
  await page.getByLabel("Teléfono celular").fill("+52 55 1234 5678");
  await page.getByRole("button", { name: "Continuar" }).click();

  await expect(page.getByRole("heading", { name: "Dirección de entrega" })).toBeFocused();
  await page.getByLabel("Código postal").fill("06700");
  await expect(page.getByLabel("Estado")).toHaveValue("Ciudad de México");
  await page.getByLabel("Ciudad, municipio o alcaldía").fill("Cuauhtémoc");
  await page.getByLabel("Colonia").fill("Roma Norte");
  await page.getByLabel("Calle y número").fill("Orizaba 101, int. 4");
  await expect(page.getByLabel("País")).toHaveValue("México");
  await expect(page.getByLabel("País")).not.toBeEditable();
  // The typed address survives a reload.
  await page.reload();
  await expect(page.getByLabel("Calle y número")).toHaveValue("Orizaba 101, int. 4");
  await page.getByRole("button", { name: "Guardar y continuar" }).click();

  await expect(page.getByRole("heading", { name: "Confirma tu pedido" })).toBeVisible();
  const confirm = page.getByRole("button", { name: "Confirmar pedido y pagar" });
  await expect(confirm).toBeDisabled();
  await expect(page.getByText("Falta: elegir paquetería, elegir forma de pago, aceptar los términos.")).toBeVisible();
  await expect(page.getByText("06700, Cuauhtémoc, Ciudad de México, México")).toBeVisible();
  await page.getByRole("radio", { name: /Mensajería Exprés/ }).check();
  await page.getByRole("checkbox", { name: /Asegurar mi envío/ }).check();
  await expect(page.getByText("Seguro de envío")).toBeVisible();
  await page.getByRole("radio", { name: /Transferencia Bancaria/ }).check();
  await page.getByRole("checkbox", { name: /Acepto los términos/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Acepto" }).click();
  await expect(page.getByRole("dialog", { name: "Envíos y apartado" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Acepto" }).click();
  await expect(page.getByRole("checkbox", { name: /Acepto los términos/ })).toBeChecked();
  await confirm.click();

  await expect(page.getByText("Pedido ingresado correctamente")).toBeVisible();
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  const reference = /#(\d+)/.exec(heading!)![1]!;
  await expect(page.getByText("Información de Pago")).toBeVisible();
  await expect(page.getByText("Envío asegurado")).toBeVisible();
  await expect(page.getByText("Orizaba 101, int. 4, Roma Norte")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Carrito", exact: true })).toBeVisible();

  const mails = async () => {
    const answer = await request.get("/sandbox/mail.json", { params: { to: email } });
    return (await answer.json()) as { subject: string; text: string }[];
  };
  await expect.poll(async () => (await mails())[0]?.subject).toContain(`#${reference}`);

  await shop("order", "pay", reference);
  await shop("order", "ship", reference, "--tracking", "MX123456789");
  await page.reload();
  await expect(page.getByText("MX123456789")).toBeVisible();
  await expect(page.getByText("Pedido enviado: listo")).toBeVisible();

  // The mail's link opens the order on another device, and only with its key.
  const link = new URL(/https?:\S+\/orders\/\S+/.exec((await mails()).at(-1)!.text)![0]);
  const otherDevice = await page.context().browser()!.newPage();
  await otherDevice.goto(new URL(link.pathname, page.url()).href);
  await expect(otherDevice.getByText("No podemos mostrarte este pedido")).toBeVisible();
  await otherDevice.goto(new URL(link.pathname + link.search, page.url()).href);
  await expect(otherDevice.getByRole("heading", { level: 1 })).toHaveText(`Pedido #${reference}`);
  await otherDevice.close();
});

test("the first checkout step is sent again only after a change or a failure", async ({ page, request }) => {
  const product = await takeProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  const sent: string[] = [];
  let failing = false;
  await page.route("**/api/v1/customers", async (route) => {
    sent.push((route.request().postDataJSON() as { lastName: string }).lastName);
    await (failing ? route.abort() : route.continue());
  });
  await page.goto("/cart/checkout");
  await page.getByLabel("Nombre(s)").fill("Lucía");
  await page.getByLabel("Apellidos").fill("Núñez");
  await page.getByLabel("Teléfono celular").fill("5512345678");
  const proceed = page.getByRole("button", { name: "Continuar" });
  const address = page.getByRole("heading", { name: "Dirección de entrega" });
  const back = page.getByRole("button", { name: /Inf\. Personal/ });
  await page.getByLabel("Apellidos").focus();
  await proceed.click();
  await expect(address).toBeVisible();

  await back.click();
  await proceed.click();
  await expect(address).toBeVisible();
  expect(sent).toEqual(["Núñez"]);

  await back.click();
  await page.getByLabel("Apellidos").fill("Ávila");
  failing = true;
  await proceed.click();
  await expect(page.getByRole("alert")).toContainText("No pudimos comunicarnos con la tienda");
  failing = false;
  await proceed.click();
  await expect(address).toBeVisible();
  expect(sent).toEqual(["Núñez", "Ávila", "Ávila"]);
});

test("a step back is shown without waiting for the server", async ({ page, request }) => {
  const product = await takeProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto("/cart/checkout");
  await page.getByLabel("Nombre(s)").fill("Lucía");
  await page.getByLabel("Apellidos").fill("Núñez");
  await page.getByLabel("Teléfono celular").fill("5512345678");
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByRole("heading", { name: "Dirección de entrega" })).toBeVisible();
  await page.route("**/cart/checkout.data*", () => {});
  await page.getByRole("button", { name: /Inf\. Personal/ }).click();
  await expect(page.getByRole("heading", { name: "Continuar como invitado" })).toBeVisible();
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByRole("heading", { name: "Dirección de entrega" })).toBeVisible();
});
