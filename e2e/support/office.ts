import type { Browser, Page } from "@playwright/test";
import type { StaffRole } from "../../src/domain/staff-permissions.ts";
import { newId } from "../../src/server/db/new-id.ts";
import { transact } from "../../src/server/db/transact.ts";
import { insertMember } from "../../src/server/staff/queries.ts";
import { openStaffSession } from "../../src/server/staff/staff-sessions.ts";
import { openDatabase } from "./database.ts";
import { expect } from "./shop.ts";

export const STAFF_PASSWORD = "una contraseña larga";

/** Accepts the invitation of this link. The page is on Inicio afterwards. */
export async function acceptInvitation(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Tu nombre").fill(name);
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Entrar al equipo" }).click();
  await expect(page.getByRole("heading", { name: `Hola, ${name}` })).toBeVisible();
}

/**
 * Signs the page in as a new member of staff with this role in all shops, named after the role, and opens Inicio.
 * The session is inserted: panel-sign-in.spec.ts and panel-passkey.spec.ts test the sign-in forms.
 */
export async function signInStaff(page: Page, role: StaffRole): Promise<void> {
  const db = await openDatabase();
  const token = await transact(db, async (tx) => {
    const id = newId();
    const member = { id, name: role, email: `${role}-${id}@ejemplo.mx`, passwordHash: "none" };
    await insertMember(tx, { ...member, grants: [{ role, shopId: null }] });
    return openStaffSession(tx, id, { ip: "127.0.0.1", userAgent: "Playwright" }, false);
  });
  const url = `http://localhost:${process.env.E2E_PORT}/panel`;
  await page.context().addCookies([{ name: "panel", value: token, url, httpOnly: true, sameSite: "Strict" }]);
  await page.goto(url);
}

/** Opens a second browser context, signed in as another member of staff. */
export async function openStaffPage(browser: Browser, role: StaffRole): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` })).newPage();
  await signInStaff(page, role);
  return page;
}
