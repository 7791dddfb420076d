import { expect, test } from "vitest";
import { chooseBox, DEFAULT_BOX_NAME, type ShippingBox } from "./shipping-box.ts";

const box = (id: string | null, edgeCm: number, maxGrams: number | null): ShippingBox => ({
  id,
  name: id ?? DEFAULT_BOX_NAME,
  lengthCm: edgeCm,
  widthCm: edgeCm,
  heightCm: edgeCm,
  emptyGrams: 50,
  maxGrams,
});
const BOXES = [box(null, 20, null), box("big", 40, 5_000), box("bag", 10, 500), box("tube", 5, null)];

test.each([
  [300, undefined, "bag", "the smallest that is proposed for the weight"],
  [500, undefined, "bag", "up to its limit"],
  [501, undefined, "big", "the next one beyond it"],
  [9_000, undefined, null, "no box is proposed for the weight: the default box"],
  [300, "tube", "tube", "what staff chose, also without a limit"],
  [300, "", null, "the default box, chosen"],
  [300, "removed", "bag", "a removed box counts as not chosen"],
])("goods of %i grams, chosen %s, go into %s: %s", (grams, chosenId, expected, _because) => {
  expect(chooseBox(BOXES, { grams, chosenId }).id).toBe(expected);
});
