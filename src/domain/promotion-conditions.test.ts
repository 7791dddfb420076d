import { expect, test } from "vitest";
import { conditionsOf, isUnlimited, scopeText, periodText } from "./promotion-conditions.ts";

const NAMES = { products: [], styles: [], categories: ["Blusas"], brands: ["Luma"], gift: null };
const PROMOTION = {
  rule: { kind: "bundle", group: 3, discounted: 1, bps: 10_000 },
  fromCents: 0,
  startsAt: new Date("2026-11-20T06:00:00Z"),
  endsAt: new Date("2026-11-24T06:00:00Z"),
  weekdays: [],
  combines: false,
  withWholesale: false,
  withPresale: false,
  withTickets: false,
  withOffers: true,
  firstPurchaseOnly: false,
  customerTag: null,
  needsCode: false,
  perCustomer: null,
} as const;

test("a promotion's conditions are written from its rule and its terms", () => {
  expect(conditionsOf(PROMOTION, NAMES)).toEqual([
    "3×2.",
    "Cuenta por grupos completos: el descuento es el de las piezas de menor precio de cada grupo.",
    "En Blusas y la marca Luma.",
    "Del 20 de noviembre de 2026 al 23 de noviembre de 2026.",
    "No aplica a precios de mayoreo, preventas ni boletos.",
    "No se suma a otras promociones.",
  ]);
});

test("limits and days of the week are conditions too", () => {
  const limitedPromotion = {
    ...PROMOTION,
    weekdays: [2, 1],
    firstPurchaseOnly: true,
    needsCode: true,
    perCustomer: 1,
  } as const;
  expect(conditionsOf(limitedPromotion, NAMES)).toEqual(
    expect.arrayContaining([
      "Sólo en lunes y martes.",
      "Sólo en tu primera compra.",
      "Con un cupón.",
      "Una vez por cliente.",
    ]),
  );
});

test.each<[string | null, string, string]>([
  ["2026-11-24T06:00:00Z", "Del 20 de noviembre de 2026 al 23 de noviembre de 2026.", "midnight ends the day before"],
  ["2026-11-24T05:59:00Z", "Del 20 de noviembre de 2026 al 23 de noviembre de 2026.", "a day's last minute"],
  ["2026-11-23T18:30:00Z", "Del 20 de noviembre de 2026 al 23 de noviembre de 2026, 12:30 h.", "any other time"],
  [null, "Desde el 20 de noviembre de 2026, hasta que la terminemos.", "no end"],
])("an end at %s is written %s: %s", (endsAt, text, _why) => {
  expect(periodText({ startsAt: PROMOTION.startsAt, endsAt: endsAt === null ? null : new Date(endsAt) })).toBe(text);
});

test("an empty scope is the whole shop", () => {
  expect(scopeText({ products: [], styles: [], categories: [], brands: [] })).toBe("En toda la tienda.");
});

test.each<[Date | null, boolean, boolean, boolean, string]>([
  [null, false, false, true, "neither an end nor a number of uses"],
  [null, true, true, false, "every code is limited"],
  [null, true, false, true, "a code without limit"],
  [new Date(), false, false, false, "it has an end"],
])(
  "an end of %s, with codes %s, limited %s: unlimited %s (%s)",
  (endsAt, needsCode, areAllCodesLimited, expected, _why) => {
    expect(isUnlimited({ endsAt, needsCode }, areAllCodesLimited)).toBe(expected);
  },
);
