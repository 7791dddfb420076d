import { expect, test } from "vitest";
import { toOfferRows } from "./offer-rows.ts";

const FROM = new Date("2026-11-20T06:00:00Z");
const UNTIL = new Date("2026-11-30T06:00:00Z");
const createOffer = (productId: string, priceCents: number, endsAt: Date | null = UNTIL) => ({
  productId,
  product: `Blusa ${productId}`,
  priceCents,
  formerPriceCents: 100_00,
  startsAt: FROM,
  endsAt,
});

test("offers with the same dates share a row, which links to the list of offers", () => {
  expect(toOfferRows([createOffer("a", 90_00), createOffer("b", 70_00), createOffer("c", 80_00, null)])).toEqual([
    { label: "2 productos · hasta -30 %", from: FROM, until: UNTIL, path: "/panel/ofertas" },
    { label: "Blusa c · -20 %", from: FROM, until: null, path: "/panel/productos/c" },
  ]);
});

test("offers of several sizes of a product share a row, which shows the product", () => {
  expect(toOfferRows([createOffer("a", 90_00), createOffer("a", 70_00)])).toMatchObject([{ label: "Blusa a · -30 %" }]);
});
