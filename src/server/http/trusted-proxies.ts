import { BlockList, isIP } from "node:net";

/** Addresses and networks (`10.0.0.0/8`) of the proxies whose `X-Forwarded-*` headers count. */
export class TrustedProxies {
  private readonly list = new BlockList();

  /** Throws on an entry that is neither an address nor a network. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = "", bits, ...rest] = entry.split("/");
      const version = isIP(address);
      const longest = version === 6 ? 128 : 32;
      if (
        version === 0 ||
        rest.length > 0 ||
        (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
      )
        throw new TypeError(`neither an address nor a network: ${entry}`);
      this.list.addSubnet(address, bits === undefined ? longest : Number(bits), version === 6 ? "ipv6" : "ipv4");
    }
  }

  /** The client's address: what the trusted proxies passed on, read from the nearest one outwards, else the peer. */
  clientAddress(peer: string, forwardedFor = ""): string {
    let address = plain(peer);
    const hops = forwardedFor.split(",").map((hop) => plain(hop.trim()));
    while (hops.length > 0 && this.has(address)) {
      const next = hops.pop()!;
      if (next === "") break;
      address = next;
    }
    return address;
  }

  /** Whether a trusted proxy says that its client spoke plain HTTP. */
  cameByHttp(peer: string, forwardedProto: string | undefined): boolean {
    return forwardedProto === "http" && this.has(plain(peer));
  }

  private has(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.list.check(address, version === 6 ? "ipv6" : "ipv4");
  }
}

/** An IPv4 address as sockets that listen on both versions write it, without its prefix. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
