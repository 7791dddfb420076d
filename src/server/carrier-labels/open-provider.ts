import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { CARRIER_TIMEOUTS, type CarrierTimeouts } from "../adapters/carriers/carrier-client.ts";
import type { CarrierProvider } from "../adapters/carriers/carrier-provider.ts";
import { Envia } from "../adapters/carriers/envia.ts";
import { SkydropxConnection } from "../adapters/carriers/skydropx-connection.ts";
import { Skydropx } from "../adapters/carriers/skydropx.ts";
import type { App } from "../app.ts";
import {
  credentialsOf,
  findCarrierAccount,
  parseSkydropxCredentials,
  type AccountMode,
  type CarrierAccount,
} from "./account.ts";

type RealMode = Exclude<AccountMode, "sandbox">;

const ENVIA_URLS: Record<RealMode, { url: string; queriesUrl: string }> = {
  live: { url: "https://api.envia.com", queriesUrl: "https://queries.envia.com" },
  test: { url: "https://api-test.envia.com", queriesUrl: "https://queries-test.envia.com" },
};
const SKYDROPX_URLS: Record<RealMode, string> = {
  live: "https://pro.skydropx.com",
  test: "https://sb-pro.skydropx.com",
};

/** Both providers store labels in Amazon S3. */
const STORAGE_HOST = /^(?:[a-z0-9.-]+\.)?s3[a-z0-9.-]*\.amazonaws\.com$/;
const ENVIA_HOST = /(?:^|\.)envia\.com$/;
const SKYDROPX_HOST = /(?:^|\.)skydropx\.com$/;

/** Skydropx allows two requests a second. */
const SKYDROPX_SPACING_MS = 520;
const SANDBOX_SPACING_MS = 50;
const SANDBOX_POLL_MS = 100;

export interface ProviderAccess {
  account: CarrierAccount;
  provider: CarrierProvider;
}

export type OpenProviderRefusal = Refusal<"carrier_account_missing" | "carrier_token_unreadable">;

/** A shop's account with a client of its provider. Tests pass shorter timeouts. */
export async function openProvider(
  app: App,
  shopId: string,
  timeouts: CarrierTimeouts = CARRIER_TIMEOUTS,
): Promise<ProviderAccess | OpenProviderRefusal> {
  const account = await findCarrierAccount(app.db, shopId);
  if (!account) return refuse("carrier_account_missing");
  const credentials = await credentialsOf(app, account);
  if (isRefusal(credentials)) return credentials;
  if (account.provider === "skydropx") {
    const provider = openSkydropx(app, account.mode, credentials, timeouts);
    return isRefusal(provider) ? provider : { account, provider };
  }
  const { ownOrigin, log } = app;
  const sandboxUrl = `${ownOrigin}/sandbox/carriers`;
  const urls = account.mode === "sandbox" ? { url: sandboxUrl, queriesUrl: sandboxUrl } : ENVIA_URLS[account.mode];
  const maySendToken = (url: URL): boolean => account.mode === "sandbox" && url.origin === ownOrigin;
  const mayReadLabel = (url: URL): boolean =>
    account.mode === "sandbox" ? maySendToken(url) : isHttpsAt(url, ENVIA_HOST) || isHttpsAt(url, STORAGE_HOST);
  return {
    account,
    provider: new Envia({ ...urls, token: credentials, mayReadLabel, maySendToken, log, timeouts }),
  };
}

function openSkydropx(app: App, mode: AccountMode, credentials: string, timeouts: CarrierTimeouts) {
  const secrets = parseSkydropxCredentials(mode, credentials);
  if (isRefusal(secrets)) return secrets;
  const { ownOrigin, log } = app;
  const url = mode === "sandbox" ? `${ownOrigin}/sandbox/carriers/skydropx` : SKYDROPX_URLS[mode];
  const spacingMs = mode === "sandbox" ? SANDBOX_SPACING_MS : SKYDROPX_SPACING_MS;
  const connection = connectionOf(app, { url, ...secrets, log, timeouts, spacingMs });
  const isSandboxUrl = ({ origin }: URL): boolean => mode === "sandbox" && origin === ownOrigin;
  const mayReceiveToken = (requested: URL): boolean =>
    isSandboxUrl(requested) || (mode !== "sandbox" && isHttpsAt(requested, SKYDROPX_HOST));
  const mayReadLabel = (requested: URL): boolean =>
    mayReceiveToken(requested) || (mode !== "sandbox" && isHttpsAt(requested, STORAGE_HOST));
  const email = /[^\s<>]+@[^\s<>]+/.exec(app.config.mailFrom)?.[0] ?? "";
  return new Skydropx({
    connection,
    email,
    mayReadLabel,
    maySendToken: mayReceiveToken,
    ...(mode === "sandbox" && { pollMs: SANDBOX_POLL_MS }),
  });
}

const isHttpsAt = ({ protocol, hostname }: URL, host: RegExp): boolean => protocol === "https:" && host.test(hostname);

/** The Skydropx connections of each app, by account. Calls of one account share a token and a rate limit. */
const connections = new WeakMap<App, Map<string, SkydropxConnection>>();

function connectionOf(app: App, config: ConstructorParameters<typeof SkydropxConnection>[0]): SkydropxConnection {
  const appConnections = connections.get(app) ?? new Map<string, SkydropxConnection>();
  connections.set(app, appConnections);
  const { url, clientId, clientSecret, timeouts } = config;
  const key = JSON.stringify([url, clientId, clientSecret, timeouts]);
  const connection = appConnections.get(key) ?? new SkydropxConnection(config);
  appConnections.set(key, connection);
  return connection;
}
