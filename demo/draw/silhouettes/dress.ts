import type { Random } from "../noise.ts";
import { mirroredLine, band, mirroredPair, mirror, rectangle, mirroredOutline } from "../path.ts";
import { crossFolds, hangingFolds, radialFolds } from "../folds.ts";
import type { Fold, Garment, Part } from "../part.ts";
import {
  DEFAULT_CUT,
  cuffLine,
  innerNeck,
  neckline,
  armholeSeams,
  sleeves,
  armhole,
  type Cut,
  type SleeveCut,
  type Side,
} from "./torso.ts";
import { buttons, shirtCollar } from "./trims.ts";

const wavyHem = (hemX: number, hemY: number): string => {
  const w = hemX - 400;
  return `C${hemX - 10} ${hemY + 10} ${hemX - w * 0.12} ${hemY + 14} ${hemX - w * 0.2} ${hemY + 10}C${hemX - w * 0.3} ${hemY + 4} ${hemX - w * 0.38} ${hemY + 24} ${hemX - w * 0.5} ${hemY + 20}C${hemX - w * 0.62} ${hemY + 15} ${hemX - w * 0.7} ${hemY + 29} ${hemX - w * 0.82} ${hemY + 26}C${400 + w * 0.1} ${hemY + 23} 408 ${hemY + 24} 400 ${hemY + 26}`;
};

function skirtFolds(
  next: Random,
  waistY: number,
  hemY: number,
  waistHalfWidth: number,
  hemHalfWidth: number,
  strength = 1,
): Fold[] {
  const sharedProps = { x0: 400 - waistHalfWidth * 0.9, x1: 400 + waistHalfWidth * 0.9, axis: 400 };
  return [
    ...hangingFolds(next, {
      ...sharedProps,
      y0: waistY + 6,
      y1: hemY + 120,
      count: 8,
      width: 40,
      height: 12 * strength,
      flare: hemHalfWidth / waistHalfWidth - 1,
    }),
    ...hangingFolds(next, {
      ...sharedProps,
      y0: waistY + 6,
      y1: waistY + 190,
      count: 12,
      width: 14,
      height: 5 * strength,
      flare: 0.4,
    }),
  ];
}

export interface StrapDressOptions {
  length?: number;
  hemHalfWidth?: number;
  isSlip?: boolean;
  isTiered?: boolean;
}

/** Sleeveless dress on straps: fitted bodice with flared skirt, or a slip. */
export function strapDress(next: Random, side: Side, o: StrapDressOptions = {}): Garment {
  const isFront = side === "front",
    hemY = 74 + (o.length ?? 780),
    hemHalfWidth = o.hemHalfWidth ?? 228,
    hemX = 400 + hemHalfWidth,
    waistY = 400,
    waistX = o.isSlip ? 494 : 480,
    top = isFront ? 208 : 240;
  const sharedProps = { puff: 0.1, rim: 2.6, lift: 0.4 } satisfies Partial<Part>;
  const straps = mirroredPair(isFront ? "M470 200C466 160 462 120 456 84" : "M464 246C462 190 458 130 456 84"),
    width = o.isSlip ? 9 : 17,
    parts: Part[] = [];
  if (isFront)
    parts.push(
      ...mirroredPair("M456 84C450 120 446 180 446 250").map((d): Part => ({
        ...sharedProps,
        d: band(d, width),
        isInside: true,
        lift: 0,
      })),
      {
        d: mirroredOutline("M400 238C440 236 480 232 506 240L500 270C460 280 430 280 400 280"),
        isInside: true,
        puff: 0.2,
        lift: 0,
      },
    );
  const upperEdge = isFront
    ? `M400 ${o.isSlip ? 262 : 250}C424 ${o.isSlip ? 240 : 236} 446 214 462 ${top - 8}C474 ${top - 14} 482 ${top - 8} 488 ${top + 4}C498 232 508 254 520 268`
    : `M400 ${top + 8}C440 ${top + 6} 470 ${top - 4} 486 ${top}C500 250 510 260 520 268`;
  const skirt = `C${waistX + (o.isSlip ? 50 : 46)} ${waistY + 90} ${hemX - 24} ${hemY - 190} ${hemX} ${hemY}${wavyHem(hemX, hemY)}`;
  const bustFolds: Fold[] = isFront
    ? [
        ...radialFolds(next, { x: 508, y: 310, angle: 196, spread: 50, count: 4, length: 90, width: 22, height: 5 }),
        ...radialFolds(next, { x: 292, y: 310, angle: -16, spread: 50, count: 4, length: 90, width: 22, height: 5 }),
      ]
    : [];
  const body: Part = {
    d: mirroredOutline(`${upperEdge}C516 310 ${waistX + 6} 350 ${waistX} ${waistY}${skirt}`),
    lift: 0.3,
    isMainPart: true,
    printCurve: -10,
    seams: [],
    stitches: [],
    puff: 1,
    folds: [
      ...bustFolds,
      ...(o.isSlip
        ? [
            ...hangingFolds(next, {
              x0: 330,
              x1: 470,
              y0: 420,
              y1: hemY + 100,
              count: 6,
              width: 44,
              height: 11,
              flare: hemHalfWidth / 90 - 1,
              axis: 400,
            }),
            ...crossFolds(next, {
              x: 400,
              y: 430,
              angle: 90,
              length: 160,
              extent: 160,
              count: 5,
              width: 26,
              height: 5,
            }),
          ]
        : skirtFolds(next, waistY, hemY, 80, hemHalfWidth)),
      ...crossFolds(next, { x: 400, y: 340, angle: 90, length: 150, extent: 90, count: 3, width: 20, height: 3 }),
    ],
  };
  if (!o.isSlip) {
    const seam = mirroredLine(
      `M400 ${waistY + 10}C430 ${waistY + 10} ${waistX - 20} ${waistY + 6} ${waistX} ${waistY}`,
    );
    body.seams!.push(seam, ...(isFront ? mirroredPair("M446 236C452 290 446 350 440 404") : ["M400 250L400 560"]));
    body.folds!.push({ d: seam, width: 11, height: -5 });
  }
  if (o.isTiered)
    for (const [i, y] of [waistY + 180, waistY + 330].entries()) {
      const half = 118 + i * 46 + (hemHalfWidth - 200) * 0.3;
      body.seams!.push(
        mirroredLine(
          `M400 ${y + 20}C${400 + half * 0.5} ${y + 20} ${400 + half * 0.8} ${y + 12} ${400 + half + 8} ${y + 2}`,
        ),
      );
      body.folds!.push(
        ...hangingFolds(next, {
          x0: 400 - half,
          x1: 400 + half,
          y0: y + 18,
          y1: y + 170,
          count: 16,
          width: 17,
          height: 6,
          flare: 0.12,
        }),
      );
    }
  parts.push({
    d: mirroredOutline(
      `M400 ${hemY - 20}C460 ${hemY - 14} ${hemX - 60} ${hemY - 20} ${hemX - 8} ${hemY - 10}L${hemX - 16} ${hemY + 8}C${hemX - 100} ${hemY + 20} 460 ${hemY + 20} 400 ${hemY + 18}`,
    ),
    isInside: true,
    puff: 0,
    lift: 0,
  });
  if (!isFront) parts.push(...straps.map((d): Part => ({ ...sharedProps, d: band(d, width) })));
  parts.push(body);
  if (isFront) parts.push(...straps.map((d): Part => ({ ...sharedProps, d: band(d, width) })));
  return { parts };
}

