import { lookup } from "node:dns/promises";
import type { App } from "../app.ts";
import { isLocalHost } from "./host-name.ts";
import type { Shop } from "./shop.ts";

/**
 * What a customer reaches at a shop's host. `answers`: this shop. `no_dns`: no IP address is found in time.
 * `silent`: nothing responds in time, or the response is not a shop's. `elsewhere`: another shop responds.
 * `this_machine`: only this machine resolves the name.
 */
export type HostState = "answers" | "no_dns" | "silent" | "elsewhere" | "this_machine";

/** Timeout of each of the two steps, in milliseconds. */
const STEP_TIMEOUT_MS = 3_000;

/**
 * Checks everything that a customer's request passes through: host name, certificate, proxy and shop. Takes at most
 * six seconds and never throws.
 */
export async function checkHost(app: App, shop: Shop, host: string): Promise<HostState> {
  if (isLocalHost(host)) return "this_machine";
  if (!(await withTimeout(lookup(host).then(() => true)))) return "no_dns";
  const request = fetch(`${app.originOf([host])}/api/v1/app`, {
    redirect: "error",
    signal: AbortSignal.timeout(STEP_TIMEOUT_MS),
  });
  const responseJson = await withTimeout(
    request.then(async (response) => (response.ok ? ((await response.json()) as { _id?: unknown }) : null)),
  );
  if (!responseJson || typeof responseJson !== "object") return "silent";
  return responseJson._id === shop.id ? "answers" : "elsewhere";
}

/** Undefined if it failed or timed out. */
async function withTimeout<Result>(work: Promise<Result>): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), STEP_TIMEOUT_MS)));
  try {
    return await Promise.race([work.catch(() => undefined), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
