import type { Random } from "../noise.ts";
import { mirroredLine, band, mirroredPair, mirror, mirroredOutline } from "../path.ts";
import { hangingFolds, radialFolds } from "../folds.ts";
import type { Garment, Part } from "../part.ts";
import {
  bodyOutline,
  DEFAULT_CUT,
  cuffLine,
  hemLine,
  LONG_SLEEVE,
  SHORT_SLEEVE,
  armholeSeams,
  sleeves,
  torsoFolds,
  tuckedSleeve,
  type Cut,
  type SleeveCut,
  type Side,
} from "./torso.ts";
import { buttons, patchPocket, placket, ribCuffs, shirtCollar } from "./trims.ts";

const SHIRT_CUT: Cut = {
  ...DEFAULT_CUT,
  neckX: 460,
  neckY: 156,
  frontNeckY: 196,
  backNeckY: 166,
  tailHeight: 34,
  hemY: 828,
  hemDrop: 14,
  hemX: 598,
  waistX: 582,
};

export interface ShirtOptions {
  sleeve?: SleeveCut;
  hasPocket?: boolean;
  hasWesternPockets?: boolean;
  hasCampCollar?: boolean;
  isGuayabera?: boolean;
}

/** A buttoned shirt. Options make it a camp shirt, a guayabera or a western shirt. */
export function shirt(next: Random, side: Side, o: ShirtOptions = {}): Garment {
  const cut: Cut = { ...SHIRT_CUT, ...(o.hasCampCollar ? { tailHeight: 0, hemY: 796, frontNeckY: 204 } : {}) },
    s = o.sleeve ?? LONG_SLEEVE,
    isLong = s.outerY > 560,
    parts: Part[] = [];
  parts.push(
    ...sleeves(
      next,
      cut,
      isLong ? tuckedSleeve(s) : s,
      (isRight) => (isLong ? {} : { stitches: [cuffLine(s, 24, isRight)] }),
      !isLong,
    ),
  );
  if (isLong) parts.push(...cuffs(s));
  const yoke = mirroredLine(
    `M400 ${cut.neckY + 82}C${470} ${cut.neckY + 82} 530 ${cut.neckY + 80} ${cut.shoulderX - 14} ${cut.neckY + 70}`,
  );
  const body: Part = {
    d: bodyOutline(cut, side),
    folds: torsoFolds(next, cut, 0.9),
    lift: 0.4,
    isMainPart: true,
    stitches: [hemLine(cut, 11)],
    seams: armholeSeams(cut),
  };
  if (side === "back") {
    body.seams!.push(
      yoke,
      `M392 ${cut.neckY + 84}L391 ${cut.hemY * 0.55}`,
      `M408 ${cut.neckY + 84}L409 ${cut.hemY * 0.55}`,
    );
    body.stitches!.push(yoke.replace(/(\d+\.\d+) (\d+\.\d+)/g, (_, x, y) => `${x} ${(Number(y) + 5).toFixed(2)}`));
  } else
    body.seams!.push(
      ...mirroredPair(`M${cut.neckX + 10} ${cut.neckY + 34}L${cut.shoulderX - 6} ${cut.shoulderY + 26}`),
    );
  parts.push(body);
  if (side === "front") {
    parts.push(...placket(cut.frontNeckY - 4, cut.hemY + cut.hemDrop - 1, { buttonCount: 7, firstOffset: 20 }));
    if (o.hasPocket) parts.push(...patchPocket(446, 318, 84, 88));
    if (o.isGuayabera) {
      for (const x of [446, 458, 470, 482, 494]) {
        body.seams!.push(...mirroredPair(`M${x} 262L${x} ${cut.hemY + 6}`));
        body.folds!.push(
          ...mirroredPair(`M${x + 4} 262L${x + 4} ${cut.hemY}`).map((d) => ({ d, width: 9, height: 2.4 })),
        );
      }
      for (const [x, y] of [
        [262, 330],
        [450, 330],
        [258, 610],
        [452, 610],
      ] as const)
        parts.push(...patchPocket(x, y, 88, 92, { pointDepth: 6 }), buttons([[x + 44, y + 12]], 5));
    }
    if (o.hasWesternPockets)
      for (const x of [266, 446])
        parts.push(...patchPocket(x, 322, 88, 86, { hasFlap: true, pointDepth: 12 }), buttons([[x + 44, 346]], 5.5));
  }
  parts.push(...shirtCollar(cut, side, { size: o.hasCampCollar ? 1.15 : 1 }));
  return { parts };
}

