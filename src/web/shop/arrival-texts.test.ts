import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../server/shops/create-empty-head-office.ts";
import type { Carrier } from "../../server/shipping/carriers.ts";
import type { Shop } from "../../server/shops/shop.ts";
import { describeWithArrival } from "./arrival-texts.server.ts";

const NOW = new Date("2026-11-23T18:00:00Z");
const shop = { settings: DEFAULT_SETTINGS } as Shop;
const makeCarrier = (description: string, days: Carrier["days"]): Carrier => ({
  id: "",
  name: "Paquetería",
  description,
  picture: null,
  alert: null,
  days,
  livePricing: null,
  terms: { priceCents: 0, insuranceRateBps: null, piecesFee: null },
});
const DATES = "Llega entre el martes 24 y el jueves 26 de noviembre";

test.each([
  ["Llega en 1 a 3 días hábiles", DATES, "only days are stated"],
  ["Llega en 1 a 3 días hábiles, con seguro", `${DATES}, con seguro`, "the rest of the description stays"],
  ["La recoges en la oficina", `${DATES}. La recoges en la oficina`, "no days are stated"],
  ["", DATES, "the description is empty"],
])("“%s” is shown as “%s”: %s", (description, shownText) => {
  expect(describeWithArrival(makeCarrier(description, { min: 1, max: 3 }), shop, NOW)).toBe(shownText);
});

test("a carrier without days keeps its description", () => {
  expect(describeWithArrival(makeCarrier("Llega en 2 días", null), shop, NOW)).toBe("Llega en 2 días");
});
