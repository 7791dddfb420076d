import type { Random } from "../noise.ts";
import { mirroredLine, band, mirroredPair, withHole, mirror, rectangle, mirroredOutline } from "../path.ts";
import { hangingFolds } from "../folds.ts";
import type { Garment, Part } from "../part.ts";
import {
  bodyOutline,
  DEFAULT_CUT,
  innerNeck,
  LONG_SLEEVE,
  neckline,
  armholeSeams,
  sleeves,
  torsoFolds,
  tuckedSleeve,
  type Cut,
  type SleeveCut,
  type Side,
} from "./torso.ts";
import { buttons, cords, ribCuffs, ribHem, zipper } from "./trims.ts";

const ROOMY_CUT: Cut = {
  ...DEFAULT_CUT,
  shoulderX: 606,
  shoulderY: 200,
  armpitX: 598,
  armpitY: 386,
  waistX: 598,
  hemX: 594,
  hemY: 806,
  neckX: 474,
};
const ROOMY_SLEEVE: SleeveCut = { ...LONG_SLEEVE, outerX: 738, outerY: 792, innerX: 656, innerY: 806, elbowOutset: 4 };

function bodyAndSleeves(
  next: Random,
  side: Side,
  cut: Cut,
  foldStrength: number,
  ribFabric: "rib" | "fineknit" = "rib",
): Part[] {
  const s = ROOMY_SLEEVE,
    body: Part = {
      d: bodyOutline({ ...cut, hemY: cut.hemY - 26 }, side),
      isMainPart: true,
      folds: torsoFolds(next, cut, foldStrength),
      lift: 0.45,
      seams: armholeSeams(cut),
      puff: 1.15,
    };
  return [
    ...sleeves(next, cut, tuckedSleeve(s), () => ({ puff: 1.05 }), false),
    ...ribCuffs(s, 48, "accent", ribFabric),
    body,
    ribHem(cut, 52, "accent", ribFabric),
  ];
}

/** Sweatshirt with hood, kangaroo pocket and cords; with `hasZipper`, opening down the front. */
export function hoodie(next: Random, side: Side, o: { hasZipper?: boolean } = {}): Garment {
  const cut = { ...ROOMY_CUT, frontNeckY: 246, neckY: 172 },
    parts = bodyAndSleeves(next, side, cut, 1.15);
  const sharedProps = { puff: 0.7, rim: 5, lift: 0.8, isPlain: true } satisfies Partial<Part>;
  if (side === "back") {
    parts.push({
      ...sharedProps,
      d: mirroredOutline("M400 104C456 104 500 128 512 176C522 226 486 306 400 338"),
      seams: ["M400 106L400 336"],
      folds: hangingFolds(next, { x0: 320, x1: 480, y0: 150, y1: 320, count: 4, width: 26, height: 7, flare: -0.4 }),
    });
    return { parts };
  }
  if (o.hasZipper) {
    parts.push(...zipper(236, 812));
    parts.push(
      ...mirroredPair("M428 612L498 612L556 700L556 756L428 756Z").map((d, i): Part => ({
        d,
        puff: 0.2,
        rim: 3.4,
        lift: 0.4,
        isPlain: true,
        stitches: [i ? "M496 618L549 702" : mirror("M496 618L549 702")],
      })),
    );
  } else
    parts.push({
      d: mirroredOutline("M400 588L482 588C494 630 520 664 552 684L552 752C552 756 550 758 546 758L400 760"),
      puff: 0.25,
      rim: 3.6,
      lift: 0.45,
      isPlain: true,
      stitches: [...mirroredPair("M477 594C489 634 514 668 546 689"), mirroredLine("M400 596L478 596")],
      folds: hangingFolds(next, { x0: 320, x1: 480, y0: 600, y1: 750, count: 3, width: 36, height: 4 }),
    });
  const outer = mirroredOutline("M400 68C454 68 496 100 504 152C512 196 492 236 458 258C436 272 414 282 400 284"),
    inner = mirroredOutline("M400 112C436 112 462 134 464 168C466 204 436 234 400 252");
  parts.push({
    d: mirroredOutline("M400 100C440 100 470 124 472 166C472 210 440 240 400 258"),
    isInside: true,
    puff: 0.5,
    lift: 0,
  });
  parts.push({
    d: rectangle(384, 134, 32, 20),
    role: "label",
    fabric: "satin",
    puff: 0,
    rim: 1,
    lift: 0.3,
    isPlain: true,
    inks: [{ d: "M391 142L409 142M394 148L406 148", color: "#8a8478", width: 1.6 }],
  });
  parts.push({
    ...sharedProps,
    d: withHole(outer, inner),
    seams: [...mirroredPair("M486 118C496 150 492 190 474 222")],
    folds: [
      ...mirroredPair("M420 92C456 100 482 130 484 170").map((d) => ({ d, width: 22, height: 4 })),
      ...mirroredPair("M436 262C462 248 484 224 492 196").map((d) => ({ d, width: 20, height: 5 })),
    ],
  });
  parts.push(...cords([mirror("M436 262C444 300 438 350 442 404"), "M430 264C428 310 440 350 434 420"], 6.5));
  return { parts };
}

