import type { APIRequestContext, Page } from "@playwright/test";
import { createBuyer, placeTicketOrder, type Buyer, type PlacedOrder } from "./order.ts";
import { expect, runShopCommand } from "./shop.ts";

/** A taxpayer whose data the PAC sandbox accepts (src/server/adapters/pac/sandbox/taxpayers.ts). */
export const COMPANY = {
  rfc: "BFP100512AB2",
  name: "BORDADOS FICTICIOS DE PUEBLA",
  postalCode: "72000",
  fiscalReg: "601",
  usoCFDI: "G03",
};

export interface ShippedOrder extends PlacedOrder {
  phone: string;
  buyer: Buyer;
}

/** Places and pays a ticket order. It is SHIPPED as soon as it is paid, and this event has many tickets. */
export async function placeShippedOrder(request: APIRequestContext, email: string): Promise<ShippedOrder> {
  const phone = `55${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  const buyer = await createBuyer(request, { email, phone });
  const order = await placeTicketOrder(request, buyer, { slug: "concierto-de-ajolote-electrico", seat: "General" });
  await runShopCommand("order", "pay", order.reference);
  return { ...order, phone, buyer };
}

export async function searchOrder(
  page: Page,
  { reference, phone }: { reference: string; phone: string },
): Promise<void> {
  await page.getByLabel("Número de pedido").fill(reference);
  await page.getByLabel("Teléfono", { exact: true }).fill(phone);
  await page.getByRole("button", { name: "Buscar mi pedido" }).click();
}

/** Fills the form with the company's data, replaced by `overrides` where given, and continues to the summary. */
export async function fillReceiver(
  page: Page,
  overrides: Partial<typeof COMPANY> & { email?: string } = {},
): Promise<void> {
  const { rfc, name, postalCode, fiscalReg, usoCFDI, email } = { ...COMPANY, email: "", ...overrides };
  await expect(page.getByRole("heading", { name: "Tus datos fiscales" })).toBeVisible();
  await page.getByLabel("RFC", { exact: true }).fill(rfc);
  await page.getByLabel("Nombre o razón social").fill(name);
  await page.getByLabel("Código postal de tu domicilio fiscal").fill(postalCode);
  await page.getByLabel("Régimen fiscal").selectOption(fiscalReg);
  await page.getByLabel("Uso de la factura").selectOption(usoCFDI);
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByRole("button", { name: "Continuar" }).click();
}

export async function generateInvoice(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Revisa tus datos" })).toBeFocused();
  await page.getByRole("button", { name: "Generar factura" }).click();
}

/** The attachments of each invoice mail to this mailbox, newest first. */
export async function listAttachmentsByInvoiceEmail(request: APIRequestContext, email: string): Promise<string[][]> {
  const mails = (await (await request.get("/sandbox/mail.json", { params: { to: email } })).json()) as {
    subject: string;
    attachments: { filename: string }[];
  }[];
  return mails
    .filter(({ subject }) => subject.startsWith("Tu factura"))
    .map(({ attachments }) => attachments.map(({ filename }) => filename));
}

/** Invoices the order to the company through the API, without an email. Returns the UUID. */
export async function invoiceByApi(request: APIRequestContext, order: ShippedOrder): Promise<string> {
  const answer = await request.post("/api/v1/invoice", {
    data: { orderId: order.reference, phone: order.phone, receiver: COMPANY },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { uuid: string }).uuid;
}
