import type { Hono } from "hono";
import { isAllowed } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import { readStaffToken } from "./staff-cookie.ts";
import { authenticateStaff } from "./staff-sessions.ts";
import { bearerToken } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import { problem } from "../http/problems.ts";
import { isSameSecret } from "../http/same-secret.ts";

/**
 * Unguarded paths. Customers open the payment page (`mp/checkout`), its vouchers (`mp/mlm`) and its script (`mp/js`)
 * without a session. SAT's status service (`pac/sat`) is public, as the real one is. The other paths belong to APIs
 * that check their credentials.
 */
const PUBLIC_PATHS =
  /^\/sandbox\/(?:mp\/(?:checkout\/|mlm\/|js\/|v1\/|merchant_orders\/)|pac\/(?:v2\/|v4\/|cfdi33\/|sat\/)|carriers\/(?:ship\/|guide\/|skydropx\/))/;

/**
 * In a live shop the sandboxes' panels, controls and mailbox show emails with links and can change orders, and labels
 * show postal addresses. They are open to staff who have a second factor and may change the settings of all shops, and
 * to callers with the sandbox token.
 */
export function guardSandboxes(api: Hono<HttpEnv>, app: App): void {
  const { sandboxToken } = app;
  if (sandboxToken === null) return;
  api.use("/sandbox/*", async ({ req }, next) => {
    const needsNoSession = PUBLIC_PATHS.test(req.path) || isSameSecret(bearerToken(req.raw) ?? "", sandboxToken);
    if (needsNoSession || (await mayOpenSandboxes(app, req.header("cookie")))) return next();
    return problem(401, "UNAUTHENTICATED", "Entra primero al panel con tu cuenta: el sandbox no se abre sin ella.");
  });
}

async function mayOpenSandboxes(app: App, cookies: string | undefined): Promise<boolean> {
  const token = readStaffToken(app.config, cookies);
  const staff = token ? await authenticateStaff(app, token) : undefined;
  return Boolean(staff?.hasFactor && isAllowed(staff.grants, "settings.edit", "all"));
}
