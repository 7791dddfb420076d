import { expect, test } from "vitest";
import { chargedKilograms, livePriceCents } from "./live-price.ts";

const QUOTES = [
  { service: "ground", priceCents: 110_50 },
  { service: "express", priceCents: 189_00 },
];

test.each<[string | null, typeof QUOTES, number | null, string]>([
  [null, QUOTES, 111_00, "the cheapest, in whole pesos"],
  ["express", QUOTES, 189_00, "the service that the owner chose"],
  ["air", QUOTES, null, "a service that does not go there"],
  [null, [], null, "no service goes there"],
  [null, [{ service: "ground", priceCents: 0 }], null, "a price of zero is a mistake of the provider"],
])("service %s of %j costs %s: %s", (service, quotes, cents) => {
  expect(livePriceCents({ carrier: "estafeta", service }, quotes)).toBe(cents);
});

test.each([
  [0, 1],
  [1_000, 1],
  [1_001, 2],
])("%i grams are charged as %i kilograms", (grams, kilograms) => {
  expect(chargedKilograms(grams)).toBe(kilograms);
});
