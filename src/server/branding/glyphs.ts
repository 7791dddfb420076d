/**
 * Capital letters as strokes on an area of 40 × 60, with the SVG path commands M, L and Q only. Browsers draw these
 * paths directly, and draw-icon.ts draws them without a font.
 */
const GLYPHS: Record<string, string> = {
  A: "M0 60 L20 0 L40 60 M7 40 L33 40",
  B: "M20 29 L2 29 M2 0 L2 60 L20 60 Q38 60 38 45 Q38 29 20 29 Q35 28 35 14 Q35 0 20 0 L2 0",
  C: "M38 14 Q33 0 20 0 Q0 0 0 30 Q0 60 20 60 Q33 60 38 46",
  D: "M2 0 L2 60 L14 60 Q40 60 40 30 Q40 0 14 0 L2 0",
  E: "M36 0 L4 0 L4 60 L36 60 M4 30 L31 30",
  F: "M36 0 L4 0 L4 60 M4 30 L31 30",
  G: "M38 14 Q33 0 20 0 Q0 0 0 30 Q0 60 20 60 Q40 60 40 33 L22 33",
  H: "M2 0 L2 60 M38 0 L38 60 M2 30 L38 30",
  I: "M20 0 L20 60",
  J: "M32 0 L32 42 Q32 60 17 60 Q5 60 3 46",
  K: "M2 0 L2 60 M38 0 L2 36 M15 25 L38 60",
  L: "M4 0 L4 60 L37 60",
  M: "M-2 60 L-2 0 L20 36 L42 0 L42 60",
  N: "M2 60 L2 0 L38 60 L38 0",
  Ñ: "M2 60 L2 18 L38 60 L38 18 M8 4 Q14 -3 20 1 Q26 5 32 -2",
  O: "M20 0 Q0 0 0 30 Q0 60 20 60 Q40 60 40 30 Q40 0 20 0",
  P: "M4 60 L4 0 L20 0 Q38 0 38 17 Q38 34 20 34 L4 34",
  Q: "M20 0 Q0 0 0 30 Q0 60 20 60 Q40 60 40 30 Q40 0 20 0 M25 45 L40 62",
  R: "M4 60 L4 0 L20 0 Q38 0 38 17 Q38 34 20 34 L4 34 M20 34 L38 60",
  S: "M36 12 Q33 0 20 0 Q4 0 4 15 Q4 27 20 30 Q38 33 38 45 Q38 60 20 60 Q5 60 2 47",
  T: "M0 0 L40 0 M20 0 L20 60",
  U: "M2 0 L2 36 Q2 60 20 60 Q38 60 38 36 L38 0",
  V: "M0 0 L20 60 L40 0",
  W: "M-6 0 L7 60 L20 14 L33 60 L46 0",
  X: "M2 0 L38 60 M38 0 L2 60",
  Y: "M0 0 L20 30 L40 0 M20 30 L20 60",
  Z: "M3 0 L37 0 L3 60 L38 60",
};

/** A coat hanger, for names that start with none of these letters. */
const HANGER = "M12 14 Q12 3 21 3 Q30 3 30 12 Q30 19 20 22 L20 27 L43 46 Q48 54 40 54 L0 54 Q-8 54 -3 46 L20 27";

/** The glyph of a shop's icon: the first letter of its name. */
export function glyphOf(name: string): string {
  const [initial = ""] = name.trim().normalize("NFC").toLocaleUpperCase("es");
  return GLYPHS[initial] ?? GLYPHS[initial.normalize("NFD")[0] ?? ""] ?? HANGER;
}

type Point = readonly [x: number, y: number];

/** The straight segments of a glyph. Each curve is divided into eight. */
export function segmentsOf(glyph: string): [Point, Point][] {
  const segments: [Point, Point][] = [];
  let current: Point = [0, 0];
  for (const [, command, numbers] of glyph.matchAll(/([MLQ])([^MLQ]+)/g)) {
    const [x1, y1, x2, y2] = numbers!.trim().split(/\s+/).map(Number) as [number, number, number, number];
    if (command === "M") current = [x1, y1];
    else if (command === "L") {
      segments.push([current, [x1, y1]]);
      current = [x1, y1];
    } else {
      const from = current;
      for (let step = 1; step <= 8; step++) {
        const t = step / 8;
        // The weights of the start, the control point and the end of a quadratic Bézier curve.
        const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
        const to: Point = [a * from[0] + b * x1 + c * x2, a * from[1] + b * y1 + c * y2];
        segments.push([current, to]);
        current = to;
      }
    }
  }
  return segments;
}
