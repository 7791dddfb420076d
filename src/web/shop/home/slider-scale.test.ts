import { expect, test } from "vitest";
import { sliderScale } from "./slider-scale.ts";

test.each([
  [{ min: 149, max: 1_899.5 }, { step: 50, min: 100, max: 1_900 }, "an ordinary catalogue"],
  [{ min: 99, max: 12_480 }, { step: 500, min: 0, max: 12_500 }, "with expensive products"],
  [{ min: 250, max: 450 }, { step: 10, min: 250, max: 450 }, "exactly twenty steps"],
  [{ min: 250, max: 449 }, { step: 1, min: 250, max: 449 }, "fewer than twenty steps of 10"],
  [{ min: 299.9, max: 299.9 }, { step: 1, min: 299, max: 300 }, "one price with centavos"],
  [{ min: 300, max: 300 }, { step: 1, min: 300, max: 300 }, "one price: no slider"],
])("the price range %o has the scale %o: %s", (range, scale) => expect(sliderScale(range)).toEqual(scale));
