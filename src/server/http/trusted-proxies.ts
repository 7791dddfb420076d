import { BlockList, isIP } from "node:net";

/** The addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-*` headers are trusted. */
export class TrustedProxies {
  private readonly list = new BlockList();

  /** Throws on an entry that is neither an address nor a network. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = "", bits, ...rest] = entry.split("/");
      const version = isIP(address);
      const maxBits = version === 6 ? 128 : 32;
      if (
        version === 0 ||
        rest.length > 0 ||
        (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
      )
        throw new TypeError(`neither an address nor a network: ${entry}`);
      this.list.addSubnet(address, bits === undefined ? maxBits : Number(bits), version === 6 ? "ipv6" : "ipv4");
    }
  }

  /**
   * The client's address: the last one in `X-Forwarded-For` that no trusted proxy has, or the peer's if the peer is not
   * trusted. An address that is left of it may be forged.
   */
  clientAddress(peer: string, forwardedFor = ""): string {
    let address = withoutIpv4Prefix(peer);
    const hops = forwardedFor.split(",").map((hop) => withoutIpv4Prefix(hop.trim()));
    while (hops.length > 0 && this.has(address)) {
      const next = hops.pop()!;
      if (next === "") break;
      address = next;
    }
    return address;
  }

  /** Whether this peer is a trusted proxy. */
  trusts(peer: string): boolean {
    return this.has(withoutIpv4Prefix(peer));
  }

  /** Whether a trusted proxy reports that its client used plain HTTP. */
  cameByHttp(peer: string, forwardedProto: string | undefined): boolean {
    return forwardedProto === "http" && this.trusts(peer);
  }

  private has(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.list.check(address, version === 6 ? "ipv6" : "ipv4");
  }
}

/** Removes the prefix that dual-stack sockets add to an IPv4 address. */
function withoutIpv4Prefix(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
