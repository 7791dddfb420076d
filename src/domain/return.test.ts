import { expect, test } from "vitest";
import { addBusinessDays } from "./business-days.ts";
import { canMoveReturn, isShopAtFault, lastReturnDay, RETURN_STATES, wayBackPayer } from "./return.ts";

test("a return moves only forward, and ends declined, cancelled or settled", () => {
  const moves = RETURN_STATES.flatMap((from) =>
    RETURN_STATES.filter((to) => canMoveReturn(from, to)).map((to) => `${from} ${to}`),
  );
  expect(moves).toEqual([
    "ASKED APPROVED",
    "ASKED DECLINED",
    "ASKED CANCELLED",
    "APPROVED RECEIVED",
    "APPROVED CANCELLED",
    "RECEIVED SETTLED",
  ]);
});

test.each([
  ["2026-11-03", 30, "2026-12-03", "the shop's thirty days"],
  ["2026-11-03", 5, "2026-11-10", "five business days are longer than five days with a weekend"],
  ["2026-11-12", 6, "2026-11-20", "the third Monday of November is a holiday"],
  ["2026-12-18", 7, "2026-12-28", "Christmas and the weekends do not count"],
])("delivered on %s with %i days: until %s, %s", (day, days, lastDay) => {
  expect(lastReturnDay(day, days)).toBe(lastDay);
});

test("from any business day of 2026 and 2027 the window is at least the legal five business days", () => {
  for (let day = "2026-01-01"; day < "2028-01-01"; day = addBusinessDays(day, 1)) {
    expect(lastReturnDay(day, 5) >= addBusinessDays(day, 5)).toBe(true);
  }
});

test("the shop pays the return shipping for its faults, and for the first exchange if it chose so", () => {
  const rules = { wayBack: "customer", firstExchangeFree: true } as const;
  const exchange = { reason: "SIZE_TOO_SMALL", wish: "EXCHANGE" } as const;
  const refund = { reason: "UNWANTED", wish: "REFUND" } as const;
  const defect = { reason: "DEFECTIVE", wish: "REFUND" } as const;
  const payer = (lines: Parameters<typeof wayBackPayer>[0]["lines"], hadExchange = false, shopRules = rules) =>
    wayBackPayer({ lines, hadExchange, rules: shopRules });
  expect(payer([exchange])).toBe("shop");
  expect(payer([exchange], true)).toBe("customer");
  expect(payer([exchange, refund])).toBe("customer");
  expect(payer([refund, defect])).toBe("shop");
  expect(payer([exchange], false, { ...rules, firstExchangeFree: false } as never)).toBe("customer");
  expect(isShopAtFault("OTHER")).toBe(false);
});