export interface SleevedDressOptions {
  sleeve?: SleeveCut;
  hasBelt?: boolean;
  hasRoundNeck?: boolean;
  hemHalfWidth?: number;
  isWrapDress?: boolean;
}
const DRESS_CUT: Cut = {
  ...DEFAULT_CUT,
  neckX: 450,
  neckY: 84,
  frontNeckY: 140,
  backNeckY: 96,
  shoulderX: 524,
  shoulderY: 112,
  armpitX: 518,
  armpitY: 234,
  waistX: 486,
  waistY: 404,
  hemX: 588,
  hemY: 896,
  hemDrop: 20,
};
const DRESS_SLEEVE: SleeveCut = { outerX: 618, outerY: 290, innerX: 540, innerY: 322 };

/** A midi dress with sleeves: a buttoned shirt dress, a wrap dress, or a dress with a round neck. */
export function sleevedDress(next: Random, side: Side, o: SleevedDressOptions = {}): Garment {
  const isFront = side === "front",
    hemX = 400 + (o.hemHalfWidth ?? 196),
    s = o.sleeve ?? DRESS_SLEEVE;
  const cut: Cut = {
    ...DRESS_CUT,
    hemX,
    ...(o.isWrapDress
      ? { frontNeckY: 262, vee: 0.95, neckX: 458 }
      : o.hasRoundNeck
        ? { frontNeckY: 138 }
        : { frontNeckY: 126, neckX: 446 }),
  };
  const hemY = cut.hemY,
    parts: Part[] = [];
  if (isFront && (o.hasRoundNeck || o.isWrapDress)) parts.push(...innerNeck(cut, !o.isWrapDress));
  parts.push({
    d: mirroredOutline(
      `M400 ${hemY - 20}C460 ${hemY - 14} ${hemX - 60} ${hemY - 20} ${hemX - 8} ${hemY - 10}L${hemX - 16} ${hemY + 8}C${hemX - 100} ${hemY + 20} 460 ${hemY + 20} 400 ${hemY + 18}`,
    ),
    isInside: true,
    puff: 0,
    lift: 0,
  });
  parts.push(...sleeves(next, cut, s, (isRight) => ({ stitches: s.outerY < 560 ? [cuffLine(s, 12, isRight)] : [] })));
  const outline = mirroredOutline(
    `${neckline(cut, side)}L${cut.shoulderX - 7} ${cut.shoulderY - 3}Q${cut.shoulderX} ${cut.shoulderY} ${cut.shoulderX} ${cut.shoulderY + 8}${armhole(cut)}C${cut.armpitX - 4} 290 ${cut.waistX + 4} 350 ${cut.waistX} ${cut.waistY}C${cut.waistX + 44} ${cut.waistY + 100} ${hemX - 20} ${hemY - 200} ${hemX} ${hemY}${wavyHem(hemX, hemY)}`,
  );
  const folds: Fold[] = [...skirtFolds(next, cut.waistY, hemY, 84, hemX - 400, o.hasBelt || o.isWrapDress ? 1 : 0.85)];
  for (const k of [-1, 1])
    folds.push(
      ...radialFolds(next, {
        x: 400 + k * 112,
        y: 244,
        angle: k > 0 ? 122 : 58,
        spread: 70,
        count: 4,
        length: 110,
        width: 18,
        height: 4.6,
      }),
      ...radialFolds(next, {
        x: 400 + k * 60,
        y: cut.waistY - 4,
        angle: k > 0 ? -70 : -110,
        spread: 50,
        count: 4,
        length: 90,
        width: 13,
        height: 4,
      }),
    );
  const body: Part = {
    d: outline,
    folds,
    lift: 0.4,
    isMainPart: true,
    seams: [...armholeSeams(cut)],
    stitches: [],
    printCurve: -8,
  };
  if (!isFront) body.seams!.push(mirroredLine("M400 166C450 166 490 162 520 154"));
  if (o.isWrapDress && isFront) {
    body.seams!.push("M400 262C372 310 340 350 318 396", "M452 420C470 560 500 740 506 908");
    folds.push(
      { d: "M452 420C470 560 500 740 506 908", width: 13, height: 6 },
      { d: "M462 420C480 560 512 740 518 908", width: 14, height: -6 },
      ...radialFolds(next, { x: 476, y: 398, angle: 200, spread: 60, count: 6, length: 130, width: 16, height: 5 }),
    );
  }
  parts.push(body);
  if (isFront && !o.hasRoundNeck && !o.isWrapDress) {
    parts.push({
      d: rectangle(387, 124, 26, hemY - 102),
      puff: 0.06,
      rim: 2.2,
      lift: 0.35,
      wrinkleFactor: 0.6,
      stitches: [`M391 124L391 ${hemY + 20}`, `M409 124L409 ${hemY + 20}`],
    });
    parts.push(
      buttons(
        Array.from({ length: 9 }, (_, i): [number, number] => [400, 152 + i * 86]),
        6,
      ),
    );
  }
  if (o.hasRoundNeck || (o.isWrapDress && !isFront))
    parts.push({
      d: band(mirroredLine(neckline(cut, side, 6)), 12),
      puff: 0.15,
      rim: 2.4,
      lift: 0.3,
      role: "accent",
      isPlain: true,
    });
  if (o.isWrapDress && isFront)
    parts.push(
      ...mirroredPair(neckline(cut, side, 3)).map((d): Part => ({ d: band(d, 9), puff: 0.1, rim: 2.4, lift: 0.3 })),
    );
  if (o.hasBelt || o.isWrapDress) parts.push(...sash(cut, isFront));
  if (!o.hasRoundNeck && !o.isWrapDress) parts.push(...shirtCollar(cut, side, { size: 0.9 }));
  return { parts };
}