function cuffs(s: SleeveCut): Part[] {
  const [left, right] = ribCuffs({ ...s, outerX: s.outerX + 3, innerX: s.innerX - 3 }, 58, "main", "poplin");
  return [left!, right!].map((p, i) => ({
    ...p,
    fabric: undefined,
    isPlain: false,
    stitches: [i ? cuffLine(s, 6, true) : cuffLine(s, 6, false), i ? cuffLine(s, 52, true) : cuffLine(s, 52, false)],
  }));
}

export interface BlouseOptions {
  hasBow?: boolean;
  hasYoke?: boolean;
  hasRuffle?: boolean;
}

/** A soft blouse with gathered sleeves. It has a V neck and perhaps a bow, or a round neck with a yoke or a ruffle. */
export function blouse(next: Random, side: Side, o: BlouseOptions = {}): Garment {
  const hasRoundNeck = Boolean(o.hasYoke || o.hasRuffle),
    cut: Cut = {
      ...DEFAULT_CUT,
      neckX: 474,
      frontNeckY: hasRoundNeck ? 236 : 312,
      vee: hasRoundNeck ? 0 : 0.9,
      backNeckY: 172,
      shoulderX: 582,
      armpitX: 578,
      hemX: 612,
      waistX: 578,
      hemY: 776,
      hemDrop: 16,
    };
  const s = { outerX: 728, outerY: 640, innerX: 636, innerY: 668 },
    parts: Part[] = [];
  if (side === "front")
    parts.push({
      d: mirroredOutline(
        `M400 160C440 159 ${cut.neckX - 10} 154 ${cut.neckX + 3} 146L${cut.neckX + 2} 172C${cut.neckX - 30} 250 420 ${cut.frontNeckY} 400 ${cut.frontNeckY + 14}`,
      ),
      isInside: true,
      puff: 0.3,
      lift: 0.2,
    });
  parts.push(
    ...sleeves(next, cut, s, (isRight) => {
      const flip = (x: number): number => (isRight ? x : 800 - x),
        mx = (s.outerX + s.innerX) / 2;
      return {
        folds: [
          ...hangingFolds(next, {
            x0: flip(cut.shoulderX + 6),
            x1: flip(mx + 24),
            y0: cut.shoulderY + 60,
            y1: s.outerY - 20,
            count: 4,
            width: 22,
            height: 6,
            axis: flip(cut.shoulderX + 40),
            flare: 0.1,
          }),
          ...radialFolds(next, {
            x: flip(mx - 2),
            y: s.outerY - 6,
            angle: isRight ? -104 : -76,
            spread: 60,
            count: 6,
            length: 120,
            width: 15,
            height: 5,
          }),
        ],
        puff: 1.05,
      };
    }),
  );
  parts.push(
    ...ribCuffs(
      { ...s, outerX: s.outerX - 6, innerX: s.innerX + 6, outerY: s.outerY + 8, innerY: s.innerY + 8 },
      28,
      "main",
      "poplin",
    ).map((p) => ({ ...p, fabric: undefined, grain: 0 })),
  );
  const body: Part = {
    d: bodyOutline(cut, side),
    isMainPart: true,
    lift: 0.4,
    seams: armholeSeams(cut),
    stitches: [hemLine(cut, 12)],
    folds: [
      ...torsoFolds(next, cut, 0.8),
      ...hangingFolds(next, { x0: 270, x1: 530, y0: 330, y1: 806, count: 5, width: 40, height: 8, flare: 0.14 }),
    ],
  };
  if (o.hasYoke) {
    const yokeLine = mirroredLine("M400 316C460 316 520 304 562 284");
    body.seams!.push(yokeLine);
    body.folds!.push(...hangingFolds(next, { x0: 290, x1: 510, y0: 318, y1: 470, count: 12, width: 13, height: 4.5 }));
  }
  parts.push(body);
  if (hasRoundNeck || side === "back")
    parts.push({
      d: band(mirroredLine(roundNeckline(cut, side)), 10),
      puff: 0.1,
      rim: 2.6,
      lift: 0.3,
      isPlain: true,
      role: "accent",
    });
  else
    parts.push(
      ...mirroredPair(
        `M400 ${cut.frontNeckY + 2}C${404} ${cut.frontNeckY - 14} ${cut.neckX - 32} 240 ${cut.neckX} ${cut.neckY}`,
      ).map((d): Part => ({
        d: band(d, 15),
        puff: 0.15,
        rim: 2.6,
        lift: 0.35,
        isPlain: true,
      })),
    );
  if (o.hasBow && side === "front") parts.push(...bowParts(312));
  if (o.hasRuffle) {
    const top = side === "front" ? cut.frontNeckY - 2 : cut.backNeckY;
    parts.splice(parts.length - 1, 0, {
      d: mirroredOutline(
        `M400 ${top}C${446} ${top - 2} ${cut.neckX - 6} ${150 + (top - 150) * 0.5} ${cut.neckX} 150L${cut.shoulderX + 2} ${cut.shoulderY - 4}C606 226 610 262 590 300C576 318 560 306 546 318C530 332 516 322 500 336C484 350 466 340 450 352C434 362 416 352 400 360`,
      ),
      puff: 0.5,
      rim: 3,
      lift: 0.9,
      folds: [
        ...hangingFolds(next, { x0: 330, x1: 470, y0: top - 4, y1: 400, count: 9, width: 22, height: 7, flare: 0.35 }),
        ...mirroredPair("M486 176C520 210 560 260 574 330").map((d) => ({ d, width: 24, height: 7 })),
        ...mirroredPair("M478 190C506 230 530 280 540 350").map((d) => ({ d, width: 24, height: 7 })),
      ],
      stitches: [mirroredLine("M400 352C416 344 434 354 450 344C466 332 484 342 500 328C516 314 530 324 546 310")],
    });
  }
  return { parts };
}

