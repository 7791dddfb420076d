import type { Garment, Part } from "./part.ts";
import { bounds, circle, rectangle, warpPath, mirroredOutline, type Warp } from "./path.ts";

/** The same part with a warp applied to all its paths. */
function warpPart(part: Part, warp: Warp): Part {
  const warpAll = (list?: string[]): string[] | undefined => list?.map((d) => warpPath(d, warp));
  return {
    ...part,
    d: warpPath(part.d, warp),
    folds: part.folds?.map((fold) => ({ ...fold, d: warpPath(fold.d, warp) })),
    seams: warpAll(part.seams),
    stitches: warpAll(part.stitches),
    fadedSpots: part.fadedSpots?.map((spot) => ({ ...spot, d: warpPath(spot.d, warp) })),
    inks: part.inks?.map((ink) => ({ ...ink, d: warpPath(ink.d, warp) })),
  };
}

export interface Turn {
  /** Half of the body's width. Points beyond it belong to sleeves. */
  halfWidth: number;
  /** How far the middle of the front moves to the side. */
  shift: number;
  /** Whether the sleeves hang. Otherwise they are spread out. */
  hasHangingSleeves: boolean;
}

/** A warp that turns the body to the right, as if it were a cylinder. Its right side gets shorter. */
export function turningWarp({ halfWidth, shift, hasHangingSleeves }: Turn): Warp {
  return ([x, y]) => {
    const t = (x - 400) / halfWidth,
      bodyX = Math.max(-1, Math.min(1, t)),
      beyond = Math.abs(t) - 1;
    let turnedX = 400 + halfWidth * 0.92 * bodyX + shift * (1 - bodyX * bodyX),
      turnedY = y + 0.014 * (y - 330) * (1 - bodyX * bodyX);
    if (beyond > 0) {
      turnedX += Math.sign(t) * halfWidth * beyond * (hasHangingSleeves ? (t > 0 ? 0.5 : 0.8) : t > 0 ? 0.7 : 1);
      if (hasHangingSleeves) turnedY += halfWidth * beyond * 0.2;
    }
    return [turnedX, 430 + (turnedY - 430) * (1 - 0.02 * bodyX)];
  };
}

/** A dress form inside a garment whose shoulders are at `top`: pole, body down to `end`, neck, cap and knob. */
function dressForm(top: number, end: number, widthScale: number): Part[] {
  const sharedProps = {
    role: "dressForm",
    fabric: "linen",
    isPlain: true,
    wrinkleFactor: 0.15,
    puff: 1.3,
    lift: 0,
  } satisfies Partial<Part>;
  const place: Warp = ([x, y]) => [400 + (x - 400) * widthScale, y < 700 ? y + top - 150 : y];
  const parts: Part[] = [
    {
      ...sharedProps,
      role: "metal",
      fabric: "hard",
      puff: 0.4,
      isStand: true,
      d: rectangle(400 - 9 / widthScale, end - 40, 18 / widthScale, 1900),
    },
    {
      ...sharedProps,
      isStand: true,
      d: mirroredOutline(
        `M400 150C434 150 448 150 452 152C470 178 530 190 552 206C566 236 548 300 540 352C532 400 510 430 508 470C508 520 540 560 544 620L544 ${end - 8}Q544 ${end} 532 ${end + 2}C480 ${end + 10} 440 ${end + 12} 400 ${end + 12}`,
      ),
      seams: [`M400 150C402 300 398 500 400 ${end + 12}`],
    },
    {
      ...sharedProps,
      puff: 0.6,
      rim: 0,
      d: mirroredOutline("M400 92L436 92C438 116 440 138 456 176C440 196 420 200 400 200"),
    },
    {
      ...sharedProps,
      role: "wood",
      fabric: "hard",
      puff: 0.5,
      lift: 0.3,
      d: circle(400, 92, 37 / widthScale ** 0.5, 9),
    },
    {
      ...sharedProps,
      role: "wood",
      fabric: "hard",
      puff: 0.8,
      lift: 0.3,
      d: circle(400, 74, 14 / widthScale ** 0.5, 14),
    },
  ];
  return parts.map((p) => warpPart(p, place));
}

