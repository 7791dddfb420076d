import type { Random } from "../noise.ts";
import { mirroredLine, band, mirroredPair, mirror, rectangle, mirroredOutline } from "../path.ts";
import { crossFolds, hangingFolds, radialFolds } from "../folds.ts";
import type { Fold, Garment, Part } from "../part.ts";
import { patchPocket, rivets, buttons, cords } from "./trims.ts";
import type { Side } from "./torso.ts";

/** The points of the right half of trousers, in drawing coordinates. The axis is at x = 400. */
export interface Legs {
  waistX: number;
  hipX: number;
  crotchY: number;
  kneeX: number;
  kneeInnerX: number;
  outerX: number;
  innerX: number;
  hemY: number;
}
const TOP_Y = 84;

export const LEGS = {
  straight: { waistX: 512, hipX: 552, crotchY: 372, kneeX: 560, kneeInnerX: 428, outerX: 562, innerX: 438, hemY: 930 },
  slim: { waistX: 506, hipX: 546, crotchY: 368, kneeX: 528, kneeInnerX: 424, outerX: 514, innerX: 428, hemY: 930 },
  wide: { waistX: 504, hipX: 556, crotchY: 372, kneeX: 590, kneeInnerX: 420, outerX: 622, innerX: 418, hemY: 934 },
  jogger: { waistX: 510, hipX: 558, crotchY: 380, kneeX: 560, kneeInnerX: 426, outerX: 522, innerX: 446, hemY: 884 },
  legging: { waistX: 492, hipX: 532, crotchY: 356, kneeX: 506, kneeInnerX: 424, outerX: 480, innerX: 426, hemY: 920 },
  short: { waistX: 516, hipX: 562, crotchY: 378, kneeX: 584, kneeInnerX: 412, outerX: 596, innerX: 418, hemY: 508 },
  bermuda: { waistX: 514, hipX: 562, crotchY: 410, kneeX: 586, kneeInnerX: 416, outerX: 592, innerX: 424, hemY: 680 },
} satisfies Record<string, Legs>;

const outerSeam = (l: Legs): string =>
  `C${l.waistX + 16} ${TOP_Y + 70} ${l.hipX - 4} ${TOP_Y + 110} ${l.hipX} ${l.crotchY - 90}C${l.hipX + 4} ${l.crotchY + 20} ${l.kneeX} ${l.crotchY + (l.hemY - l.crotchY) * 0.3} ${l.kneeX} ${l.crotchY + (l.hemY - l.crotchY) * 0.5}C${l.kneeX} ${l.crotchY + (l.hemY - l.crotchY) * 0.7} ${l.outerX} ${l.hemY - (l.hemY - l.crotchY) * 0.22} ${l.outerX} ${l.hemY - 3}`;

function outline(l: Legs): string {
  const legLength = l.hemY - l.crotchY;
  return mirroredOutline(
    `M400 ${TOP_Y + 14}C${440} ${TOP_Y + 14} ${l.waistX - 40} ${TOP_Y + 10} ${l.waistX} ${TOP_Y}${outerSeam(l)}Q${(l.outerX + l.innerX) / 2} ${l.hemY + 15} ${l.innerX} ${l.hemY + 5}C${l.innerX} ${l.hemY - legLength * 0.3} ${l.kneeInnerX + 2} ${l.crotchY + legLength * 0.45} ${l.kneeInnerX} ${l.crotchY + legLength * 0.34}C${l.kneeInnerX - 8} ${l.crotchY + legLength * 0.16} 412 ${l.crotchY + 22} 400 ${l.crotchY}`,
  );
}

export interface TrouserOptions {
  legs?: Legs;
  kind: "jeans" | "chino" | "jogger" | "legging" | "pleated";
  hasCrease?: boolean;
  isRipped?: boolean;
  hasCargoPockets?: boolean;
}

