import type { Random } from "../noise.ts";
import { mirroredLine, band, mirroredPair } from "../path.ts";
import type { Garment, Part } from "../part.ts";
import {
  bodyOutline,
  DEFAULT_CUT,
  cuffLine,
  hemLine,
  innerNeck,
  neckline,
  SHORT_SLEEVE,
  armholeSeams,
  sleeves,
  torsoFolds,
  type Cut,
  type SleeveCut,
  type Side,
} from "./torso.ts";

export interface TeeOptions {
  cut?: Partial<Cut>;
  sleeve?: SleeveCut | null;
  hasPocket?: boolean;
  neckRibWidth?: number;
}

/** The rib along the neckline. */
export function neckRib(cut: Cut, side: Side, width: number): Part {
  const line = mirroredLine(neckline(cut, side, width * 0.42));
  return {
    d: band(line, width),
    role: "accent",
    fabric: "rib",
    puff: 0.25,
    rim: 3,
    lift: 0.35,
    isPlain: true,
    wrinkleFactor: 0.3,
  };
}

export function tee(next: Random, side: Side, o: TeeOptions = {}): Garment {
  const cut: Cut = { ...DEFAULT_CUT, ...o.cut },
    s = o.sleeve === undefined ? SHORT_SLEEVE : o.sleeve,
    parts: Part[] = [];
  if (side === "front") parts.push(...innerNeck(cut));
  if (s)
    parts.push(
      ...sleeves(next, cut, s, (isRight) => ({ stitches: [cuffLine(s, 17, isRight), cuffLine(s, 21.5, isRight)] })),
    );
  const body: Part = {
    d: bodyOutline(cut, side),
    isMainPart: true,
    folds: torsoFolds(next, cut),
    lift: 0.4,
    stitches: [hemLine(cut, 18), hemLine(cut, 22.5)],
    seams: s ? armholeSeams(cut) : [],
  };
  if (!s) body.stitches!.push(...mirroredPair(armholeStitch(cut)));
  parts.push(body);
  if (side === "back")
    body.seams!.push(...mirroredPair(`M${cut.neckX + 2} ${cut.neckY + 14}L${cut.shoulderX - 4} ${cut.shoulderY + 10}`));
  if (o.hasPocket && side === "front")
    parts.push({
      d: "M446 306L530 304L531 384Q530 394 520 396L489 406L458 398Q447 394 447 386Z",
      puff: 0.16,
      lift: 0.35,
      stitches: ["M448 318L529 316", "M450 320L451 384Q452 390 460 394L489 402L518 393Q526 390 526 384L525 318"],
    });
  parts.push(neckRib(cut, side, o.neckRibWidth ?? 19));
  return { parts };
}

const armholeStitch = (cut: Cut): string =>
  `M${cut.shoulderX - 14} ${cut.shoulderY + 6}C${cut.shoulderX - 26} ${cut.shoulderY + 60} ${cut.shoulderX - 36} ${cut.armpitY - 40} ${cut.armpitX - 14} ${cut.armpitY + 8}`;
