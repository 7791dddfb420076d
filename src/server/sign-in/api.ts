import type { Hono } from "hono";
import type { Session as WireSession } from "../../contract/sessions.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { toWireSession } from "../customers/to-wire.ts";
import { bind, type Call } from "../api/bind.ts";
import { bearerToken, findLiveCaller, NotSignedIn } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import { endPreviousSession } from "./end-previous-session.ts";
import { forgotPassword } from "./forgot-password.ts";
import { logIn } from "./log-in.ts";
import { refreshSession } from "./refresh-session.ts";
import { registerCustomer } from "./register-customer.ts";
import type { Registered } from "./register-guest.ts";
import { resetPassword } from "./reset-password.ts";
import { endSession, findCallerOfToken } from "../sessions/sessions.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";

export function bindSignIn(api: Hono<HttpEnv>): void {
  const createCustomer = async ({ app, shop, body, request, ip, toAnswered }: Call<"createCustomer">) => {
    if (body.username) {
      const waitSeconds = await app.limits.countCall("signUp", ip);
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
    const caller = await findLiveCaller(app, request);
    let answer: WireSession | undefined;
    const toStored =
      toAnswered &&
      caller?.kind !== "registered" &&
      ((guest: Registered) => toAnswered((answer = toWireSession(guest))));
    const registered = await registerCustomer(app, shop, registration, caller, toStored || null);
    if (isRefusal(registered)) return registered;
    // A guest's session stays open: only its token opens the orders that the new account did not claim.
    if (caller?.kind === "registered") await endSession(app.genericPlanDb, caller);
    return answer ?? toWireSession(registered);
  };
  bind(api, "createCustomer", createCustomer, { storesAnswer: (body) => !body.username });

  bind(api, "login", async ({ app, body, request, ip }) => {
    const signedIn = await logIn(app, {
      username: body.username,
      password: body.password ?? "",
      suToken: body.suToken || null,
      ip,
    });
    if (isRefusal(signedIn)) return signedIn;
    await endPreviousSession(app, request);
    return toWireSession(signedIn);
  });

  bind(api, "refreshSession", async ({ app, body }) => {
    const signedIn = await refreshSession(app, body.token);
    if (!signedIn) throw new NotSignedIn();
    return toWireSession(signedIn);
  });

  // The response does not reveal whether the token was valid. The token is invalid from now on.
  bind(api, "logout", async ({ app, request }) => {
    const token = bearerToken(request);
    const caller = token && (await findCallerOfToken(app.genericPlanDb, token));
    if (caller) await endSession(app.genericPlanDb, caller);
    return null;
  });

  bind(api, "forgotPassword", async ({ app, shop, body, ip }) => {
    const waitSeconds = await app.limits.countCall("forgotPassword", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    await forgotPassword(app, shop, body.username);
    return { status: "OK" as const };
  });

  bind(api, "resetPassword", async ({ app, shop, body, request, ip }) => {
    const waitSeconds = await app.limits.countCall("resetPassword", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const signedIn = await resetPassword(app, shop, body);
    if (isRefusal(signedIn)) return signedIn;
    await endPreviousSession(app, request);
    return toWireSession(signedIn);
  });
}
