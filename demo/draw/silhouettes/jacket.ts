import type { Random } from "../noise.ts";
import { mirroredLine, band, mirroredPair, mirror, mirroredOutline } from "../path.ts";
import { crossFolds } from "../folds.ts";
import type { Fold, Garment, Part } from "../part.ts";
import {
  bodyOutline,
  DEFAULT_CUT,
  cuffLine,
  LONG_SLEEVE,
  armholeSeams,
  sleeves,
  torsoFolds,
  tuckedSleeve,
  type Cut,
  type SleeveCut,
  type Side,
} from "./torso.ts";
import { patchPocket, ribCuffs, ribHem, rivets, shirtCollar, zipper } from "./trims.ts";

const WIDE_CUT: Cut = {
  ...DEFAULT_CUT,
  neckX: 466,
  neckY: 158,
  frontNeckY: 202,
  backNeckY: 168,
  shoulderX: 608,
  shoulderY: 202,
  armpitX: 598,
  armpitY: 384,
  waistX: 594,
  hemX: 588,
  hemY: 780,
};
const JACKET_SLEEVE: SleeveCut = { ...LONG_SLEEVE, outerX: 740, outerY: 786, innerX: 660, innerY: 800, elbowOutset: 4 };

/** Trucker jacket: yoke, flap pockets, waistband, metal buttons. */
export function trucker(next: Random, side: Side): Garment {
  const cut = WIDE_CUT,
    parts: Part[] = [...sleeves(next, cut, tuckedSleeve(JACKET_SLEEVE), () => ({}), false)];
  parts.push(
    ...ribCuffs(
      { ...JACKET_SLEEVE, outerX: JACKET_SLEEVE.outerX + 2, innerX: JACKET_SLEEVE.innerX - 2 },
      48,
      "main",
      "denim",
    ).map((p, i) => ({
      ...p,
      fabric: undefined,
      isPlain: false,
      stitches: [cuffLine(JACKET_SLEEVE, 42, i === 1), cuffLine(JACKET_SLEEVE, 6, i === 1)],
    })),
  );
  const yokeY = side === "front" ? 322 : 300,
    yoke = mirroredLine(`M400 ${yokeY}L470 ${yokeY}C520 ${yokeY} 560 ${yokeY - 4} 588 ${yokeY - 12}`);
  const body: Part = {
    d: bodyOutline({ ...cut, hemY: cut.hemY - 22 }, side),
    folds: torsoFolds(next, cut, 0.8),
    lift: 0.45,
    isMainPart: true,
    seams: [...armholeSeams(cut), yoke],
    stitches: [mirroredLine(`M400 ${yokeY + 6}L470 ${yokeY + 6}C520 ${yokeY + 6} 560 ${yokeY + 2} 588 ${yokeY - 6}`)],
    fadedSpots: mirroredPair("M470 380C520 380 560 420 560 520C560 640 540 700 500 730C470 640 460 480 470 380Z").map(
      (d) => ({
        d,
        blur: 30,
        amount: 0.2,
      }),
    ),
  };
  for (const x of side === "front" ? [438, 566] : [486]) {
    const bottomX = side === "front" ? 400 + (x - 400) * 0.72 : 400 + (x - 400) * 0.7;
    body.seams!.push(...mirroredPair(`M${x} ${yokeY}L${bottomX} 732`));
    body.stitches!.push(...mirroredPair(`M${x + 5} ${yokeY + 4}L${bottomX + 5} 732`));
  }
  parts.push(body);
  const waistbandCut = { ...cut, hemX: 590, hemY: 782 };
  parts.push({
    ...ribHem(waistbandCut, 46, "main", "denim"),
    fabric: undefined,
    isPlain: false,
    stitches: [mirroredLine("M400 748C460 748 540 746 584 738"), mirroredLine("M400 786C460 786 520 784 572 778")],
  });
  if (side === "front") {
    for (const x of [262, 450]) parts.push(...patchPocket(x, 328, 88, 78, { hasFlap: true, pointDepth: 14 }));
    parts.push({
      d: "M385 198L415 198L415 794L385 794Z",
      puff: 0.08,
      rim: 2.6,
      lift: 0.45,
      stitches: ["M390 200L390 792", "M410 200L410 792"],
    });
    parts.push(
      rivets(
        [226, 322, 418, 514, 610, 706, 766].map((y): [number, number] => [400, y]),
        8,
      ),
    );
    parts.push(
      rivets(
        [
          [306, 348],
          [494, 348],
        ],
        6.5,
      ),
    );
  } else
    parts.push(
      ...mirroredPair("M500 752L560 746L560 762L500 768Z").map((d): Part => ({ d, puff: 0.1, lift: 0.4, rim: 2.4 })),
    );
  parts.push(...shirtCollar(cut, side, { spread: 12, size: 1.1 }));
  return { parts };
}

