import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import { isOfThisMachine } from "./host-name.ts";

/** How a shop is reached from outside, without a slash at the end: by its own domain, else by the public address. */
export function publicOrigin(config: Pick<Config, "publicUrl" | "port">, hosts: readonly string[]): string {
  if (config.publicUrl === null) {
    return `http://${hosts.find(isOfThisMachine) ?? hosts[0] ?? "localhost"}:${config.port}`;
  }
  const own = hosts.find((host) => !isOfThisMachine(host));
  return own === undefined ? config.publicUrl : originAt(config.publicUrl, own);
}

/**
 * The origin a request came to, as its browser writes it. Live, scheme and port are those of `PUBLIC_URL`, whatever the
 * proxy in front speaks with us, and a host that no shop claims is the default shop's: what the client wrote is never
 * used unchecked. The demo is reached on this machine by whatever name leads to it.
 */
export async function requestOrigin(
  { config, shops }: Pick<App, "config" | "shops">,
  { hostname, port }: { hostname: string; port: string },
): Promise<string> {
  if (config.publicUrl === null) {
    const host = hostname.includes(":") ? `[${hostname}]` : hostname || "localhost";
    return `http://${host}${port}`;
  }
  if (hostname === new URL(config.publicUrl).hostname) return config.publicUrl;
  const shop = await shops.forHost(hostname);
  // A proxy that passes no host on calls us by a name of this machine.
  const isReachable = !isOfThisMachine(hostname) || isOfThisMachine(new URL(config.publicUrl).hostname);
  if (isReachable && shop.hosts.includes(hostname)) return originAt(config.publicUrl, hostname);
  return publicOrigin(config, shop.hosts);
}

/** Another host beside the public address, reached as that is. */
function originAt(publicUrl: string, host: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${host}${port && `:${port}`}`;
}
