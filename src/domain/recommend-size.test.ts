import { describe, expect, test } from "vitest";
import { measuresToAsk, recommendSize, type BodyMeasures, type Recommendation } from "./recommend-size.ts";
import type { SizeGuide } from "./size-guide.ts";

const DRESS_GUIDE: SizeGuide = {
  measures: ["chest", "waist", "length"],
  rows: [
    { size: "CH", millimeters: [860, 680, 980] },
    { size: "M", millimeters: [920, 740, 1000] },
    { size: "G", millimeters: [980, 800, 1000] },
    { size: "XG", millimeters: [1060, 880, 1020] },
  ],
};

test.each<[BodyMeasures, Recommendation | undefined, string]>([
  [{ chest: 920, waist: 740 }, { kind: "fits", size: "M" }, "the measures of the table"],
  [{ chest: 905, waist: 755 }, { kind: "fits", size: "M" }, "within a quarter of a step"],
  [{ chest: 890, waist: 710 }, { kind: "between", smaller: "CH", larger: "M" }, "between in both"],
  [{ chest: 890, waist: 740 }, { kind: "fits", size: "M" }, "the waist decides between two"],
  [
    { chest: 920, waist: 800 },
    { kind: "between", smaller: "M", larger: "G" },
    "each measure fits one of two neighbours",
  ],
  [{ chest: 860, waist: 800 }, { kind: "apart", smaller: "CH", larger: "G", measure: "waist" }, "far apart"],
  [{ chest: 830, waist: 650 }, { kind: "fits", size: "CH" }, "half a step below the smallest"],
  [{ chest: 829, waist: 640 }, { kind: "below", size: "CH" }, "smaller than the smallest"],
  [{ chest: 829, waist: 740 }, { kind: "between", smaller: "CH", larger: "M" }, "only one is too small"],
  [{ chest: 1100 }, { kind: "fits", size: "XG" }, "half a step above the largest"],
  [{ chest: 1101, waist: 680 }, { kind: "above", size: "XG" }, "one is too large for every size"],
  [{ waist: 740 }, { kind: "fits", size: "M" }, "one measure"],
  [{ foot: 250 }, undefined, "not in this guide"],
  [{}, undefined, "no measures"],
])("the measures %o have the recommendation %o: %s", (person, recommendation) =>
  expect(recommendSize(DRESS_GUIDE, person)).toEqual(recommendation),
);

test("in a guide of one size, measures up to two centimetres away fit it", () => {
  const oneSizeGuide: SizeGuide = { measures: ["chest"], rows: [{ size: "Unitalla", millimeters: [580] }] };
  expect(recommendSize(oneSizeGuide, { chest: 600 })).toEqual({ kind: "fits", size: "Unitalla" });
  expect(recommendSize(oneSizeGuide, { chest: 601 })).toEqual({ kind: "above", size: "Unitalla" });
  expect(recommendSize(oneSizeGuide, { chest: 559 })).toEqual({ kind: "below", size: "Unitalla" });
});

test("of three sizes with the same measure the middle one is recommended", () => {
  const waistbands: SizeGuide = {
    measures: ["waist"],
    rows: ["CH", "M", "G"].map((size) => ({ size, millimeters: [700] })),
  };
  expect(recommendSize(waistbands, { waist: 700 })).toEqual({ kind: "fits", size: "M" });
});

test("the customer is asked for at most two body measures, in the order chest, waist, hip, foot, inseam", () => {
  expect(measuresToAsk(DRESS_GUIDE)).toEqual(["chest", "waist"]);
  expect(measuresToAsk({ measures: ["inseam", "length", "hip", "waist"] })).toEqual(["waist", "hip"]);
  expect(measuresToAsk({ measures: ["foot"] })).toEqual(["foot"]);
  expect(measuresToAsk({ measures: ["length", "sleeve"] })).toEqual([]);
});

describe("for any guide and any person", () => {
  /** Numbers that look random and are the same in every run. */
  function* randomNumbers(seed: number): Generator<number, never> {
    for (let state = seed; ;) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      yield state / 2_147_483_648;
    }
  }
  const guides = Array.from({ length: 200 }, (_, seed) => {
    const random = randomNumbers(seed + 1);
    const randomBelow = (limit: number): number => Math.floor(random.next().value * limit);
    const count = 1 + randomBelow(8);
    let [chest, waist] = [600 + randomBelow(300), 500 + randomBelow(300)];
    const rows = Array.from({ length: count }, (__, n) => {
      if (n > 0) [chest, waist] = [chest + randomBelow(90), waist + randomBelow(90)];
      return { size: String(n), millimeters: [chest, waist] };
    });
    const people = Array.from({ length: 40 }, () => ({
      chest: 500 + randomBelow(1_000),
      waist: 400 + randomBelow(1_000),
    }));
    return { guide: { measures: ["chest", "waist"], rows } satisfies SizeGuide, people };
  });
  /** The index of the recommended size, of two the larger one. -1: below the smallest. `count`: above the largest. */
  const indexOf = (recommendation: Recommendation | undefined, count: number): number => {
    if (recommendation === undefined) return Number.NaN;
    if (recommendation.kind === "below") return -1;
    if (recommendation.kind === "above") return count;
    return Number("size" in recommendation ? recommendation.size : recommendation.larger);
  };

  test("a larger person never gets a smaller size", () => {
    for (const { guide, people } of guides)
      for (const { chest, waist } of people) {
        const index = (addedMillimeters: number) =>
          indexOf(
            recommendSize(guide, { chest: chest + addedMillimeters, waist: waist + addedMillimeters }),
            guide.rows.length,
          );
        for (const more of [1, 7, 20, 60]) expect(index(more)).toBeGreaterThanOrEqual(index(0));
      }
  });

  test("a person with exactly the measures of a size gets a size with these measures", () => {
    for (const { guide } of guides)
      for (const { millimeters } of guide.rows) {
        const [chest, waist] = millimeters;
        const equalSizes = guide.rows
          .filter((row) => row.millimeters.join() === millimeters.join())
          .map(({ size }) => size);
        const recommendation = recommendSize(guide, { chest, waist });
        const recommendedSizes =
          recommendation &&
          ("size" in recommendation ? [recommendation.size] : [recommendation.smaller, recommendation.larger]);
        expect(recommendation?.kind).toBe(equalSizes.length === 1 ? "fits" : "between");
        expect(equalSizes).toEqual(expect.arrayContaining(recommendedSizes ?? [""]));
      }
  });

  test("the recommended sizes are in the guide", () => {
    for (const { guide, people } of guides)
      for (const person of people) {
        const recommendation = recommendSize(guide, person);
        const namedSizes =
          recommendation &&
          ("size" in recommendation ? [recommendation.size] : [recommendation.smaller, recommendation.larger]);
        expect(guide.rows.map(({ size }) => size)).toEqual(expect.arrayContaining(namedSizes ?? ["none"]));
      }
  });
});
