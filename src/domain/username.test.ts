import { expect, test } from "vitest";
import { normalizeUsername } from "./username.ts";

test.each<[string, string | null, string]>([
  [" Ana@Ejemplo.MX ", "ana@ejemplo.mx", "an email address as typed"],
  ["55 1234-5678", "5512345678", "a phone number as typed"],
  ["+52 55 1234 5678", "5512345678", "the same phone number with the country code"],
  ["ana", null, "neither an email address nor a number"],
  ["ana@ejemplo.mx\nBcc: otro@ejemplo.mx", null, "a header injection"],
  ["ana@ejemplo.mx,otro@ejemplo.mx", null, "two email addresses"],
  ["Ana <ana@ejemplo.mx>", null, "a name before the email address"],
  [`${"a".repeat(250)}@x.mx`, null, "longer than an email address may be"],
  ["", null, "nothing"],
])("%j signs in as %j: %s", (typed, username) => {
  expect(normalizeUsername(typed)).toBe(username);
});
