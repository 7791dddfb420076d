import { readFile } from "node:fs/promises";
import { expectAccessible } from "./support/accessible.ts";
import { drawConstancia, drawScan } from "./support/constancia.ts";
import {
  COMPANY,
  fillReceiver,
  generateInvoice,
  invoiceByApi,
  listAttachmentsByInvoiceEmail,
  searchOrder,
  placeShippedOrder,
} from "./support/invoice.ts";
import { signInAs, waitForOrderLink } from "./support/order.ts";
import { expect, test } from "./support/shop.ts";

const newEmail = (): string => `factura.${crypto.randomUUID()}@ejemplo.mx`;

test("a customer invoices a shipped order from its page and gets the files and the mail @phone", async ({
  page,
  request,
}) => {
  const email = newEmail();
  const order = await placeShippedOrder(request, email);
  await signInAs(page, order.buyer, "guest");
  await page.goto(`/orders/${order._id}`);
  await expect(page.getByText(/Puedes pedir tu factura hasta el \d+ de [a-z]+ de \d{4}/)).toBeVisible();
  await page.getByRole("link", { name: "Facturar este pedido" }).click();
  await expect(page.getByText(`Pedido #${order.reference}`)).toBeVisible();
  await expect(page.getByText(/Puedes facturarlo hasta el \d+ de [a-z]+/)).toBeVisible();
  expect(page.url()).not.toContain(order.phone);
  await expect(page.getByLabel("Forma de pago")).toHaveValue("03 Transferencia electrónica de fondos");
  await expectAccessible(page);

  await fillReceiver(page, { name: "Bordados ficticios de Puebla", email });
  await expect(page.getByText("BORDADOS FICTICIOS DE PUEBLA")).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByLabel("Nombre o razón social")).toHaveValue(COMPANY.name);
  await page.getByRole("button", { name: "Continuar" }).click();
  await generateInvoice(page);
  await expect(page.getByRole("heading", { name: "Factura generada!" })).toBeFocused();
  await expectAccessible(page);
  await expect.poll(() => listAttachmentsByInvoiceEmail(request, email)).toHaveLength(1);
  const uuid = await page.getByText(/^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/).innerText();
  const name = `factura-${order.reference}-${COMPANY.rfc}-${uuid}`;
  expect(await listAttachmentsByInvoiceEmail(request, email)).toEqual([[`${name}.xml`, `${name}.pdf`]]);
  for (const [linkName, magic] of [
    ["Descargar XML", "<?xml"],
    ["Descargar PDF", "%PDF-"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: linkName }).click();
    expect((await readFile(await (await download).path())).toString("latin1").slice(0, 5)).toBe(magic);
  }
  // A reload keeps the state. Another order starts with an empty form.
  await page.reload();
  await page.getByRole("button", { name: "Facturar otro pedido" }).click();
  await expect(page.getByLabel("Número de pedido")).toHaveValue("");
});