/** Zipped jacket: bomber with ribs, or quilted puffer with standing collar. */
export function zippedJacket(next: Random, side: Side, o: { isQuilted?: boolean; isVest?: boolean } = {}): Garment {
  const cut: Cut = { ...WIDE_CUT, neckY: 164, ...(o.isQuilted ? { hemY: 806, hemX: 600, waistX: 602 } : {}) },
    parts: Part[] = [];
  if (!o.isVest)
    parts.push(
      ...sleeves(
        next,
        cut,
        tuckedSleeve(JACKET_SLEEVE),
        (isRight) => (o.isQuilted ? { folds: quiltFolds(next, isRight), puff: 1.3 } : {}),
        false,
      ),
    );
  if (!o.isVest) parts.push(...ribCuffs(JACKET_SLEEVE, o.isQuilted ? 26 : 46));
  const body: Part = {
    d: bodyOutline(o.isQuilted ? cut : { ...cut, hemY: cut.hemY - 22 }, side),
    folds: torsoFolds(next, cut, o.isQuilted ? 0.3 : 1.1),
    lift: 0.5,
    puff: 1.2,
    isMainPart: true,
    seams: armholeSeams(cut),
  };
  if (o.isQuilted) {
    body.wrinkleFactor = 0.6;
    for (let y = 260; y < 800; y += 74) {
      const line = mirroredLine(`M400 ${y + 6}C470 ${y + 6} 550 ${y + 4} 606 ${y - 6}`);
      body.seams!.push(line);
      body.folds!.push({
        d: mirroredLine(`M400 ${y + 43}C470 ${y + 43} 550 ${y + 40} 604 ${y + 32}`),
        width: 60,
        height: 13,
      });
      for (let k = 0; k < 15; k++) {
        const x = 200 + (400 * (k + next())) / 15,
          up = next() < 0.5 ? -1 : 1;
        body.folds!.push({
          d: `M${x} ${y + 4}C${x + 3} ${y + up * 12} ${x + (next() - 0.5) * 16} ${y + up * 22} ${x + (next() - 0.5) * 22} ${y + up * (20 + next() * 18)}`,
          width: 9,
          height: next() < 0.5 ? 3.4 : -3.4,
        });
      }
    }
  }
  parts.push(body);
  if (!o.isQuilted) parts.push(ribHem({ ...cut, hemX: 590 }, 46));
  if (side === "front") {
    parts.unshift({
      d: mirroredOutline("M400 120C440 120 470 132 476 160C460 200 430 210 400 214"),
      isInside: true,
      puff: 0.2,
      lift: 0,
    });
    const pocketLine = o.isQuilted ? "M478 588L530 700" : "M466 560L520 690";
    parts.push(
      ...mirroredPair(pocketLine).map((d): Part => ({
        d: band(d, 14),
        puff: 0.15,
        rim: 2.6,
        lift: 0.4,
        role: o.isQuilted ? "accent" : "main",
        isPlain: true,
      })),
    );
    parts.push(...zipper(184, o.isQuilted ? 812 : 790));
    const leaf = o.isQuilted
      ? "M401 196L401 132C440 128 462 124 474 116C484 134 488 156 484 176C460 196 430 202 401 206Z"
      : "M401 200C430 190 452 170 458 140L474 134C484 150 488 166 484 180C464 206 436 222 401 228Z";
    parts.push(
      ...mirroredPair(leaf).map((d): Part => ({
        d,
        role: o.isQuilted ? "main" : "accent",
        fabric: o.isQuilted ? undefined : "rib",
        puff: 0.6,
        rim: 4,
        lift: 0.5,
        isPlain: !o.isQuilted,
      })),
    );
  } else
    parts.push({
      d: o.isQuilted
        ? mirroredOutline("M400 116C440 116 464 112 474 110C484 134 490 160 484 180C456 192 430 196 400 196")
        : mirroredOutline("M400 134C440 134 462 134 472 140C482 154 488 168 484 182C456 192 430 194 400 194"),
      role: o.isQuilted ? "main" : "accent",
      fabric: o.isQuilted ? undefined : "rib",
      puff: 0.5,
      rim: 4,
      lift: 0.5,
      isPlain: true,
    });
  return { parts };
}

