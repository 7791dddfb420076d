import type { Random } from "../noise.ts";
import { band, circle, mirror, toPath, flatten } from "../path.ts";
import { crossFolds } from "../folds.ts";
import type { Garment, Part } from "../part.ts";
import type { Side } from "./torso.ts";

const transformPath = (d: string, dx: number, dy: number, k = 1): string =>
  toPath(
    flatten(d).map((c) => ({
      isClosed: c.isClosed,
      points: c.points.map(([x, y]) => [400 + (x - 400) * k + dx, 500 + (y - 500) * k + dy]),
    })),
  );

const transformParts = (parts: Part[], dx: number, dy: number, k = 1): Part[] =>
  parts.map((p) => ({
    ...p,
    d: transformPath(p.d, dx, dy, k),
    seams: p.seams?.map((d) => transformPath(d, dx, dy, k)),
    stitches: p.stitches?.map((d) => transformPath(d, dx, dy, k)),
    folds: p.folds?.map((f) => ({ ...f, d: transformPath(f.d, dx, dy, k) })),
    ink: p.inks?.map((i) => ({ ...i, d: transformPath(i.d, dx, dy, k) })),
  }));

export interface ShoeOptions {
  isHighTop?: boolean;
  hasStripe?: boolean;
  isCanvas?: boolean;
}

