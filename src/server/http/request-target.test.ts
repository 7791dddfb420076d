import { expect, test } from "vitest";
import { readRequestTarget } from "./request-target.ts";

const readTarget = (host: string | undefined, url = "/cart?x=1") => readRequestTarget({ url, headers: { host } });

test.each([
  ["localhost:3000", "localhost", ":3000"],
  ["Tienda.MX", "tienda.mx", ""],
  ["tienda.mx.", "tienda.mx", ""],
  ["norte.localhost:80", "norte.localhost", ":80"],
  ["203.0.113.7:8080", "203.0.113.7", ":8080"],
  ["[::1]:3000", "::1", ":3000"],
  ["xn--diseo-rta.mx", "xn--diseo-rta.mx", ""],
  ["casa_de-moda.mx", "casa_de-moda.mx", ""],
  [undefined, "", ""],
])("host %s has the name «%s» and the port «%s»", (host, hostname, port) => {
  expect(readTarget(host)).toEqual({ hostname, port, path: "/cart?x=1" });
});

test.each([
  ["localhost/metrics?", "a path in the host"],
  ["a@localhost", "a user in the host"],
  ["localhost#", "a fragment"],
  ["localhost?x", "a query"],
  ["localhost\\x", "a backslash"],
  ["local host", "a space"],
  ["tienda.mx:99999", "no such port"],
  ["tienda.mx:", "a colon without port"],
  ["tienda.mx:80:80", "two ports"],
  ["[::1", "an open bracket"],
  ["[localhost]", "a name in brackets"],
  ["0x7f.1", "an IPv4 address written in hexadecimal"],
  ["127.1", "an IPv4 address with two parts"],
  ["tienda,otra", "a list"],
  ["%6cocalhost", "percent encoding"],
])("host %s is malformed: %s", (host) => {
  expect(readTarget(host)).toBeNull();
});

test("a target in absolute form names its own host", () => {
  expect(readTarget("tienda.mx", "http://localhost:1/metrics")).toEqual({
    hostname: "localhost",
    port: ":1",
    path: "/metrics",
  });
  expect(readTarget("tienda.mx", "https://otra.mx?x=1")).toEqual({ hostname: "otra.mx", port: "", path: "/?x=1" });
  expect(readTarget("tienda.mx", "http://a@b/")).toBeNull();
});

test.each(["metrics", "*", "\\x", "/a\\b", "", "ftp://tienda.mx/", "http:///x", "http://?x"])(
  "target «%s» is malformed",
  (url) => {
    expect(readTarget("tienda.mx", url)).toBeNull();
  },
);

test.each(["//otra.mx/x", "//[/", "/@otra.mx", "/?a=\\", "/.."])("target %s stays on its host", (url) => {
  const { path } = readTarget("tienda.mx", url)!;
  expect(new URL(`http://tienda.mx${path}`).host).toBe("tienda.mx");
});