function quiltFolds(next: Random, isRight: boolean): Fold[] {
  const folds: Fold[] = [];
  for (let k = 0; k < 8; k++) {
    const t = k / 8,
      x = 640 + 58 * Math.sin(t * 1.5),
      y = 246 + t * 520,
      flip = (d: string): string => (isRight ? d : mirror(d));
    folds.push({
      d: flip(`M${x - 52} ${y + 26}C${x - 20} ${y + 34} ${x + 20} ${y + 30} ${x + 56} ${y + 12}`),
      width: 44,
      height: 11,
    });
    folds.push({
      d: flip(`M${x - 56} ${y - 6}C${x - 20} ${y + 2} ${x + 20} ${y - 2} ${x + 60} ${y - 20}`),
      width: 13,
      height: -7,
    });
  }
  return folds.concat(
    crossFolds(next, {
      x: isRight ? 690 : 110,
      y: 500,
      angle: 90,
      length: 40,
      extent: 400,
      count: 10,
      width: 8,
      height: 2,
    }),
  );
}

/** Tailored blazer with notched lapels. */
export function blazer(next: Random, side: Side): Garment {
  const cut: Cut = {
    ...WIDE_CUT,
    neckX: 462,
    frontNeckY: 470,
    vee: 1,
    hemY: 836,
    hemX: 600,
    waistX: 570,
    waistY: 560,
    hemDrop: 8,
  };
  const parts: Part[] = [...sleeves(next, cut, { ...JACKET_SLEEVE, innerX: 666 })];
  parts.push(cuffButtons(false), cuffButtons(true));
  const body: Part = {
    d: bodyOutline(cut, side),
    folds: torsoFolds(next, cut, 0.65),
    lift: 0.45,
    isMainPart: true,
    seams: [...armholeSeams(cut), ...mirroredPair("M560 420C540 520 530 600 534 700")],
  };
  if (side === "back") {
    body.seams!.push("M400 168L400 840");
    parts.push(body, {
      d: mirroredOutline("M400 134C440 134 462 138 470 152C478 168 482 178 480 190C456 200 430 204 400 204"),
      puff: 0.3,
      lift: 0.6,
      rim: 3,
    });
    return { parts };
  }
  parts.unshift(
    {
      d: mirroredOutline("M400 172C436 171 458 160 470 146L478 200C460 320 420 430 400 480"),
      isInside: true,
      role: "lining",
      fabric: "satin",
      puff: 0.4,
      lift: 0,
    },
    {
      d: mirroredOutline("M400 128C436 128 458 132 470 142L474 176C450 184 424 187 400 187"),
      isInside: true,
      puff: 0.5,
      rim: 3,
      lift: 0.4,
    },
  );
  body.d = mirror(
    "M399 474C420 440 452 300 462 158L600 199Q608 202 608 210C596 264 586 333 598 384C596 454 570 500 570 560C570 650 598 740 600 829Q599 836 591 837L440 846Q404 842 399 800Z",
  );
  const lapel = "M400 478C390 424 410 330 446 232L470 214L536 252Q541 256 538 262L516 306C494 380 450 442 400 478Z",
    leaf =
      "M446 240C452 196 458 160 462 134C468 128 476 128 482 134C494 152 506 178 514 206L524 240Q525 246 519 245L484 224C470 222 456 230 446 240Z",
    rightFront: Part = { ...body, d: mirror(body.d), lift: 0.6 };
  const sharedProps = { puff: 0.42, rim: 3.4, lift: 0.7, wrinkleFactor: 0.3 } satisfies Partial<Part>;
  const lapelAndCollar = (flip: (d: string) => string): Part[] => [
    {
      ...sharedProps,
      d: flip(lapel),
      grain: 14,
      folds: [{ d: flip("M404 470C400 420 420 330 450 240"), width: 22, height: 6 }],
    },
    {
      ...sharedProps,
      d: flip(leaf),
      grain: -24,
      lift: 0.5,
      folds: [{ d: flip("M470 138C466 170 462 200 456 226"), width: 16, height: 6 }],
    },
  ];
  parts.push(body, ...lapelAndCollar(mirror), rightFront, ...lapelAndCollar((d) => d));
  parts.push(
    ...mirroredPair("M470 640L566 634L567 664L471 670Z").map((d): Part => ({ d, puff: 0.12, rim: 2.6, lift: 0.5 })),
  );
  parts.push({ d: "M452 396L516 386L518 398L454 408Z", puff: 0.1, rim: 2, lift: 0.3 });
  parts.push(
    trimButtons(
      [
        [412, 512],
        [412, 602],
      ],
      10,
    ),
  );
  return { parts };
}

const trimButtons = (points: [number, number][], radius: number): Part => ({ ...rivets(points, radius), role: "trim" });
const cuffButtons = (isRight: boolean): Part => ({
  ...trimButtons(
    [0, 1, 2].map((k): [number, number] => [isRight ? 676 : 124, 786 - k * 17]),
    4.6,
  ),
  isSleeve: true,
});