/** Sneaker from its outer side, toe to the left. */
function sneakerSide(next: Random, o: ShoeOptions): Part[] {
  const collarY = o.isHighTop ? 300 : 404,
    heelY = o.isHighTop ? 306 : 392;
  const parts: Part[] = [
    {
      d: `M470 ${collarY + 6}C500 ${collarY - 26} 590 ${collarY - 40} 664 ${heelY - 6}L656 ${heelY + 30}C600 ${collarY + 22} 540 ${collarY + 34} 486 ${collarY + 46}Z`,
      isInside: true,
      role: "lining",
      puff: 0.4,
      lift: 0,
    },
    {
      d: `M440 ${collarY + 34}C446 ${collarY - 26} 470 ${collarY - 56} 496 ${collarY - 52}C510 ${collarY - 46} 508 ${collarY - 10} 500 ${collarY + 20}L420 540L300 520Z`,
      role: "main",
      puff: 0.5,
      rim: 4,
      lift: 0.3,
      isPlain: true,
      wrinkleFactor: 0.3,
    },
  ];
  parts.push({
    d: `M96 588C92 556 120 536 168 520C246 494 330 462 392 428C430 406 458 ${collarY + 30} 474 ${collarY + 4}C500 ${collarY + 26} 560 ${collarY + 34} 604 ${collarY + 4}C626 ${collarY - 14} 646 ${heelY - 22} 664 ${heelY - 22}C684 ${heelY - 16} 682 470 688 520C692 560 694 590 692 616L100 616Z`,
    puff: 0.9,
    rim: 5,
    lift: 0.4,
    isMainPart: true,
    wrinkleFactor: 0.5,
    folds: [
      ...crossFolds(next, { x: 268, y: 530, angle: 20, length: 70, extent: 110, count: 4, width: 15, height: 3 }),
    ],
    stitches: [`M486 ${collarY + 22}C520 ${collarY + 38} 570 ${collarY + 40} 612 ${collarY + 18}`],
  });
  parts.push({
    d: `M662 ${heelY - 22}C684 ${heelY - 16} 682 470 688 520C692 560 694 590 692 616L628 616C640 560 636 500 ${o.isHighTop ? 626 : 632} ${heelY + 30}Z`,
    role: "accent",
    puff: 0.3,
    rim: 3,
    lift: 0.35,
    isPlain: true,
    stitches: [`M${o.isHighTop ? 634 : 640} ${heelY + 36}C644 500 648 560 636 612`],
  });
  parts.push({
    d: "M98 612C90 560 120 536 168 520C188 513 206 508 222 500C252 530 254 580 246 616Z",
    role: o.isCanvas ? "sole" : "main",
    fabric: o.isCanvas ? "rubber" : undefined,
    puff: 0.6,
    rim: 4,
    lift: 0.35,
    isPlain: true,
    wrinkleFactor: 0,
    stitches: o.isCanvas ? [] : ["M216 508C244 534 246 584 238 614"],
  });
  const facing = `M232 506C300 482 352 458 396 430C430 408 452 ${collarY + 36} 470 ${collarY + 10}L506 ${collarY + 34}C480 ${collarY + 76} 460 476 420 500C370 528 310 534 262 546Z`;
  parts.push({
    d: facing,
    role: "main",
    puff: 0.25,
    rim: 3.4,
    lift: 0.4,
    isPlain: true,
    wrinkleFactor: 0.3,
    stitches: [`M266 539C310 528 366 522 414 494C452 472 474 ${collarY + 74} 498 ${collarY + 36}`],
  });
  const eyeletCount = o.isHighTop ? 7 : 5,
    eyelets: string[] = [],
    laces: string[] = [];
  for (let i = 0; i < eyeletCount; i++) {
    const t = i / (eyeletCount - 1),
      x = 306 + t * (o.isHighTop ? 160 : 142),
      y = 508 - t * (508 - collarY - 34) * (0.35 + 0.65 * t);
    eyelets.push(circle(x + 22, y + 8, 4.4));
    laces.push(`M${x - 20} ${y - 20}C${x - 8} ${y - 16} ${x + 10} ${y - 4} ${x + 22} ${y + 8}`);
  }
  parts[parts.length - 1]!.inks = [{ d: eyelets.join(""), color: "#3a3733", opacity: 0.7 }];
  parts.push({
    d: laces.map((d) => band(d, 12)).join(""),
    role: "cord",
    fabric: "rib",
    puff: 0.3,
    rim: 4,
    lift: 0.6,
    isPlain: true,
    wrinkleFactor: 0,
  });
  if (o.hasStripe)
    parts.push({
      d: "M352 612C396 586 430 556 452 512L484 526C470 566 446 594 414 614ZM440 613C478 588 506 560 524 520L554 528C544 566 524 594 498 614Z",
      role: "accent",
      fabric: "leather",
      puff: 0.1,
      rim: 2.4,
      lift: 0.3,
      isPlain: true,
    });
  parts.push({
    d: "M88 600C160 606 300 608 400 607C520 606 620 602 694 594C703 606 704 630 697 644C692 652 680 654 668 654L220 656C140 654 96 640 88 600Z",
    role: "sole",
    fabric: "rubber",
    puff: 0.6,
    rim: 5,
    lift: 0.4,
    isPlain: true,
    seams: ["M104 632C200 643 560 643 702 634"],
    inks: o.isCanvas ? [{ d: "M92 616C200 624 560 624 702 612", color: "#a3282c", width: 4, opacity: 0.8 }] : [],
  });
  return parts;
}