const roundNeckline = (cut: Cut, side: Side): string => {
  const depth = side === "front" ? cut.frontNeckY + 3 : cut.backNeckY + 3;
  return `M400 ${depth}C${400 + (cut.neckX - 400) * 0.66} ${depth - 2} ${cut.neckX - 6} ${cut.neckY + (depth - cut.neckY) * 0.5} ${cut.neckX + 2} ${cut.neckY}`;
};

/** A soft tie: two loops, two tails and a knot. */
function bowParts(y: number): Part[] {
  const loop = `M402 ${y}C430 ${y - 34} 478 ${y - 36} 486 ${y - 12}C490 ${y + 12} 440 ${y + 26} 402 ${y + 4}Z`;
  const tail = `M402 ${y}C424 ${y + 40} 428 ${y + 110} 442 ${y + 178}L408 ${y + 186}C412 ${y + 110} 402 ${y + 50} 396 ${y + 4}Z`;
  const sharedProps = { puff: 0.6, lift: 0.7, rim: 3 } satisfies Partial<Part>;
  return [
    { ...sharedProps, d: mirror(tail) },
    { ...sharedProps, d: tail },
    { ...sharedProps, d: mirror(loop), seams: [mirror(`M404 ${y}C430 ${y - 12} 450 ${y - 12} 462 ${y - 8}`)] },
    { ...sharedProps, d: loop, seams: [`M404 ${y}C430 ${y - 12} 450 ${y - 12} 462 ${y - 8}`] },
    {
      ...sharedProps,
      d: `M388 ${y - 11}Q400 ${y - 16} 412 ${y - 11}Q416 ${y + 2} 411 ${y + 14}Q400 ${y + 19} 389 ${y + 14}Q384 ${y + 2} 388 ${y - 11}Z`,
      lift: 0.5,
    },
  ];
}

export const SHORT_SHIRT_SLEEVE: SleeveCut = { ...SHORT_SLEEVE, outerY: 402, outerX: 720, innerX: 620, innerY: 450 };
