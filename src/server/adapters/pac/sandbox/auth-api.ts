import type { Hono } from "hono";
import type { HttpEnv } from "../../../api/env.ts";
import { issueToken, isAccount } from "./credentials.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import { withFaults, swError, swSuccess } from "./sw-router.ts";

const REFUSED = {
  code: "AU2000",
  message: "El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.",
  detail: null,
};

/** `POST /v2/security/authenticate`: issues a token for two hours. SW itself spells `tokeny_type` this way. */
export function bindAuthentication(api: Hono<HttpEnv>, sandbox: PacSandbox): void {
  api.post(
    "/sandbox/pac/v2/security/authenticate",
    withFaults(sandbox, async (context) => {
      const { user, password } = (await context.req.json().catch(() => null)) ?? {};
      if (!isAccount(sandbox, user, password)) return swError(context, 401, REFUSED);
      const { token, expiresAt } = issueToken(sandbox, new Date());
      return swSuccess(context, { token, expires_in: expiresAt, tokeny_type: "bearer" });
    }),
  );
}
