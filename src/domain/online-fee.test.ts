import { expect, test } from "vitest";
import { onlineFeeCents, onlineFeeNote } from "./online-fee.ts";

// Examples of rule CHARGE-5.
test.each([
  [1000_00, 349, 4_00, 46_59],
  [510_00, 400, 0, 24_65],
  [350_50, 349, 4_00, 19_34],
  [9999_99, 400, 4_00, 487_97],
  [10_00, 400, 4_00, 5_12],
  [0, 400, 4_00, 4_64],
  [86_00, 250, 0, 2_56],
  [1000_00, 0, 0, 0],
])("on %i centavos at %i bps and a base of %i the fee is %i", (total, rateBps, baseCents, fee) => {
  expect(onlineFeeCents(total, { rateBps, baseCents })).toBe(fee);
});

test("a base without a rate costs itself plus VAT, rounded to the centavo", () => {
  // 50 · 1.16 = 58.00, 1 · 1.16 = 1.16, 12 · 1.16 = 13.92. No whole number of centavos gives exactly half a centavo.
  expect(onlineFeeCents(0, { rateBps: 0, baseCents: 50 })).toBe(58);
  expect(onlineFeeCents(0, { rateBps: 0, baseCents: 1 })).toBe(1);
  expect(onlineFeeCents(100, { rateBps: 0, baseCents: 12 })).toBe(14);
});

test.each([
  [349, 4_00, "Pagar en línea tiene una comisión por servicio de 3.49% más $4.00, más IVA."],
  [400, 0, "Pagar en línea tiene una comisión por servicio de 4%, más IVA."],
  [0, 4_00, "Pagar en línea tiene una comisión por servicio de $4.00, más IVA."],
  [0, 0, ""],
])("at %i bps and %i centavos the customer reads: %s", (rateBps, baseCents, note) => {
  expect(onlineFeeNote({ rateBps, baseCents })).toBe(note);
});
