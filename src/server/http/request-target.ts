import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/** The target of a request as the client sent it, not yet checked against a shop. */
export interface RequestTarget {
  /** Lower case, without port. An IPv6 address has no brackets. Empty if the client sent no host (HTTP/1.0). */
  hostname: string;
  /** As sent, e.g. `:3000`. Empty if the client sent none. */
  port: string;
  /** Path with query, beginning with `/`. */
  path: string;
}

const HOST_NAME = /^[a-z0-9_](?:[a-z0-9._-]{0,253})$/;

/**
 * Reads host and path of a request. Null if either is malformed.
 *
 * A host is a name, an IPv4 or a bracketed IPv6 address with an optional port and nothing else: `localhost/metrics?` or
 * `a@localhost` would otherwise change the path or the host of the URL that is built from it. A target in absolute form
 * (RFC 9112, 3.2.2) contains its own host, which takes precedence over the header.
 */
export function readRequestTarget(req: Pick<IncomingMessage, "url" | "headers">): RequestTarget | null {
  const target = req.url ?? "";
  const absoluteMatch = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target);
  const host = readHost(absoluteMatch ? absoluteMatch[1]! : (req.headers.host ?? ""));
  const pathAndQuery = absoluteMatch ? absoluteMatch[2]! : target;
  if (!host || (!absoluteMatch && !target.startsWith("/"))) return null;
  const path = pathAndQuery.startsWith("/") ? pathAndQuery : `/${pathAndQuery}`;
  // `\` counts as `/` in URLs with a host, so it is not allowed before the query.
  if (path.split("?", 1)[0]!.includes("\\") || !URL.canParse(`http://localhost${path}`)) return null;
  return { ...host, path };
}

function readHost(host: string): { hostname: string; port: string } | null {
  if (host === "") return { hostname: "", port: "" };
  const [, bracketedIp, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(host) ?? [];
  const hostname = (bracketedIp ?? name ?? "").toLowerCase().replace(/\.$/, "");
  const isValid =
    bracketedIp === undefined ? HOST_NAME.test(hostname) && isKeptByUrlParser(hostname) : isIPv6(hostname);
  if (!isValid || Number(digits ?? 0) > 65_535) return null;
  return { hostname, port: digits === undefined ? "" : `:${digits}` };
}

/** Whether a URL parser leaves the name unchanged: it reads `1.2.3` and `0x7f` as unusual forms of IPv4 addresses. */
function isKeptByUrlParser(hostname: string): boolean {
  return URL.canParse(`http://${hostname}/`) && new URL(`http://${hostname}/`).hostname === hostname;
}
