import type { Browser, Page } from "@playwright/test";
import type { StaffRole } from "../../src/domain/staff-permissions.ts";
import { newId } from "../../src/server/db/new-id.ts";
import { transact } from "../../src/server/db/transact.ts";
import { insertMember } from "../../src/server/staff/queries.ts";
import { openStaffSession } from "../../src/server/staff/staff-sessions.ts";
import { openDatabase } from "./database.ts";
import { expect } from "./shop.ts";

export const STAFF_PASSWORD = "una contraseña larga";

/** Takes an invitation (its link) and stands on Inicio afterwards. */
export async function acceptInvitation(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Tu nombre").fill(name);
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Entrar al equipo" }).click();
  await expect(page.getByRole("heading", { name: `Hola, ${name}` })).toBeVisible();
}

/**
 * A new member of staff with this role in all shops, named after it, signed in by a session of their own and on Inicio.
 * The forms of signing in are tested in panel.spec.ts and panel-passkey.spec.ts.
 */
export async function workAs(page: Page, role: StaffRole): Promise<void> {
  const db = await openDatabase();
  const token = await transact(db, async (tx) => {
    const id = newId();
    const member = { id, name: role, email: `${role}-${id}@ejemplo.mx`, passwordHash: "none" };
    await insertMember(tx, { ...member, grants: [{ role, shopId: null }] });
    return openStaffSession(tx, id, { address: "127.0.0.1", userAgent: "Playwright" }, false);
  });
  const url = `http://localhost:${process.env.E2E_PORT}/panel`;
  await page.context().addCookies([{ name: "panel", value: token, url, httpOnly: true, sameSite: "Strict" }]);
  await page.goto(url);
}

/** Somebody else at work at the same time, in a browser of their own. */
export async function workBeside(browser: Browser, role: StaffRole): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` })).newPage();
  await workAs(page, role);
  return page;
}
