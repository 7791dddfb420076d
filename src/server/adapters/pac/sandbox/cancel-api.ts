import type { Hono } from "hono";
import type { HttpEnv } from "../../../api/env.ts";
import { cancelDocuments } from "./cancellations.ts";
import type { Fault } from "./faults.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import { readCancelRequest } from "./read-cancel-request.ts";
import { authorizedEndpoint, failAfterWork, readSentXml, swError, swSuccess } from "./sw-endpoint.ts";

/**
 * `POST /cfdi33/cancel/xml` receives the request that the issuer signed. SW's services that take a private key are not
 * implemented.
 */
export function bindCancelling(api: Hono<HttpEnv>, sandbox: PacSandbox): void {
  api.post(
    "/sandbox/pac/cfdi33/cancel/xml",
    authorizedEndpoint(sandbox, async (context, fault) => {
      const now = new Date();
      const bytes = await readSentXml(context, false);
      const request = readCancelRequest(bytes ?? new Uint8Array(), now);
      if ("code" in request) return swError(context, 400, request);
      const code = rejectionCode(fault);
      if (code) {
        const uuid = Object.fromEntries(request.folios.map((folio) => [folio.uuid, code]));
        return swSuccess(context, { acuse: "", uuid });
      }
      const { codes, receipt } = await cancelDocuments(sandbox, request, now);
      return (await failAfterWork(fault, context)) ?? swSuccess(context, { acuse: receipt, uuid: codes });
    }),
  );
}

/** The code with which the current fault refuses a cancellation. */
function rejectionCode(fault: Fault | null): string | null {
  return /^reject:(2\d\d)$/.exec(fault ?? "")?.[1] ?? null;
}