export function trousers(next: Random, side: Side, o: TrouserOptions): Garment {
  const l = o.legs ?? LEGS.straight,
    isFront = side === "front",
    parts: Part[] = [],
    folds: Fold[] = [],
    legLength = l.hemY - l.crotchY,
    isLong = l.hemY > 750;
  const kneeY = l.crotchY + legLength * 0.46,
    middleX = (l.outerX + l.innerX) / 2,
    foldStrength = o.kind === "legging" ? 0.5 : 1;
  for (const s of [1, -1]) {
    const flipX = (x: number): number => 400 + s * (x - 400),
      flipAngle = (a: number): number => (s > 0 ? a : 180 - a);
    folds.push(
      ...radialFolds(next, {
        x: flipX(404),
        y: l.crotchY - 6,
        angle: flipAngle(8),
        spread: 96,
        count: 6,
        length: 120,
        width: 20,
        height: 5.5 * foldStrength,
        startDistance: 10,
      }),
    );
    folds.push(
      ...radialFolds(next, {
        x: flipX(l.hipX - 6),
        y: l.crotchY - 60,
        angle: flipAngle(160),
        spread: 60,
        count: 3,
        length: 90,
        width: 22,
        height: 3.6 * foldStrength,
      }),
    );
    if (isLong) {
      folds.push(
        ...crossFolds(next, {
          x: flipX((l.kneeX + l.kneeInnerX) / 2),
          y: kneeY,
          angle: 90,
          length: (l.kneeX - l.kneeInnerX) * 0.85,
          extent: 150,
          count: 6,
          width: 20,
          height: 4.4 * foldStrength,
        }),
      );
      folds.push(
        ...crossFolds(next, {
          x: flipX(middleX),
          y: l.hemY - 74,
          angle: 90,
          length: (l.outerX - l.innerX) * 0.9,
          extent: 120,
          count: o.kind === "pleated" ? 2 : 6,
          width: 18,
          height: 4.6 * foldStrength,
        }),
      );
    }
    folds.push(
      ...hangingFolds(next, {
        x0: flipX(l.innerX + 24),
        x1: flipX(l.outerX - 24),
        y0: l.crotchY + 40,
        y1: l.hemY,
        count: 2,
        width: 30,
        height: 4.2 * foldStrength,
        axis: flipX(middleX),
      }),
    );
    if (o.hasCrease)
      folds.push(
        {
          d: `M${flipX(480)} ${TOP_Y + 120}C${flipX(486)} ${l.crotchY} ${flipX(middleX)} ${kneeY} ${flipX(middleX)} ${l.hemY + 4}`,
          width: 13,
          height: 5,
        },
        {
          d: `M${flipX(490)} ${TOP_Y + 120}C${flipX(496)} ${l.crotchY} ${flipX(middleX + 9)} ${kneeY} ${flipX(middleX + 9)} ${l.hemY + 4}`,
          width: 12,
          height: -3.4,
        },
      );
  }
  // The furrow between the legs.
  folds.push({ d: `M400 ${l.crotchY - 70}L400 ${l.crotchY + 30}`, width: 34, height: -7 });
  const waistband = waistbandPath(l, o.kind === "legging" || o.kind === "jogger" ? 46 : 38);
  const body: Part = {
    d: outline(l),
    folds,
    lift: 0,
    puff: 1.05,
    isMainPart: true,
    seams: [],
    stitches: [],
    fadedSpots: [],
  };
  const hemLines = (up: number): string[] =>
    mirroredPair(`M${l.outerX} ${l.hemY - up - 2}Q${middleX} ${l.hemY + 15 - up} ${l.innerX} ${l.hemY + 5 - up}`);
  if (o.kind !== "jogger") body.stitches!.push(...hemLines(20));
  body.seams!.push(`M400 ${TOP_Y + 40}L400 ${l.crotchY}`);
  if (o.kind === "jeans") {
    const thigh = `M${l.hipX - 96} ${l.crotchY - 40}C${l.hipX - 40} ${l.crotchY - 30} ${l.kneeX - 30} ${l.crotchY + 140} ${(l.kneeX + l.kneeInnerX) / 2 + 24} ${kneeY + 60}C${(l.kneeX + l.kneeInnerX) / 2} ${kneeY + 110} ${(l.kneeX + l.kneeInnerX) / 2 - 30} ${kneeY + 60} ${(l.kneeX + l.kneeInnerX) / 2 - 26} ${kneeY - 30}C${l.kneeInnerX + 24} ${l.crotchY + 90} ${l.hipX - 120} ${l.crotchY} ${l.hipX - 96} ${l.crotchY - 40}Z`;
    body.fadedSpots!.push(...mirroredPair(thigh).map((d) => ({ d, blur: 26, amount: 0.36 })));
    if (isFront)
      for (let k = 0; k < 4; k++)
        body.fadedSpots!.push(
          ...mirroredPair(
            `M${424 + k * 4} ${l.crotchY - 52 + k * 22}C${460} ${l.crotchY - 60 + k * 22} 500 ${l.crotchY - 86 + k * 24} 536 ${l.crotchY - 104 + k * 27}`,
          ).map((d) => ({ d: band(d, 11, true), blur: 4, amount: 0.26 })),
        );
    body.fadedSpots!.push(...hemLines(3).map((d) => ({ d: band(d, 5), blur: 2, amount: 0.3 })));
  }
  if (o.isRipped && isFront)
    body.inks = mirroredPair(
      `M${l.kneeInnerX + 34} ${kneeY - 30}L${l.kneeX - 40} ${kneeY - 36}L${l.kneeX - 32} ${kneeY - 12}L${l.kneeInnerX + 30} ${kneeY - 4}Z`,
    ).map((d) => ({ d, color: "#dfe3e6", opacity: 0.55 }));
  parts.push(body);
  if (isFront)
    parts.unshift(
      {
        d: mirroredOutline(
          `M400 ${TOP_Y - 12}C440 ${TOP_Y - 12} ${l.waistX - 30} ${TOP_Y - 10} ${l.waistX - 2} ${TOP_Y - 4}L${l.waistX - 4} ${TOP_Y + 20}L400 ${TOP_Y + 34}`,
        ),
        isInside: true,
        puff: 0.2,
        lift: 0,
      },
      ...(o.kind === "jeans" || o.kind === "chino"
        ? [
            {
              d: rectangle(378, TOP_Y - 4, 44, 20),
              role: "label" as const,
              fabric: "satin" as const,
              puff: 0,
              rim: 1,
              lift: 0.2,
              isPlain: true,
            },
          ]
        : []),
    );
  if (o.kind === "jeans" || o.kind === "chino" || o.kind === "pleated") addDetails(body, parts, l, o, isFront);
  if (o.hasCargoPockets)
    for (const isLeft of [false, true])
      parts.push(
        ...patchPocket(isLeft ? 800 - 508 - 62 : 508, l.crotchY + 70, 62, 92, { hasFlap: true, pointDepth: 0 }),
      );
  if (o.kind === "jogger") {
    body.seams!.push(
      ...(isFront
        ? mirroredPair(
            `M${l.waistX - 34} ${TOP_Y + 46}C${l.hipX - 34} ${TOP_Y + 130} ${l.hipX - 16} ${TOP_Y + 170} ${l.hipX - 1} ${TOP_Y + 196}`,
          )
        : []),
    );
    if (!isFront) parts.push(...patchPocket(456, 200, 74, 84, { pointDepth: 0 }));
    const cuffs = mirroredPair(
      `M${l.outerX - 2} ${l.hemY - 14}Q${middleX} ${l.hemY + 2} ${l.innerX + 2} ${l.hemY - 8}L${l.innerX + 8} ${l.hemY + 40}Q${middleX} ${l.hemY + 50} ${l.outerX - 10} ${l.hemY + 36}Z`,
    );
    parts.push(
      ...cuffs.map((d): Part => ({ d, role: "accent", fabric: "rib", isPlain: true, puff: 0.35, lift: 0.35 })),
    );
  }
  const isElastic = o.kind === "jogger" || o.kind === "legging";
  parts.push({
    d: waistband,
    role: o.kind === "jogger" ? "accent" : "main",
    fabric: o.kind === "jogger" ? "rib" : undefined,
    isPlain: o.kind === "jogger",
    puff: 0.2,
    rim: 3,
    lift: 0.35,
    wrinkleFactor: 0.4,
    stitches: isElastic
      ? []
      : [
          mirroredLine(`M400 ${TOP_Y + 20}C440 ${TOP_Y + 20} ${l.waistX - 40} ${TOP_Y + 15} ${l.waistX} ${TOP_Y + 6}`),
          mirroredLine(
            `M400 ${TOP_Y + 46}C440 ${TOP_Y + 46} ${l.waistX - 40} ${TOP_Y + 42} ${l.waistX + 6} ${TOP_Y + 32}`,
          ),
        ],
  });
  if (!isElastic) parts.push(...beltLoops(isFront));
  if (o.kind === "jeans" && isFront) parts.push(rivets([[400, TOP_Y + 33]], 8));
  if (o.kind === "chino" && isFront) parts.push(buttons([[400, TOP_Y + 33]], 7));
  if (o.kind === "jogger" && isFront)
    parts.push(...cords(["M392 120C386 160 380 190 386 226", "M408 120C412 150 420 196 414 240"], 5.5));
  if (o.kind === "jeans" && !isFront)
    parts.push({
      d: "M446 96L500 91L503 123L449 128Z",
      role: "trim",
      fabric: "leather",
      puff: 0.05,
      rim: 2,
      lift: 0.3,
      isPlain: true,
      inks: [{ d: "M454 107L492 103M456 115L484 112", color: "#6a4a2c", width: 2, opacity: 0.8 }],
    });
  return { parts };
}

