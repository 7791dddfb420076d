import { describe, expect, test } from "vitest";
import { TrustedProxies } from "./trusted-proxies.ts";

const joinHops = (...hops: string[]) => hops.join(", ");

describe("the client's IP address", () => {
  const proxies = new TrustedProxies(["127.0.0.1", "172.28.0.0/16", "fd00::/8"]);
  test.each([
    ["127.0.0.1", joinHops("203.0.113.7"), "203.0.113.7", "as forwarded by the proxy"],
    ["::ffff:127.0.0.1", joinHops("203.0.113.7"), "203.0.113.7", "a proxy on a dual-stack socket"],
    ["127.0.0.1", joinHops("10.0.0.1", "203.0.113.7"), "203.0.113.7", "the client's own value is ignored"],
    ["172.28.0.9", joinHops("203.0.113.7", "172.28.0.4"), "203.0.113.7", "two proxies in a row"],
    ["fd00::2", joinHops("2001:db8::1"), "2001:db8::1", "IPv6"],
    ["203.0.113.9", joinHops("10.0.0.1"), "203.0.113.9", "a peer that is not a proxy"],
    ["127.0.0.1", undefined, "127.0.0.1", "called directly"],
    ["127.0.0.1", joinHops(""), "127.0.0.1", "an empty header"],
    ["172.28.0.9", joinHops("172.28.0.4"), "172.28.0.4", "a call from a proxy's own network"],
    ["127.0.0.1", joinHops("203.0.113.7:5678"), "203.0.113.7", "a proxy that adds the port"],
    ["127.0.0.1", joinHops("[2001:db8::1]:5678"), "2001:db8::1", "the same with IPv6"],
    ["127.0.0.1", joinHops("203.0.113.7", "unknown"), "127.0.0.1", "a text that is no IP address"],
  ])("of peer %s for «%s» is %s (%s)", (peer: string, forwardedFor: string | undefined, ip: string, _why: string) => {
    expect(proxies.clientIp(peer, forwardedFor)).toBe(ip);
  });
});

test("without a trusted proxy forwarded headers are ignored", () => {
  const none = new TrustedProxies([]);
  expect(none.clientIp("127.0.0.1", joinHops("203.0.113.7"))).toBe("127.0.0.1");
  expect(none.cameByHttp("127.0.0.1", "http")).toBe(false);
});

test("only a trusted proxy can report that its client used plain HTTP", () => {
  const proxies = new TrustedProxies(["127.0.0.1"]);
  expect(proxies.cameByHttp("127.0.0.1", "http")).toBe(true);
  expect(proxies.cameByHttp("127.0.0.1", "https")).toBe(false);
  expect(proxies.cameByHttp("203.0.113.7", "http")).toBe(false);
});

test.each(["proxy", "10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "::1/129", "10.0.0.0/8/8"])("«%s» is refused", (entry) => {
  expect(() => new TrustedProxies([entry])).toThrow("neither an IP address nor a network");
});
