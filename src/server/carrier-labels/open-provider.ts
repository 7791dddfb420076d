import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { CarrierProvider } from "../adapters/carriers/carrier-provider.ts";
import type { CarrierTimeouts } from "../adapters/carriers/carrier-client.ts";
import { Envia } from "../adapters/carriers/envia.ts";
import type { App } from "../app.ts";
import { findAccount, tokenOf, type AccountMode, type CarrierAccount } from "./account.ts";

const HOSTS: Record<Exclude<AccountMode, "sandbox">, { url: string; queriesUrl: string }> = {
  live: { url: "https://api.envia.com", queriesUrl: "https://queries.envia.com" },
  test: { url: "https://api-test.envia.com", queriesUrl: "https://queries-test.envia.com" },
};

/** Envia stores labels at Amazon S3, in buckets of its own. */
const LABEL_HOST = /(?:^|\.)envia\.com$|^(?:[a-z0-9.-]+\.)?s3[a-z0-9.-]*\.amazonaws\.com$/;

export interface OpenAccount {
  account: CarrierAccount;
  provider: CarrierProvider;
}

export type NoAccount = Refusal<"carrier_account_missing" | "carrier_token_unreadable">;

/** A shop's account, ready to be called. Tests give shorter timeouts. */
export async function openAccount(
  app: App,
  shopId: string,
  timeouts?: CarrierTimeouts,
): Promise<OpenAccount | NoAccount> {
  const account = await findAccount(app.db, shopId);
  if (!account) return refuse("carrier_account_missing");
  const token = await tokenOf(app, account);
  if (isRefusal(token)) return token;
  const { ownOrigin, log } = app;
  const sandboxUrl = `${ownOrigin}/sandbox/carriers`;
  const hosts = account.mode === "sandbox" ? { url: sandboxUrl, queriesUrl: sandboxUrl } : HOSTS[account.mode];
  const mayReadLabel = ({ protocol, hostname, origin }: URL): boolean =>
    account.mode === "sandbox" ? origin === ownOrigin : protocol === "https:" && LABEL_HOST.test(hostname);
  return { account, provider: new Envia({ ...hosts, token, mayReadLabel, log, ...(timeouts && { timeouts }) }) };
}
