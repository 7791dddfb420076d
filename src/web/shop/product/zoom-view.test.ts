import { describe, expect, test } from "vitest";
import { WHOLE_PICTURE_VIEW, moveBy, zoomBounds, zoomTo } from "./zoom-view.ts";

/** The bounds on a phone of a 4:5 picture with a file 1440 pixels wide. */
const phoneBounds = zoomBounds({ width: 390, height: 844 }, { width: 1600, height: 2000 }, 1440);
const middle = { x: 0, y: 0 };

describe("bounds", () => {
  test("a fitted picture is as wide as the frame, and at its largest scale a pixel of the file is a CSS pixel", () => {
    expect(phoneBounds.fittedSize).toEqual({ width: 390, height: 487.5 });
    expect(phoneBounds.maxScale).toBeCloseTo(1440 / 390);
  });

  test.each([
    [360, 2, "a small file is doubled"],
    [4000, 6, "a huge file is enlarged six times at most"],
  ])("with a file %i pixels wide the largest scale is %f: %s", (fileWidth, maxScale) => {
    expect(zoomBounds({ width: 390, height: 844 }, { width: 800, height: 1000 }, fileWidth).maxScale).toBe(maxScale);
  });

  test("on a wide screen the picture has the height of the frame", () => {
    const { fittedSize } = zoomBounds({ width: 1440, height: 900 }, { width: 1600, height: 2000 }, 2000);
    expect(fittedSize).toEqual({ width: 720, height: 900 });
  });
});

describe("zoom", () => {
  test("the part of the picture under the point stays there", () => {
    const fixedPoint = { x: 100, y: 50 };
    const view = zoomTo(WHOLE_PICTURE_VIEW, 3, fixedPoint, phoneBounds);
    // The point of the picture at `fixedPoint`, in the picture's own scale.
    expect([(fixedPoint.x - view.x) / view.scale, (fixedPoint.y - view.y) / view.scale]).toEqual([100, 50]);
  });

  test("the scale stays between the whole picture and the largest scale", () => {
    expect(zoomTo(WHOLE_PICTURE_VIEW, 99, middle, phoneBounds).scale).toBe(phoneBounds.maxScale);
    expect(zoomTo({ scale: 3, x: 200, y: 100 }, 0.2, { x: 150, y: 0 }, phoneBounds)).toEqual(WHOLE_PICTURE_VIEW);
  });

  test("the edges of the picture stay outside the frame, and a side that fits stays centred", () => {
    // At twice the size the picture is 780 × 975 px. It may move 195 px sideways, and 65.5 px up and down.
    const view = { ...WHOLE_PICTURE_VIEW, scale: 2 };
    expect(moveBy(view, { x: 5_000, y: -5_000 }, phoneBounds)).toEqual({ scale: 2, x: 195, y: -65.5 });
    expect(moveBy(WHOLE_PICTURE_VIEW, { x: 50, y: 50 }, phoneBounds)).toEqual(WHOLE_PICTURE_VIEW);
  });
});
