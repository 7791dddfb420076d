import { expect, test } from "vitest";
import { readReturnPath } from "./read-return-path.ts";

test.each<[requested: string, path: string | undefined, reason: string]>([
  ["/orders?page=2#lista", "/orders?page=2#lista", "a page of the shop"],
  ["/productos/blusa ñ", "/productos/blusa%20%C3%B1", "written as browsers send it"],
  ["/panel/../orders", "/orders", "what the browser would open"],
  ["https://malo.example", undefined, "another site"],
  ["//malo.example", undefined, "another host"],
  ["/\\malo.example", undefined, "browsers read \\ as /"],
  ["/\t/malo.example", undefined, "URL parsers drop tabs"],
  ["/\r\n/malo.example", undefined, "URL parsers drop line breaks"],
  ["/.//malo.example", undefined, "its path would be another host"],
  ["//[", undefined, "not a URL"],
  ["orders", undefined, "not from the root"],
  ["", undefined, "nothing"],
])("after signing in, %j leads to %j: %s", (requestedPath, path) => {
  expect(readReturnPath(requestedPath)).toBe(path);
});
