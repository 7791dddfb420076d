import type { Page } from "@playwright/test";
import { expect } from "./shop.ts";

const GUEST = { name: "Lucía", lastName: "Núñez Ávila", phone: "55 1234 5678" };
const ADDRESS = { postalCode: "06700", street: "Orizaba 101" };

/** Fills the customer's data, on the first screen. */
export async function fillGuest(page: Page, values: Partial<typeof GUEST> & { email?: string } = {}): Promise<void> {
  const { name, lastName, phone, email } = { ...GUEST, email: undefined, ...values };
  await page.getByLabel("Nombre(s)").fill(name);
  await page.getByLabel("Apellidos").fill(lastName);
  await page.getByLabel("Teléfono celular").fill(phone);
  if (email !== undefined) await page.getByLabel("Correo electrónico").fill(email);
}

/** Fills the delivery address. In a shop without a list of postal codes, the code fills only the state. */
export async function fillAddress(page: Page, values: Partial<typeof ADDRESS> = {}): Promise<void> {
  const { postalCode, street } = { ...ADDRESS, ...values };
  await page.getByLabel("Código postal").fill(postalCode);
  await expect(page.getByLabel("Estado")).toHaveValue("Ciudad de México");
  await page.getByLabel("Ciudad, municipio o alcaldía").fill("Cuauhtémoc");
  await page.getByLabel("Colonia").fill("Roma Norte");
  await page.getByLabel("Calle y número").fill(street);
}

export async function chooseCarrier(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("radio", { name }).check();
}

/** Continues from the first screen to the second. */
export async function goToReview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(reviewHeading(page)).toBeFocused();
}

export const detailsHeading = (page: Page) => page.getByRole("heading", { name: "Tus datos y entrega" });
export const reviewHeading = (page: Page) => page.getByRole("heading", { name: "Revisa y paga" });
export const confirmButton = (page: Page) => page.getByRole("button", { name: "Confirmar pedido y pagar" });

/** Chooses the payment method and accepts the terms, on the second screen. */
export async function choosePaymentAndAccept(page: Page, method = /Transferencia Bancaria/): Promise<void> {
  await page.getByRole("radio", { name: method }).check();
  await page.getByRole("checkbox", { name: /Acepto los términos/ }).check();
}
