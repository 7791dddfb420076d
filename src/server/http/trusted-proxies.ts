import { BlockList, isIP } from "node:net";

/** The IP addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-*` headers are trusted. */
export class TrustedProxies {
  private readonly list = new BlockList();

  /** Throws on an entry that is neither an IP address nor a network. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [ip = "", bits, ...extraParts] = entry.split("/");
      const version = isIP(ip);
      const maxBits = version === 6 ? 128 : 32;
      if (
        version === 0 ||
        extraParts.length > 0 ||
        (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
      )
        throw new TypeError(`neither an IP address nor a network: ${entry}`);
      this.list.addSubnet(ip, bits === undefined ? maxBits : Number(bits), version === 6 ? "ipv6" : "ipv4");
    }
  }

  /**
   * The client's IP address: the last one in `X-Forwarded-For` that no trusted proxy has, or the first one if all are
   * trusted. The peer's if the peer is not trusted or the header is empty. Everything before a text that is no IP
   * address is ignored. IP addresses before the client's may be forged.
   */
  clientIp(peer: string, forwardedFor = ""): string {
    let ip = withoutIpv4Prefix(peer);
    const hops = forwardedFor.split(",").map((hop) => withoutIpv4Prefix(withoutPort(hop.trim())));
    while (hops.length > 0 && this.has(ip)) {
      const next = hops.pop()!;
      if (isIP(next) === 0) break;
      ip = next;
    }
    return ip;
  }

  /** Whether this peer is a trusted proxy. */
  trusts(peer: string): boolean {
    return this.has(withoutIpv4Prefix(peer));
  }

  /** Whether a trusted proxy reports that its client used plain HTTP. */
  cameByHttp(peer: string, forwardedProto: string | undefined): boolean {
    return forwardedProto === "http" && this.trusts(peer);
  }

  private has(ip: string): boolean {
    const version = isIP(ip);
    return version !== 0 && this.list.check(ip, version === 6 ? "ipv6" : "ipv4");
  }
}

/** Some proxies add the client's port: "203.0.113.7:5678", "[2001:db8::1]:5678". */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop)?.slice(1).find(Boolean) ?? hop;
}

/** Removes the prefix that dual-stack sockets add to an IPv4 address. */
function withoutIpv4Prefix(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, "");
}