const waistbandPath = (l: Legs, height: number): string =>
  mirroredOutline(
    `M400 ${TOP_Y + 14}C440 ${TOP_Y + 14} ${l.waistX - 40} ${TOP_Y + 10} ${l.waistX} ${TOP_Y}C${l.waistX + 3} ${TOP_Y + 14} ${l.waistX + 6} ${TOP_Y + 24} ${l.waistX + 9} ${TOP_Y + height}C${l.waistX - 40} ${TOP_Y + height + 11} 440 ${TOP_Y + height + 14} 400 ${TOP_Y + height + 14}`,
  );

const beltLoops = (isFront: boolean): Part[] => [
  {
    d: [
      ...mirroredPair(rectangle(isFront ? 452 : 486, TOP_Y + 2, 11, 48)),
      ...(isFront ? [] : [rectangle(394.5, TOP_Y + 10, 11, 48)]),
    ].join(""),
    puff: 0.05,
    rim: 2.4,
    lift: 0.45,
    wrinkleFactor: 0,
  },
];

function addDetails(body: Part, parts: Part[], l: Legs, o: TrouserOptions, isFront: boolean): void {
  const isJeans = o.kind === "jeans";
  if (isFront) {
    const y = TOP_Y + 48,
      fly = `M426 ${y + 4}L426 ${l.crotchY - 96}C426 ${l.crotchY - 70} 414 ${l.crotchY - 58} 402 ${l.crotchY - 54}`;
    body.stitches!.push(
      fly,
      ...(isJeans
        ? [`M420 ${y + 4}L420 ${l.crotchY - 98}C420 ${l.crotchY - 76} 412 ${l.crotchY - 66} 402 ${l.crotchY - 62}`]
        : []),
    );
    const pocket = isJeans
      ? `M${l.waistX - 62} ${y}C${l.waistX - 58} ${y + 44} ${l.waistX - 20} ${y + 64} ${l.hipX - 10} ${y + 62}`
      : `M${l.waistX - 34} ${y - 2}L${l.hipX - 6} ${y + 124}`;
    body.seams!.push(...mirroredPair(pocket));
    body.folds!.push(...mirroredPair(pocket).map((d) => ({ d, width: 9, height: -3.5 })));
    body.stitches!.push(
      ...mirroredPair(
        isJeans
          ? `M${l.waistX - 68} ${y}C${l.waistX - 64} ${y + 50} ${l.waistX - 24} ${y + 71} ${l.hipX - 10} ${y + 69}`
          : `M${l.waistX - 41} ${y - 2}L${l.hipX - 13} ${y + 124}`,
      ),
    );
    if (o.kind === "pleated")
      for (const x of [452, 478])
        body.folds!.push(
          ...mirroredPair(`M${x} ${y}C${x + 2} ${y + 80} ${x + 6} ${y + 150} ${x + 6} ${y + 210}`).flatMap((d) => [
            { d, width: 13, height: -7 },
            { d, width: 30, height: 3 },
          ]),
        );
    if (isJeans)
      parts.push(
        rivets(
          [
            [l.waistX - 62, y + 8],
            [800 - l.waistX + 62, y + 8],
            [l.hipX - 16, y + 60],
            [800 - l.hipX + 16, y + 60],
          ],
          3.4,
        ),
      );
    return;
  }
  if (isJeans) {
    const yoke = mirroredLine(`M400 ${TOP_Y + 122}C450 ${TOP_Y + 112} 500 ${TOP_Y + 96} ${l.hipX - 18} ${TOP_Y + 78}`);
    body.seams!.push(yoke);
    body.stitches!.push(
      mirroredLine(`M400 ${TOP_Y + 128}C450 ${TOP_Y + 118} 500 ${TOP_Y + 102} ${l.hipX - 18} ${TOP_Y + 84}`),
      `M406 ${TOP_Y + 128}L406 ${l.crotchY - 4}`,
    );
    for (const isLeft of [false, true]) {
      const pocket = patchPocket(isLeft ? 800 - 432 - 88 : 432, TOP_Y + 132, 88, 96, { pointDepth: 16 });
      pocket[0]!.stitches!.push(
        ...["M440 258C456 268 466 268 476 256C486 268 496 268 512 258"].map((d) => (isLeft ? mirror(d) : d)),
      );
      pocket[0]!.fadedSpots = [{ d: pocket[0]!.d, blur: 14, amount: 0.16 }];
      parts.push(...pocket);
    }
    return;
  }
  for (const d of mirroredPair(`M440 ${TOP_Y + 118}L518 ${TOP_Y + 112}`)) {
    parts.push({ d: band(d, 9), puff: 0.05, rim: 2, lift: 0.25 });
  }
  parts.push(
    buttons(
      [
        [479, TOP_Y + 130],
        [321, TOP_Y + 130],
      ],
      5,
    ),
  );
  body.folds!.push(...mirroredPair(`M478 ${TOP_Y + 44}L478 ${TOP_Y + 108}`).map((d) => ({ d, width: 9, height: -4 })));
}
