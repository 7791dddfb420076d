import { expect, test } from "vitest";
import { normalizeHost } from "./host-name.ts";

test.each<[input: string, host: string | undefined, why: string]>([
  ["norte.ejemplo.mx", "norte.ejemplo.mx", "unchanged"],
  [" Norte.Ejemplo.MX. ", "norte.ejemplo.mx", "as a browser sends it"],
  ["español.mx", "xn--espaol-zwa.mx", "in punycode, as a browser sends it"],
  ["norte.localhost", "norte.localhost", "a local name"],
  ["localhost", "localhost", "one label"],
  ["127.0.0.1", "127.0.0.1", "an IP address is a host too"],
  ["https://norte.mx", undefined, "a URL is not a host"],
  ["norte.mx/tienda", undefined, "a path is not a host"],
  ["norte.mx:8080", undefined, "the port is not part of the name"],
  ["norte mx", undefined, "a space"],
  ["norte..mx", undefined, "an empty label"],
  ["-norte.mx", undefined, "a label that begins with a hyphen"],
  ["norte_1.mx", undefined, "an underscore"],
  [`${"a".repeat(64)}.mx`, undefined, "a label longer than DNS allows"],
  [`${"a.".repeat(127)}mx`, undefined, "a name longer than DNS allows"],
  ["", undefined, "nothing"],
  ["*.mx", undefined, "a wildcard"],
])("%j is %j: %s", (input, host, _why) => {
  expect(normalizeHost(input)).toBe(host);
});
