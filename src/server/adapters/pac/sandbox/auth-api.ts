import type { Hono } from "hono";
import type { HttpEnv } from "../../../api/env.ts";
import { issueToken, isValidLogin } from "./credentials.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import { publicEndpoint, swError, swSuccess } from "./sw-endpoint.ts";

const INVALID_CREDENTIALS = {
  code: "AU2000",
  message: "El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.",
  detail: null,
};

/** `POST /v2/security/authenticate`: issues a token for two hours. SW itself spells `tokeny_type` this way. */
export function bindAuthentication(api: Hono<HttpEnv>, sandbox: PacSandbox): void {
  api.post(
    "/sandbox/pac/v2/security/authenticate",
    publicEndpoint(sandbox, async (context) => {
      const { user, password } = (await context.req.json().catch(() => null)) ?? {};
      if (!isValidLogin(sandbox, user, password)) return swError(context, 401, INVALID_CREDENTIALS);
      const { token, expiresAt } = issueToken(sandbox, new Date());
      return swSuccess(context, { token, expires_in: expiresAt, tokeny_type: "bearer" });
    }),
  );
}
