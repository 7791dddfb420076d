import type { Hono } from "hono";
import type { Session as WireSession } from "../../contract/sessions.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { toWireSession } from "../customers/to-wire.ts";
import { bind, type Call } from "../api/bind.ts";
import { bearerToken, findValidCaller, NotSignedIn } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import { endPreviousSession } from "./end-previous-session.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { logIn } from "./log-in.ts";
import { refreshSession } from "./refresh-session.ts";
import { registerCustomer } from "./register-customer.ts";
import type { SignedInCustomer } from "./register-guest.ts";
import { resetPassword } from "./reset-password.ts";
import { endSession, authenticateToken } from "../sessions/sessions.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";

export function bindSignIn(api: Hono<HttpEnv>): void {
  const createCustomer = async ({ app, shop, body, request, ip, toAnsweredCall }: Call<"createCustomer">) => {
    if (body.username) {
      const waitSeconds = await app.limits.recordCall("signUp", ip);
      if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    }
    const registration = {
      name: body.name,
      lastName: body.lastName,
      phone: body.phone,
      username: body.username || null,
      password: body.password || null,
      email: body.email || null,
      rfc: body.rfc || null,
      atCheckout: body.atCheckout ?? false,
    };
    const caller = await findValidCaller(app, request);
    let answer: WireSession | undefined;
    const makeGuestAnswer =
      toAnsweredCall &&
      caller?.kind !== "registered" &&
      ((guest: SignedInCustomer) => toAnsweredCall((answer = toWireSession(guest))));
    const registerResult = await registerCustomer(app, shop, registration, caller, makeGuestAnswer || null);
    if (isRefusal(registerResult)) return registerResult;
    // A guest's session stays open: only its token opens the orders that the new account did not claim.
    if (caller?.kind === "registered") await endSession(app.genericPlanDb, caller);
    return answer ?? toWireSession(registerResult);
  };
  bind(api, "createCustomer", createCustomer, { storesAnswer: (body) => !body.username });

  bind(api, "login", async ({ app, body, request, ip }) => {
    const logInResult = await logIn(app, {
      username: body.username,
      password: body.password ?? "",
      suToken: body.suToken || null,
      ip,
    });
    if (isRefusal(logInResult)) return logInResult;
    await endPreviousSession(app, request);
    return toWireSession(logInResult);
  });

  bind(api, "refreshSession", async ({ app, body }) => {
    const refreshResult = await refreshSession(app, body.token);
    if (!refreshResult) throw new NotSignedIn();
    return toWireSession(refreshResult);
  });

  // The response does not reveal whether the token was valid. The token is invalid from now on.
  bind(api, "logout", async ({ app, request }) => {
    const token = bearerToken(request);
    const caller = token && (await authenticateToken(app.genericPlanDb, token));
    if (caller) await endSession(app.genericPlanDb, caller);
    return null;
  });

  bind(api, "forgotPassword", async ({ app, shop, body, ip }) => {
    const waitSeconds = await app.limits.recordCall("forgotPassword", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    await requestPasswordReset(app, shop, body.username);
    return { status: "OK" as const };
  });

  bind(api, "resetPassword", async ({ app, shop, body, request, ip }) => {
    const waitSeconds = await app.limits.recordCall("resetPassword", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const resetResult = await resetPassword(app, shop, body);
    if (isRefusal(resetResult)) return resetResult;
    await endPreviousSession(app, request);
    return toWireSession(resetResult);
  });
}
