import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { addTrackingToRedirect, splitTracking, TRACKING_PARAMS_PATTERN } from "./tracking-params.ts";

test.each([
  ["https://a.mx/", "https://a.mx/", ""],
  ["https://a.mx/?category=1&n=2", "https://a.mx/?category=1&n=2", ""],
  ["https://a.mx/?fbclid=1", "https://a.mx/", "fbclid=1"],
  ["https://a.mx/?utm_source=x&category=a%20b&gclid", "https://a.mx/?category=a%20b", "utm_source=x&gclid"],
  ["https://a.mx/?nofbclid=1&fbclidx=2&utm=3", "https://a.mx/?nofbclid=1&fbclidx=2&utm=3", ""],
])("%s is split into the URL %s and the parameters «%s»", (requestUrl, url, tracking) => {
  expect(splitTracking(requestUrl)).toEqual({ url, tracking });
});

test.each([
  ["/", "/?fbclid=1"],
  ["/?page=2", "/?page=2&fbclid=1"],
  ["https://a.mx/x#top", "https://a.mx/x?fbclid=1#top"],
])("a redirect to %s leads to %s", (location, expected) => {
  const response = new Response(null, { status: 302, headers: { Location: location, "Set-Cookie": "a=b" } });
  const { status, headers } = addTrackingToRedirect(response, "fbclid=1");
  expect([status, headers.get("location"), headers.get("set-cookie")]).toEqual([302, expected, "a=b"]);
  expect(addTrackingToRedirect(response, "")).toBe(response);
});

test("other responses are unchanged", () => {
  const response = new Response("text");
  expect(addTrackingToRedirect(response, "fbclid=1")).toBe(response);
});

test("Varnish ignores the same parameters", () => {
  const vcl = readFileSync(path.resolve(import.meta.dirname, "../../../deploy/varnish.vcl"), "utf8");
  expect(vcl).toContain(`(${TRACKING_PARAMS_PATTERN})`);
});
