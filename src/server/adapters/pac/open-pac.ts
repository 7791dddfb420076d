import type { Config } from "../../config.ts";
import type { Log } from "../../log.ts";
import { FinkokPac } from "./finkok.ts";
import type { Pac } from "./pac.ts";
import type { Timeouts } from "./pac-client.ts";
import { SANDBOX_PAC_USER } from "./sandbox/credentials.ts";
import { SAT_STATUS_URL, SAT_TEST_STATUS_URL } from "./sat-status.ts";
import { SwPac } from "./sw.ts";

/**
 * The PAC that the environment configures. The sandbox is called over HTTP at this process's own origin, with
 * `timeouts` if a test sets shorter ones.
 */
export function openPac(
  account: Config["pac"],
  {
    ownOrigin,
    password: sandboxPassword,
    timeouts,
  }: { ownOrigin: () => string; password: string; timeouts?: Timeouts },
  log: Log,
): Pac | null {
  if (account === null) return null;
  if (account === "sandbox") {
    return new SwPac({
      url: () => `${ownOrigin()}/sandbox/pac`,
      satStatusUrl: () => `${ownOrigin()}/sandbox/pac/sat/ConsultaCFDIService.svc`,
      credentials: { user: SANDBOX_PAC_USER, password: sandboxPassword },
      log,
      ...(timeouts && { timeouts }),
    });
  }
  const { provider, url, credentials, isTest } = account;
  if (provider === "finkok") {
    if ("token" in credentials) throw new Error("Finkok has no tokens");
    return new FinkokPac({ url, credentials, log });
  }
  const satStatusUrl = isTest ? SAT_TEST_STATUS_URL : SAT_STATUS_URL;
  return new SwPac({ url: () => url, satStatusUrl: () => satStatusUrl, credentials, log });
}
