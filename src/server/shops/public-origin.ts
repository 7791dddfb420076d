import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import { isLocalHost } from "./host-name.ts";

/**
 * A shop's public origin, without a slash at the end: its own domain, or the public URL. Without a public URL (in the
 * demo) it is `http` at a host of the shop, a local one if it has one, with the process's port.
 */
export function publicOrigin(config: Pick<Config, "publicUrl" | "port">, hosts: readonly string[]): string {
  if (config.publicUrl === null) {
    return `http://${hosts.find(isLocalHost) ?? hosts[0] ?? "localhost"}:${config.port}`;
  }
  const publicHost = hosts.find((host) => !isLocalHost(host));
  return publicHost === undefined ? config.publicUrl : originAt(config.publicUrl, publicHost);
}

/**
 * The origin of a request as its browser sends it. `port` begins with a colon, or is empty. In a live shop, scheme and
 * port are those of `PUBLIC_URL`, whatever the proxy uses internally, and a host that no shop claims is replaced by the
 * default shop's: client input is never used unchecked. The demo accepts any host name.
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
  // A proxy that does not forward the host calls this process by a local name.
  const isReachable = !isLocalHost(hostname) || isLocalHost(new URL(config.publicUrl).hostname);
  if (isReachable && shop.hosts.includes(hostname)) return originAt(config.publicUrl, hostname);
  return publicOrigin(config, shop.hosts);
}

/** The origin of another host, with the public URL's scheme and port. */
function originAt(publicUrl: string, host: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${host}${port && `:${port}`}`;
}
