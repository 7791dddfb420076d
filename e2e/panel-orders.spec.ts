import { extractText, getDocumentProxy } from "unpdf";
import { expectAccessible } from "./support/accessible.ts";
import { signInStaff } from "./support/office.ts";
import { createBuyer, placeGarmentOrder } from "./support/order.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

/** Used by this file only: `claimProduct` never returns it. */
const GARMENT = { slug: "jeans-ajustados-mezclilla-medio", size: "28" };

test("the warehouse finds paid orders, prints sheets and labels, ships one and then the rest by list", async ({
  page,
  request,
}) => {
  test.slow(); // four orders, four screens, two PDFs
  const name = `Zoé Ñandú${"abcdefghij"[Date.now() % 10]}`;
  const buyer = await createBuyer(request, { name, lastName: "Olmedo Íñiguez", phone: "3312345678" });
  const orders = [];
  for (let index = 0; index < 4; index++) orders.push(await placeGarmentOrder(request, buyer, GARMENT));
  const [shippedAloneReference, pastedReference, fileReference, unpaidReference] = orders.map(({ reference }) =>
    reference.replace("#", ""),
  );
  for (const reference of [shippedAloneReference!, pastedReference!, fileReference!])
    await runShopCommand("order", "pay", reference);

  await signInStaff(page, "warehouse");
  await page.getByRole("link", { name: "Pedidos", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Pedidos" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Con avisos" })).toHaveCount(0);
  await page.getByRole("link", { name: "Por empacar" }).click();
  await expect(page).toHaveURL(/estado=PAYMENT_ACCEPTED/);
  // Waits for the form of the filtered list, which replaces the previous form.
  await expect(page.getByRole("link", { name: "Quitar filtros" })).toBeVisible();
  await page.getByLabel("Buscar pedidos").fill("iniguez nandu 33 1234 5678");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=/);
  const rowOf = (reference: string) => page.getByRole("row").filter({ hasText: `#${reference}` });
  await expect(rowOf(shippedAloneReference!)).toBeVisible();
  await expect(rowOf(unpaidReference!)).toHaveCount(0);

  await page.getByLabel(`Elegir el pedido #${shippedAloneReference}`).check();
  await page.getByLabel(`Elegir el pedido #${pastedReference}`).check();
  for (const [buttonName, heading] of [
    ["Hojas de empaque", "Hoja de empaque"],
    ["Etiquetas", "Para"],
  ] as const) {
    const path = buttonName === "Etiquetas" ? "etiquetas" : "hojas";
    const answer = await page.request.get(
      `/panel/pedidos/${path}?pedido=${shippedAloneReference}&pedido=${pastedReference}`,
    );
    expect(answer.headers()["content-type"]).toBe("application/pdf");
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.body())), {
      mergePages: true,
    });
    for (const expectedText of [heading, `#${shippedAloneReference}`, `#${pastedReference}`, "Álvaro Obregón 7"])
      expect(text).toContain(expectedText);
    await expect(page.getByRole("button", { name: buttonName })).toBeVisible();
  }

  await page.getByLabel(`Elegir el pedido #${pastedReference}`).uncheck();
  await page.getByRole("button", { name: "Enviar…" }).click();
  await expect(page.getByRole("heading", { name: "Enviar pedidos" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(`Guía del #${shippedAloneReference}`).fill("MX 0001-A");
  await page.getByRole("button", { name: "Marcar como enviados" }).click();
  await expect(page.getByText("Un pedido listo")).toBeVisible();

  await page.goto("/panel/pedidos");
  await page.getByRole("link", { name: "Enviar con lista" }).click();
  await page
    .getByLabel("Pedido, guía y, si es otra, paquetería")
    .fill(
      `${shippedAloneReference}, MX 0001-A\n${pastedReference}, MX0002\n${fileReference}, MX0003, Nadie\n${unpaidReference}, MX0004\nhola\n${fileReference}, =1+1`,
    );
  await page.getByRole("button", { name: "Revisar la lista" }).click();
  await expect(rowOf(shippedAloneReference!)).toContainText("Enviado con esta guía");
  await expect(rowOf(pastedReference!)).toContainText("Se enviará");
  await expect(rowOf(fileReference!)).toContainText("Ninguna paquetería de la tienda se llama así");
  await expect(rowOf(unpaidReference!)).toContainText("Está en «Esperando Pago»");
  await expect(page.getByText("Empieza con el número del pedido")).toBeVisible();
  await expect(page.getByText("Empieza como una fórmula")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The connection breaks before the response: the rest is sent again, and no order ships twice.
  await page.route("**/enviar/parte", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Enviar un pedido" }).click();
  await expect(page.getByRole("alert")).toContainText("Se cortó la conexión");
  await page.unroute("**/enviar/parte");
  await page.getByRole("button", { name: "Seguir con el que falta" }).click();
  await expect(rowOf(pastedReference!)).toContainText("Enviado con esta guía");
  expect((await runShopCommand("order", "show", pastedReference!)).match(/Enviado: /g)).toHaveLength(1);

  await page.getByRole("button", { name: "Corregir o pegar otra" }).click();
  await page.getByLabel("O un archivo CSV").setInputFiles({
    name: "guias.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 20]),
  });
  await page.getByRole("button", { name: "Revisar la lista" }).click();
  await expect(page.getByRole("alert")).toContainText("Es un libro de hojas de cálculo");
  await page.getByLabel("O un archivo CSV").setInputFiles({
    name: "guias.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Pedido;Guía\r\n${fileReference};MX0003\r\n`),
  });
  await page.getByRole("button", { name: "Revisar la lista" }).click();
  await page.getByRole("button", { name: "Enviar un pedido" }).click();
  await expect(rowOf(fileReference!)).toContainText("Enviado con esta guía");

  await page.goto("/panel/pedidos?q=MX0003");
  await expect(rowOf(fileReference!)).toContainText("Enviado");
});