test("the same data return the same invoice and another mail; other data are refused @phone-only", async ({
  page,
  request,
}) => {
  const email = newEmail();
  const order = await placeShippedOrder(request, email);
  const uuid = await invoiceByApi(request, order);
  await page.goto("/invoice");
  await searchOrder(page, order);
  await expect(page.getByText("Este pedido ya está facturado", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await fillReceiver(page, { email });
  await generateInvoice(page);
  await expect(page.getByRole("heading", { name: "Factura generada!" })).toBeVisible();
  await expect(page.getByText(uuid)).toBeVisible();
  await expect.poll(() => listAttachmentsByInvoiceEmail(request, email)).toHaveLength(1);

  await page.getByRole("button", { name: "Facturar otro pedido" }).click();
  await searchOrder(page, order);
  await fillReceiver(page, { usoCFDI: "G01" });
  await generateInvoice(page);
  await expect(page.getByRole("alert")).toContainText("Este pedido ya está facturado al RFC BFP…B2");
  await expect(page.getByRole("link", { name: "Escríbele a un asesor" })).toBeVisible();
  await expectAccessible(page);
});

test("the invoice is downloaded from the order's page, with a session and with the mail's link @phone-only", async ({
  page,
  request,
}) => {
  const email = newEmail();
  const order = await placeShippedOrder(request, email);
  const uuid = await invoiceByApi(request, order);
  await signInAs(page, order.buyer, "guest");
  await page.goto(`/orders/${order._id}`);
  const invoice = page.getByRole("region", { name: "Tu factura" });
  const download = page.waitForEvent("download");
  await invoice.getByRole("button", { name: "Descargar factura (PDF)" }).click();
  expect((await download).suggestedFilename()).toBe(`factura-${order.reference}-${uuid}.pdf`);
  await expectAccessible(page);
  const link = await waitForOrderLink(request, email, order._id);
  await page.evaluate(() => localStorage.removeItem("escaparate.session"));
  await page.goto(link);
  const href = await invoice.getByRole("link", { name: "Descargar factura (XML)" }).getAttribute("href");
  const fileResponse = await request.get(href!);
  expect(fileResponse.headers()["content-type"]).toBe("application/xml");
});

test("when an order is not found the page says what to check; invalid fields are not sent @phone-only", async ({
  page,
  request,
}) => {
  const order = await placeShippedOrder(request, newEmail());
  await page.goto("/invoice");
  await expect(page.getByRole("heading", { level: 1, name: "Facturación electrónica" })).toBeVisible();
  await page.getByLabel("Número de pedido").fill("cien");
  await page.getByLabel("Teléfono", { exact: true }).fill("55 1234");
  await page.getByRole("button", { name: "Buscar mi pedido" }).click();
  await expect(page.getByText("El número de pedido solo lleva números")).toBeVisible();
  await expect(page.getByText("Escribe 10 dígitos; llevas 6")).toBeVisible();
  await expect(page.getByLabel("Número de pedido")).toBeFocused();
  await expectAccessible(page);

  await searchOrder(page, { reference: order.reference, phone: "5500000000" });
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("No pudimos encontrar tu pedido");
  await expect(alert.getByRole("listitem")).toHaveCount(4);
  await expectAccessible(page);
  expect(page.url()).not.toMatch(/5500000000/);
  // The order is found with the prefixes and spaces that people type.
  await searchOrder(page, {
    reference: `#${order.reference}`,
    phone: `+52 ${order.phone.slice(0, 2)} ${order.phone.slice(2)}`,
  });
  await expect(page.getByRole("heading", { name: "Tus datos fiscales" })).toBeFocused();
  await page.reload();
  await expect(page.getByText(`Pedido #${order.reference}`)).toBeVisible();
});

test("a refusal by SAT is shown at its field, and typed text stays @phone-only", async ({ page, request }) => {
  const order = await placeShippedOrder(request, newEmail());
  await page.goto("/invoice");
  await searchOrder(page, order);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByText("Escribe tu RFC.")).toBeVisible();
  await expect(page.getByLabel("RFC", { exact: true })).toBeFocused();
  await expectAccessible(page);

  await page.getByText("Datos que el CFDI no necesita").click();
  await page.getByLabel("Número exterior").fill("12-B");
  await fillReceiver(page, { name: "Bordados de Puebla S.A. de C.V." });
  await page.getByRole("button", { name: "Corregir mis datos" }).click();
  await page.getByRole("button", { name: "Usar «BORDADOS DE PUEBLA»" }).click();
  await page.getByRole("button", { name: "Continuar" }).click();
  await generateInvoice(page);
  await expect(page.getByText(/^Ese no es el nombre que el SAT tiene para tu RFC/)).toBeVisible();
  await expect(page.getByLabel("Nombre o razón social")).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel("Nombre o razón social")).toHaveValue("BORDADOS DE PUEBLA");
  await expect(page.getByLabel("Uso de la factura")).toHaveValue("G03");
  await page.getByText("Datos que el CFDI no necesita").click();
  await expect(page.getByLabel("Número exterior")).toHaveValue("12-B");
  await page.getByLabel("Nombre o razón social").fill(COMPANY.name);
  await page.getByRole("button", { name: "Continuar" }).click();
  await generateInvoice(page);
  await expect(page.getByRole("heading", { name: "Factura generada!" })).toBeVisible();
  await expect(page.getByText("Guárdala ahora.")).toBeVisible();
});