/** A metal hanger with two wooden clips, which hold the waistband. */
function clipHanger(garment: Garment): Part[] {
  const y = bounds(garment.parts.map((p) => p.d).join("")).y0 - 26,
    half = 62;
  const sharedProps = { role: "metal", fabric: "hard", puff: 0.4, lift: 0.4, isPlain: true } satisfies Partial<Part>;
  return [
    {
      ...sharedProps,
      d: `M394 ${y}L394 ${y - 26}C394 ${y - 46} 426 ${y - 44} 426 ${y - 66}C426 ${y - 92} 384 ${y - 94} 380 ${y - 68}L387 ${y - 67}C390 ${y - 84} 418 ${y - 84} 418 ${y - 66}C418 ${y - 52} 405 ${y - 48} 405 ${y - 26}L405 ${y}Z`,
    },
    { ...sharedProps, d: rectangle(400 - half - 30, y - 4, half * 2 + 60, 9) },
    ...[400 - half, 400 + half].map((x): Part => ({
      ...sharedProps,
      role: "wood",
      lift: 0.7,
      d: rectangle(x - 11, y - 8, 22, 52),
    })),
  ];
}

/** A wooden hanger inside a garment whose shoulders are at `top`. */
function hanger(top: number): Part[] {
  const wood = { role: "wood", fabric: "hard", puff: 0.6, lift: 0.3, isPlain: true } satisfies Partial<Part>;
  const y = top - 8;
  return [
    {
      ...wood,
      role: "metal",
      puff: 0.3,
      d: `M396 ${y + 8}L396 ${y - 34}C396 ${y - 56} 428 ${y - 54} 428 ${y - 82}C428 ${y - 116} 376 ${y - 118} 372 ${y - 84}L379 ${y - 83}C383 ${y - 108} 420 ${y - 107} 420 ${y - 82}C420 ${y - 62} 404 ${y - 62} 404 ${y - 34}L404 ${y + 8}Z`,
    },
    {
      ...wood,
      d: mirroredOutline(
        `M400 ${y + 2}C430 ${y + 2} 500 ${y + 30} 540 ${y + 60}C546 ${y + 72} 540 ${y + 82} 530 ${y + 80}C480 ${y + 50} 430 ${y + 34} 400 ${y + 34}`,
      ),
    },
  ];
}

export type Pose = "form" | "clips" | "turned" | "hanger";

/** The garment on a dress form, on a clip hanger by its waistband, on a hanger, or only turned to the side. */
export function poseGarment(garment: Garment, pose: Pose): Garment {
  const body = garment.parts.filter((p) => !p.isSleeve),
    b = bounds(body.map((p) => p.d).join(""));
  if (pose === "hanger") return hangGarment(garment);
  const isTop = pose === "form",
    isDress = b.y1 > 880,
    hasSleeves = body.length < garment.parts.length,
    shoulderY = Math.min(...body.filter((p) => p.isMainPart).map((p) => bounds(p.d).y0));
  const warp = turningWarp({
    halfWidth: !isTop ? (b.x1 - b.x0) / 2 : isDress ? 150 : 198,
    shift: !isTop ? 26 : isDress ? 34 : 46,
    hasHangingSleeves: isTop,
  });
  const dressFormParts = !isTop
    ? []
    : isDress
      ? dressForm(hasSleeves ? shoulderY : b.y0 + 40, 640, hasSleeves ? 0.7 : 0.78)
      : dressForm(shoulderY, b.y1 + 34, hasSleeves ? 1 : 0.9);
  const clipHangerParts = pose === "clips" ? clipHanger(garment) : [];
  // The form is in front of the garment's inside, which is visible through the neck.
  const firstVisibleIndex = garment.parts.findIndex((p) => !p.isInside && p.role !== "label");
  const parts = [
    ...garment.parts.slice(0, firstVisibleIndex),
    ...dressFormParts,
    ...garment.parts.slice(firstVisibleIndex),
    ...clipHangerParts,
  ].map((p) => warpPart(p, warp));
  return { ...garment, parts, distance: pose === "turned" ? 1.2 : 1.9 };
}

/** The garment on a hanger, seen from the front, with hanging sleeves. */
function hangGarment(garment: Garment): Garment {
  const shoulderY = Math.min(...garment.parts.filter((p) => p.isMainPart).map((p) => bounds(p.d).y0)),
    firstVisibleIndex = garment.parts.findIndex((p) => !p.isInside && p.role !== "label"),
    warp = turningWarp({ halfWidth: 198, shift: 12, hasHangingSleeves: true });
  const parts = [
    ...garment.parts.slice(0, firstVisibleIndex),
    ...hanger(shoulderY),
    ...garment.parts.slice(firstVisibleIndex),
  ];
  return { ...garment, parts: parts.map((p) => warpPart(p, warp)), distance: 1.9 };
}
