import type { Browser, Page } from "@playwright/test";
import { expect, shop } from "./shop.ts";

export const STAFF_PASSWORD = "una contraseña larga";

/** Takes an invitation (its link) and stands on Inicio afterwards. */
export async function acceptInvitation(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Tu nombre").fill(name);
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Entrar al equipo" }).click();
  await expect(page.getByRole("heading", { name: `Hola, ${name}` })).toBeVisible();
}

/** A new member of staff with this role (in all shops) at work on Inicio; her name is the role's. */
export async function workAs(page: Page, role: "owner" | "sales" | "warehouse" | "accounting" | "door"): Promise<void> {
  const email = `${role}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@ejemplo.mx`;
  const link = new URL((await shop("staff", "invite", email, "--role", role)).trim());
  await acceptInvitation(page, link.pathname + link.hash, role);
}

/** Somebody else at work at the same time, in a browser of her own. */
export async function workBeside(browser: Browser, role: Parameters<typeof workAs>[1]): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` })).newPage();
  await workAs(page, role);
  return page;
}