/** Crew neck sweatshirt without hood. */
export function sweatshirt(next: Random, side: Side): Garment {
  const cut = { ...ROOMY_CUT, frontNeckY: 222 },
    parts = bodyAndSleeves(next, side, cut, 1.1);
  if (side === "front") parts.unshift(...innerNeck(cut));
  parts.push({
    d: band(mirroredLine(neckline(cut, side, 11)), 26),
    role: "accent",
    fabric: "rib",
    puff: 0.3,
    rim: 3.4,
    lift: 0.4,
    isPlain: true,
  });
  if (side === "front")
    parts.push({
      d: "M384 244L416 244L400 276Z",
      role: "accent",
      fabric: "rib",
      puff: 0.1,
      rim: 2,
      lift: 0.25,
      isPlain: true,
    });
  return { parts };
}

export function sweater(next: Random, side: Side, o: { neck: "crew" | "vee" | "turtle" } = { neck: "crew" }): Garment {
  const cut: Cut = {
    ...ROOMY_CUT,
    frontNeckY: o.neck === "vee" ? 316 : o.neck === "turtle" ? 190 : 220,
    vee: o.neck === "vee" ? 0.85 : 0,
    neckX: o.neck === "turtle" ? 462 : 472,
  };
  const parts = bodyAndSleeves(next, side, cut, 0.75);
  if (o.neck === "turtle") {
    const collarProps = { role: "accent", fabric: "rib", puff: 0.6, rim: 5, isPlain: true } satisfies Partial<Part>;
    if (side === "front")
      parts.push({
        d: mirroredOutline("M400 78C440 78 462 84 464 94C462 108 440 112 400 112"),
        isInside: true,
        puff: 0.2,
        lift: 0,
      });
    parts.push({
      ...collarProps,
      d:
        side === "front"
          ? mirroredOutline("M400 110C440 110 462 104 465 92C474 116 480 150 478 184C456 206 430 212 400 212")
          : mirroredOutline("M400 80C440 80 462 84 465 92C474 116 480 146 478 176C456 192 430 198 400 198"),
      lift: 0.7,
    });
    return { parts };
  }
  if (side === "front") parts.unshift(...innerNeck(cut));
  if (o.neck === "vee" && side === "front") {
    const line = neckline(cut, side, 9);
    parts.push(
      ...mirroredPair(line).map((d): Part => ({
        d: band(d, 26),
        role: "accent",
        fabric: "rib",
        puff: 0.3,
        rim: 4,
        lift: 0.45,
        isPlain: true,
      })),
    );
  } else
    parts.push({
      d: band(mirroredLine(neckline(cut, side, 11)), 28),
      role: "accent",
      fabric: "rib",
      puff: 0.4,
      rim: 4.4,
      lift: 0.45,
      isPlain: true,
    });
  return { parts };
}

/** Cardigan with an open V neck and a buttoned band. */
export function cardigan(next: Random, side: Side): Garment {
  const cut: Cut = { ...ROOMY_CUT, frontNeckY: 420, vee: 1, neckX: 468 },
    parts = bodyAndSleeves(next, side, cut, 0.75);
  if (side === "back") {
    parts.push({
      d: band(mirroredLine(neckline(cut, side, 9)), 24),
      role: "accent",
      fabric: "rib",
      puff: 0.4,
      rim: 4,
      lift: 0.4,
      isPlain: true,
    });
    return { parts };
  }
  parts.unshift({
    d: mirroredOutline("M400 156C440 156 462 150 472 144L472 180C460 280 420 380 400 430"),
    isInside: true,
    puff: 0.4,
    lift: 0,
  });
  const edge = `M474 146C470 250 430 360 404 424L404 816`;
  parts.push({
    d: band(mirror(edge), 28),
    role: "accent",
    fabric: "rib",
    puff: 0.25,
    rim: 3.6,
    lift: 0.4,
    isPlain: true,
  });
  parts.push({ d: band(edge, 28), role: "accent", fabric: "rib", puff: 0.25, rim: 3.6, lift: 0.55, isPlain: true });
  parts.push(
    buttons(
      [446, 536, 626, 716, 790].map((y): [number, number] => [403, y]),
      9,
    ),
  );
  parts.push(
    ...mirroredPair("M446 640L552 640L552 734Q552 742 544 742L454 742Q446 742 446 734Z").map((d): Part => ({
      d,
      puff: 0.2,
      rim: 4,
      lift: 0.4,
    })),
  );
  return { parts };
}