function sash(cut: Cut, isFront: boolean): Part[] {
  const y = cut.waistY,
    x = cut.waistX,
    sharedProps = { role: "accent", puff: 0.25, rim: 2.6, lift: 0.5 } satisfies Partial<Part>;
  const ribbon: Part = {
    ...sharedProps,
    d: mirroredOutline(
      `M400 ${y}C440 ${y} ${x - 20} ${y - 6} ${x + 1} ${y - 13}L${x + 2} ${y + 11}C${x - 20} ${y + 19} 440 ${y + 25} 400 ${y + 25}`,
    ),
  };
  if (!isFront) return [ribbon];
  const tail = `M440 ${y + 14}C446 ${y + 70} 456 ${y + 120} 452 ${y + 190}L432 ${y + 194}C434 ${y + 120} 432 ${y + 60} 430 ${y + 16}Z`;
  const loop = `M436 ${y + 8}C450 ${y - 22} 490 ${y - 22} 494 ${y + 2}C494 ${y + 20} 460 ${y + 26} 436 ${y + 14}Z`;
  return [
    ribbon,
    { ...sharedProps, d: tail },
    { ...sharedProps, d: mirrorAround(tail, 434) },
    { ...sharedProps, d: loop },
    { ...sharedProps, d: mirrorAround(loop, 434) },
    {
      ...sharedProps,
      d: `M424 ${y - 2}Q434 ${y - 6} 445 ${y - 2}Q448 ${y + 10} 444 ${y + 24}Q434 ${y + 28} 425 ${y + 24}Q421 ${y + 10} 424 ${y - 2}Z`,
    },
  ];
}

const mirrorAround = (d: string, axis: number): string =>
  mirror(d).replace(/(-?\d+\.?\d*) (-?\d+\.?\d*)/g, (_, x, y) => `${(Number(x) + 2 * axis - 800).toFixed(2)} ${y}`);