/** One sneaker from above, toe up. */
function sneakerTop(next: Random, o: ShoeOptions): Part[] {
  const outer =
    "M400 150C470 150 508 220 506 320C504 400 486 440 486 520C486 610 500 680 488 760C480 820 440 846 400 846C360 846 320 820 312 760C300 680 314 610 314 520C314 440 296 400 294 320C292 220 330 150 400 150Z";
  const parts: Part[] = [
    { d: outer, role: "sole", fabric: "rubber", puff: 0.5, rim: 5, lift: 0, isPlain: true },
    {
      d: "M400 164C460 164 494 228 493 320C492 400 474 440 474 520C474 610 486 680 476 756C468 808 434 832 400 832C366 832 332 808 324 756C314 680 326 610 326 520C326 440 308 400 307 320C306 228 340 164 400 164Z",
      puff: 1,
      rim: 5,
      lift: 0.3,
      wrinkleFactor: 0.4,
      isMainPart: true,
      folds: crossFolds(next, { x: 400, y: 330, angle: 90, length: 120, extent: 50, count: 3, width: 14, height: 3 }),
    },
    {
      d: "M400 164C460 164 492 226 493 300C470 268 440 256 400 256C360 256 330 268 307 300C308 226 340 164 400 164Z",
      role: o.isCanvas ? "sole" : "main",
      fabric: o.isCanvas ? "rubber" : undefined,
      puff: 0.6,
      rim: 4,
      lift: 0.35,
      isPlain: true,
      wrinkleFactor: 0,
    },
    {
      d: "M400 566C446 566 462 600 462 660C464 740 446 800 400 800C354 800 336 740 338 660C338 600 354 566 400 566Z",
      isInside: true,
      role: "lining",
      puff: 0.2,
      lift: 0,
    },
    {
      d: "M400 620C428 620 440 650 440 690C440 750 428 786 400 786C372 786 360 750 360 690C360 650 372 620 400 620Z",
      role: "accent",
      puff: 0.2,
      rim: 2,
      lift: 0.2,
      isPlain: true,
      inks: [{ d: "M384 716L416 716M388 726L412 726", color: "#8a8478", width: 2, opacity: 0.6 }],
    },
    {
      d: "M366 330C364 420 362 500 352 596C370 640 430 640 448 596C438 500 436 420 434 330C420 318 380 318 366 330Z",
      puff: 0.6,
      rim: 4,
      lift: 0.3,
      isPlain: true,
    },
    {
      d: "M350 322L378 326C372 420 372 500 362 590L338 600C346 500 344 420 350 322ZM450 322L422 326C428 420 428 500 438 590L462 600C454 500 456 420 450 322Z",
      puff: 0.2,
      rim: 3.4,
      lift: 0.35,
      isPlain: true,
    },
  ];
  const laces: string[] = [];
  for (let i = 0; i < 6; i++) {
    const y = 346 + i * 42;
    laces.push(
      `M358 ${y}C380 ${y - 8} 420 ${y - 8} 442 ${y}`,
      i < 5 ? `M358 ${y + 4}C380 ${y + 18} 420 ${y + 28} 440 ${y + 38}` : "",
    );
  }
  parts.push({
    d: laces
      .filter(Boolean)
      .map((d) => band(d, 11))
      .join(""),
    role: "cord",
    fabric: "rib",
    puff: 0.2,
    rim: 4,
    lift: 0.5,
    isPlain: true,
    wrinkleFactor: 0,
  });
  parts.push({
    d:
      [
        `M400 560C360 520 320 540 316 580C316 600 360 590 398 572Z`,
        `M402 560C440 520 480 540 484 580C484 600 440 590 402 572Z`,
      ]
        .map((d) => band(d, 8))
        .join("") +
      band("M396 566C380 600 360 630 350 650", 8) +
      band("M404 566C420 600 436 626 448 640", 8),
    role: "cord",
    fabric: "rib",
    puff: 0.2,
    rim: 3,
    lift: 0.5,
    isPlain: true,
    wrinkleFactor: 0,
  });
  return parts;
}

/** The front view is one sneaker from its outer side, the back view is a pair from above. */
export function sneaker(next: Random, side: Side, o: ShoeOptions = {}): Garment {
  if (side === "front") return { parts: sneakerSide(next, o), distance: 0.8 };
  const shoeParts = sneakerTop(next, o);
  return {
    parts: [
      ...transformParts(shoeParts, -128, 0, 0.94),
      ...transformParts(
        shoeParts.map((p) => mirrorPart(p)),
        128,
        14,
        0.94,
      ),
    ],
    distance: 0.8,
  };
}

const mirrorPart = (p: Part): Part => ({
  ...p,
  d: mirror(p.d),
  folds: p.folds?.map((f) => ({ ...f, d: mirror(f.d) })),
  seams: p.seams?.map(mirror),
  stitches: p.stitches?.map(mirror),
});
