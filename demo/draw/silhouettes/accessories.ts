import type { Random } from "../noise.ts";
import { mirroredLine, band, mirroredPair, circle, rectangle, mirroredOutline } from "../path.ts";
import { crossFolds, radialFolds } from "../folds.ts";
import type { Fold, Garment, Part } from "../part.ts";
import type { Side } from "./torso.ts";

export function beanie(next: Random, side: Side, o: { hasPompom?: boolean } = {}): Garment {
  const parts: Part[] = [
    {
      d: mirroredOutline("M400 250C520 250 590 350 604 560L400 590"),
      puff: 1.7,
      rim: 6,
      lift: 0.2,
      folds: [
        ...radialFolds(next, { x: 400, y: 258, angle: 90, spread: 150, count: 9, length: 150, width: 18, height: 5 }),
      ],
    },
  ];
  parts.push({
    d: mirroredOutline("M400 556C480 556 560 550 612 540C620 590 622 640 616 690C560 712 480 718 400 718"),
    role: "accent",
    fabric: "rib",
    puff: 1,
    rim: 6,
    lift: 0.6,
    isPlain: true,
  });
  if (side === "front")
    parts.push({
      d: rectangle(466, 630, 70, 42),
      role: "trim",
      fabric: "leather",
      puff: 0.05,
      rim: 2,
      lift: 0.35,
      isPlain: true,
      stitches: ["M471 635L531 635L531 667L471 667Z"],
    });
  if (o.hasPompom)
    parts.push({
      d: circle(400, 214, 66),
      role: "accent",
      fabric: "terry",
      puff: 2,
      rim: 10,
      lift: 0.7,
      isPlain: true,
      folds: radialFolds(next, { x: 400, y: 214, angle: 0, spread: 360, count: 22, length: 64, width: 13, height: 4 }),
    });
  return { parts };
}

export function tote(next: Random, side: Side): Garment {
  const isFront = side === "front",
    handle = [mirroredLine("M400 136C446 136 478 240 476 420")],
    rearHandle = [mirroredLine("M400 176C440 176 470 270 470 420")];
  const sharedProps = { puff: 0.1, rim: 3, lift: 0.5, role: "accent", isPlain: true } satisfies Partial<Part>;
  const parts: Part[] = [
    { ...sharedProps, d: rearHandle.map((d) => band(d, 27)).join(""), isInside: true, lift: 0.2, role: "accent" },
    { d: mirroredOutline("M400 392C480 392 560 390 596 386L598 410L400 420"), isInside: true, puff: 0.2, lift: 0.1 },
    {
      d: mirroredOutline(
        "M400 402C480 402 560 400 600 394C604 540 612 720 608 866C604 880 590 884 570 884C500 890 450 888 400 888",
      ),
      puff: 0.7,
      lift: 0.3,
      isMainPart: true,
      folds: [
        ...radialFolds(next, { x: 300, y: 500, angle: 96, spread: 60, count: 3, length: 240, width: 36, height: 5 }),
        ...radialFolds(next, { x: 500, y: 500, angle: 84, spread: 60, count: 3, length: 240, width: 36, height: 5 }),
        ...crossFolds(next, { x: 400, y: 780, angle: 90, length: 300, extent: 120, count: 4, width: 30, height: 4.4 }),
      ],
      stitches: [mirroredLine("M400 430C480 430 560 428 600 422"), mirroredLine("M400 435C480 435 560 433 600 427")],
      seams: mirroredPair("M594 820L606 834"),
    },
    { ...sharedProps, d: handle.map((d) => band(d, 29)).join("") },
    {
      ...sharedProps,
      d: mirroredPair("M461 400L490 400L490 482L461 482Z").join(""),
      stitches: [
        ...mirroredPair("M466 480L466 410"),
        ...mirroredPair("M485 480L485 410"),
        ...mirroredPair("M465 476L486 446M486 476L465 446"),
      ],
    },
  ];
  if (!isFront)
    parts.push({
      d: "M320 560L480 560L480 700L320 700Z",
      puff: 0.15,
      rim: 3,
      lift: 0.4,
      stitches: ["M326 562L326 694L474 694L474 562", "M322 576L478 576"],
    });
  return { parts };
}

export function socks(next: Random, side: Side): Garment {
  const sockParts = (dx: number): Part[] => {
    const move = (d: string): string =>
      d.replace(/(-?\d+\.?\d*) (-?\d+\.?\d*)/g, (_, x, y) => `${(Number(x) + dx).toFixed(1)} ${y}`);
    const folds: Fold[] = crossFolds(next, {
      x: 440 + dx,
      y: 600,
      angle: 70,
      length: 100,
      extent: 120,
      count: 5,
      width: 16,
      height: 3.4,
    });
    return [
      {
        d: move(
          "M350 190L496 190C498 330 490 440 496 540C502 620 470 680 410 730C350 776 290 820 240 836C196 846 160 820 168 780C180 740 240 720 290 670C340 620 356 560 354 470C352 380 348 280 350 190Z",
        ),
        puff: 0.9,
        rim: 5,
        lift: 0.6,
        folds,
        printCurve: 0,
      },
      {
        d: move("M494 520C508 600 484 660 430 712C404 690 392 660 396 620C420 580 460 540 494 520Z"),
        role: "accent",
        puff: 0.3,
        rim: 2,
        lift: 0.12,
        isPlain: true,
      },
      {
        d: move("M262 824C220 846 160 836 166 784C176 750 210 732 244 712C280 734 290 784 262 824Z"),
        role: "accent",
        puff: 0.3,
        rim: 2,
        lift: 0.12,
        isPlain: true,
      },
      {
        d: move("M346 176Q420 168 500 176L498 260Q420 270 348 260Z"),
        role: "accent",
        fabric: "rib",
        puff: 0.4,
        rim: 4,
        lift: 0.3,
        isPlain: true,
      },
    ];
  };
  return { parts: side === "front" ? [...sockParts(-60), ...sockParts(130)] : sockParts(60), distance: 0.8 };
}
