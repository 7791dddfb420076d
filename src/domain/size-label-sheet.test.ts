import { expect, test } from "vitest";
import { LABEL_SHEET_KEYS, LABEL_SHEETS, locateLabel, labelCountOfSheet } from "./size-label-sheet.ts";
import type { CodedSize } from "./scanned-code.ts";
import { labelCodeOf } from "./size-label.ts";

test.each(LABEL_SHEET_KEYS)("every label of %s is on its page and overlaps no other", (key) => {
  const sheet = LABEL_SHEETS[key];
  const { width, height } = sheet.label;
  const places = Array.from({ length: labelCountOfSheet(sheet) }, (_, index) => locateLabel(sheet, index));
  for (const [index, place] of places.entries()) {
    expect(place.page).toBe(0);
    expect(place.x + width).toBeLessThanOrEqual(sheet.page[0] + 0.01);
    expect(place.y + height).toBeLessThanOrEqual(sheet.page[1] + 0.01);
    for (const otherPlace of places.slice(index + 1)) {
      const isApart =
        Math.abs(otherPlace.x - place.x) >= width - 0.01 || Math.abs(otherPlace.y - place.y) >= height - 0.01;
      expect(isApart).toBe(true);
    }
  }
  expect(locateLabel(sheet, labelCountOfSheet(sheet))).toEqual({ ...places[0], page: 1 });
});

const SIZE = { sizeId: "01973f2c-5b1a-7c3d-9e4f-00a1b2c3d4e5", sku: "FAL-001-M", gtin: "7501031311309" };
const ROLL_LABEL_WIDTH = LABEL_SHEETS["roll-50x25"].label.width;

test.each<[CodedSize, string, string]>([
  [SIZE, "7501031311309", "the GTIN"],
  [{ ...SIZE, gtin: "036000291452" }, "036000291452", "a UPC, as EAN-13"],
  [{ ...SIZE, gtin: null }, "FAL-001-M", "the SKU without a GTIN"],
  [{ ...SIZE, gtin: "96385074" }, "FAL-001-M", "the SKU before a GTIN-8"],
  [{ ...SIZE, sku: null, gtin: "96385074" }, "96385074", "a GTIN-8 as Code 128"],
  [{ ...SIZE, sku: null, gtin: null }, "0000694488913125", "our own code without both"],
  [{ ...SIZE, sku: "PANTALÓN-M", gtin: null }, "0000694488913125", "our own code for letters outside ASCII"],
  [{ ...SIZE, sku: "X".repeat(50), gtin: null }, "0000694488913125", "our own code for an SKU that is too long"],
])("the code of %j is %s: %s", (size, text) => expect(labelCodeOf(size, ROLL_LABEL_WIDTH).text).toBe(text));
