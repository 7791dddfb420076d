import type { LookupAddress } from "node:dns";
import { BlockList, isIP } from "node:net";
import type { Agent } from "undici";
import { HttpAgent } from "../../http-agent.ts";

const LOOPBACK_RANGES = new BlockList();
LOOPBACK_RANGES.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK_RANGES.addAddress("::1", "ipv6");

const LOOPBACK_IPS: [LookupAddress, LookupAddress] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** Whether a URL is on this machine. Notifications are sent to no other machine. */
export function isLoopback(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const version = isIP(host);
  if (version !== 0) return LOOPBACK_RANGES.check(host, version === 4 ? "ipv4" : "ipv6");
  return host === "localhost" || host.endsWith(".localhost");
}

/**
 * Connects every name to this machine, without resolving it: `*.localhost` is the loopback IP address by RFC 6761, and
 * many resolvers do not resolve it. An IP address in a URL is not looked up, so it may be another machine's: the caller
 * checks `isLoopback` first.
 */
export function loopbackAgent(timeoutMs: number): HttpAgent {
  const options: Agent.Options = {
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: {
      timeout: timeoutMs,
      lookup: (_host, { all }, callback) => {
        if (all) callback(null, LOOPBACK_IPS);
        else callback(null, LOOPBACK_IPS[0].address, LOOPBACK_IPS[0].family);
      },
    },
  };
  return new HttpAgent(({ Agent }) => new Agent(options));
}
