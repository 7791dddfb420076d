import { expect, test } from "vitest";
import { normalUsername } from "./username.ts";

test.each<[string, string | null, string]>([
  [" Ana@Ejemplo.MX ", "ana@ejemplo.mx", "an e-mail, as people type it"],
  ["55 1234-5678", "5512345678", "a phone, as people type it"],
  ["+52 55 1234 5678", "5512345678", "the same phone with its country"],
  ["ana", null, "neither"],
  ["ana@ejemplo.mx\nBcc: otro@ejemplo.mx", null, "a header smuggled in"],
  ["ana@ejemplo.mx,otro@ejemplo.mx", null, "two mailboxes"],
  ["Ana <ana@ejemplo.mx>", null, "a name beside the mailbox"],
  [`${"a".repeat(250)}@x.mx`, null, "longer than a mailbox can be"],
  ["", null, "nothing"],
])("%j signs in as %j: %s", (typed, username) => {
  expect(normalUsername(typed)).toBe(username);
});
