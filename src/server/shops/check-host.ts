import { lookup } from "node:dns/promises";
import type { App } from "../app.ts";
import { isOfThisMachine } from "./host-name.ts";
import type { Shop } from "./shop.ts";

/**
 * What becomes of who types a shop's host: `answers`: he sees this shop; `no_dns`: no address has that name; `silent`:
 * nobody answers there as a shop does; `elsewhere`: another shop does; `this_machine`: a name for this machine alone.
 */
export type HostState = "answers" | "no_dns" | "silent" | "elsewhere" | "this_machine";

/** For each of the two steps, in milliseconds. */
const WAIT_MS = 3_000;

/** Walks the way of a customer: name, certificate, proxy, shop. Waits six seconds at the longest, and never throws. */
export async function checkHost(app: App, shop: Shop, host: string): Promise<HostState> {
  if (isOfThisMachine(host)) return "this_machine";
  if (!(await inTime(lookup(host).then(() => true)))) return "no_dns";
  const asked = fetch(`${app.originOf([host])}/api/v1/app`, {
    redirect: "error",
    signal: AbortSignal.timeout(WAIT_MS),
  });
  const answer = await inTime(asked.then(async (got) => (got.ok ? ((await got.json()) as { _id?: unknown }) : null)));
  if (!answer || typeof answer !== "object") return "silent";
  return answer._id === shop.id ? "answers" : "elsewhere";
}

/** Undefined where it failed or took too long. */
async function inTime<Answer>(work: Promise<Answer>): Promise<Answer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => (timer = setTimeout(() => done(undefined), WAIT_MS)));
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