test("the form offers only the regimes and uses that the RFC allows", async ({ page, request }) => {
  const order = await placeShippedOrder(request, newEmail());
  await page.goto("/invoice");
  await searchOrder(page, order);
  const rfcField = page.getByLabel("RFC", { exact: true });
  const regimeSelect = page.getByLabel("Régimen fiscal");
  const cfdiUseSelect = page.getByLabel("Uso de la factura");
  await rfcField.fill("EEPM900101AB2");
  await expect(regimeSelect.locator("option", { hasText: "601 " })).toHaveCount(0);
  await regimeSelect.selectOption("605");
  await expect(cfdiUseSelect).toHaveValue("S01");
  await rfcField.fill("BFP100512AB2");
  await expect(regimeSelect).toHaveValue("");
  await expect(regimeSelect.locator("option", { hasText: "605 " })).toHaveCount(0);
  await rfcField.fill("bfp-100512-ab3");
  await expect(page.getByText("Revisa tu RFC: su último dígito no es el usual.")).toBeVisible();

  // A press of the box by mistake loses nothing that was typed.
  const postalCodeField = page.getByLabel("Código postal de tu domicilio fiscal");
  const abroadBox = page.getByLabel("Vivo fuera de México y no tengo RFC");
  await postalCodeField.fill("44100");
  await abroadBox.check();
  await expect(postalCodeField).not.toHaveValue("44100");
  await abroadBox.uncheck();
  await expect(rfcField).toHaveValue("BFP100512AB3");
  await expect(postalCodeField).toHaveValue("44100");
  // Nor do a typed RFC for residents abroad, and the box after it.
  await rfcField.fill("XEXX010101000");
  await expect(abroadBox).toBeChecked();
  await abroadBox.uncheck();
  await expect(rfcField).toHaveValue("BFP100512AB3");
  await expect(postalCodeField).toHaveValue("44100");

  await rfcField.fill("XAXX010101000");
  await expect(regimeSelect).toHaveValue("616");
  await expect(cfdiUseSelect).toHaveValue("S01");
  await expect(postalCodeField).not.toBeEditable();
  await page.getByLabel("Nombre o razón social").fill("Público en general");
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByText(/es el nombre de las facturas globales/)).toBeVisible();
  await page.getByLabel("Nombre o razón social").fill("Nora Campos");
  await page.getByRole("button", { name: "Continuar" }).click();
  await generateInvoice(page);
  await expect(page.getByRole("heading", { name: "Factura generada!" })).toBeVisible();
});

test("a Constancia fills the form without leaving the browser; other files show an error @phone-only", async ({
  page,
  request,
}) => {
  const order = await placeShippedOrder(request, newEmail());
  const sentUrls: string[] = [];
  page.on("request", (pageRequest) => void (pageRequest.method() !== "GET" && sentUrls.push(pageRequest.url())));
  await page.goto("/invoice");
  await searchOrder(page, order);
  const input = page.getByLabel("Tu Constancia de Situación Fiscal");
  const toPdfFile = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });
  const person = { name: "MARIANA", firstSurname: "EJEMPLO", secondSurname: "PRUEBA" };
  const regimes: [string, string, string?][] = [
    ["Régimen de Incorporación Fiscal", "01/01/2014", "31/12/2021"],
    ["Régimen Simplificado de Confianza", "01/01/2022"],
  ];

  await input.setInputFiles(toPdfFile("foto.pdf", await drawScan()));
  await expect(page.getByRole("alert")).toContainText("Ese PDF es una imagen");
  await input.setInputFiles(toPdfFile("roto.pdf", Buffer.from("%PDF-1.7 no es un PDF")));
  await expect(page.getByRole("alert")).toContainText("No pudimos leer ese archivo");
  await expectAccessible(page);

  // The file is dropped on the form.
  const bytes = [...(await drawConstancia({ rfc: "EEPM900101AB2", person, postalCode: "06700", regimes }))];
  const dataTransfer = await page.evaluateHandle((fileBytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(fileBytes)], "constancia.pdf", { type: "application/pdf" }));
    return transfer;
  }, bytes);
  await page.getByText("¿Tienes a la mano el PDF de tu constancia?").dispatchEvent("drop", { dataTransfer });
  await expect(page.getByText("Llenamos tus datos", { exact: true })).toBeVisible();
  await expect(page.getByLabel("RFC", { exact: true })).toHaveValue("EEPM900101AB2");
  await expect(page.getByLabel("Nombre o razón social")).toHaveValue("MARIANA EJEMPLO PRUEBA");
  await expect(page.getByLabel("Código postal de tu domicilio fiscal")).toHaveValue("06700");
  await expect(page.getByLabel("Régimen fiscal")).toHaveValue("626");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectAccessible(page);
  expect(sentUrls).toEqual([]);
  await page.getByLabel("Uso de la factura").selectOption("G03");
  await page.getByRole("button", { name: "Continuar" }).click();
  await generateInvoice(page);
  await expect(page.getByRole("heading", { name: "Factura generada!" })).toBeVisible();
});
