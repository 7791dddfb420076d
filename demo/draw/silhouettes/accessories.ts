import type { Random } from "../noise.ts";
import { across, band, both, circle, hole, rectangle, whole } from "../path.ts";
import { crush, drape, fan } from "../folds.ts";
import type { Fold, Garment, Part } from "../part.ts";
import type { View } from "./torso.ts";

/** Six-panel cap. */
export function cap(next: Random, view: View): Garment {
  const front = view === "front",
    parts: Part[] = [];
  const dome = whole(
    front
      ? "M400 240C520 240 610 330 628 470C632 510 630 540 626 566C560 590 480 600 400 600"
      : "M400 240C520 240 610 330 628 470C632 510 630 550 624 590C560 606 480 612 400 612",
  );
  const panel = both("M404 242C470 300 520 400 530 588"),
    gap = whole("M400 500C450 500 488 540 494 612");
  const folds = crush(next, { x: 400, y: 430, angle: 90, length: 260, run: 160, count: 3, width: 34, height: 3 });
  parts.push({
    d: front ? dome : hole(dome, gap),
    puff: 1.7,
    rim: 4,
    lift: 0.2,
    folds,
    motif: front,
    bow: -20,
    seams: [...panel, ...(front ? [] : ["M400 242L400 498"])],
    stitches: [...both("M412 246C478 304 528 404 538 586"), ...both("M398 246C464 304 514 404 522 586")],
    ink: [{ d: [...both(circle(front ? 470 : 480, 350, 6))].join(""), color: "#2a2724", opacity: 0.55 }],
  });
  parts.push({ d: circle(400, 241, 15, 8), puff: 0.3, rim: 3, lift: 0.4, role: "accent" });
  if (front) {
    parts.push({
      d: whole(
        "M400 566C500 562 590 556 628 546C660 600 676 650 664 684C650 704 610 672 560 660C510 650 450 646 400 646",
      ),
      role: "accent",
      puff: 1.2,
      rim: 5,
      lift: 0.9,
      wrinkle: 0.3,
      plain: true,
      bow: -30,
      stitches: [0, 12, 24, 36].map((k) =>
        across(
          `M400 ${638 - k}C450 ${638 - k} 510 ${642 - k} 562 ${652 - k}C604 ${662 - k} 640 ${682 - k * 1.2} ${654 - k * 0.3} ${674 - k * 1.4}`,
        ),
      ),
    });
  } else {
    parts.unshift({ d: whole("M400 490C460 490 496 540 500 610L400 610"), inside: true, puff: 0.2, lift: 0 });
    parts.push({
      d: band(across("M400 604C440 604 470 602 500 598"), 30),
      puff: 0.2,
      rim: 3,
      lift: 0.5,
      plain: true,
      stitches: [across("M400 594C440 594 470 592 500 588"), across("M400 614C440 614 470 612 500 608")],
    });
    parts.push({
      d: "M384 584L424 582L424 624L384 626ZM392 592L392 617L416 615L416 590Z",
      role: "metal",
      fabric: "hard",
      puff: 0,
      lift: 0.4,
      plain: true,
    });
  }
  return { parts, float: 1 };
}

export function beanie(next: Random, view: View, o: { pompom?: boolean } = {}): Garment {
  const parts: Part[] = [
    {
      d: whole("M400 250C520 250 590 350 604 560L400 590"),
      puff: 1.7,
      rim: 6,
      lift: 0.2,
      folds: [...fan(next, { x: 400, y: 258, angle: 90, spread: 150, count: 9, length: 150, width: 18, height: 5 })],
    },
  ];
  parts.push({
    d: whole("M400 556C480 556 560 550 612 540C620 590 622 640 616 690C560 712 480 718 400 718"),
    role: "accent",
    fabric: "rib",
    puff: 1,
    rim: 6,
    lift: 0.6,
    plain: true,
  });
  if (view === "front")
    parts.push({
      d: rectangle(466, 630, 70, 42),
      role: "trim",
      fabric: "leather",
      puff: 0.05,
      rim: 2,
      lift: 0.35,
      plain: true,
      stitches: ["M471 635L531 635L531 667L471 667Z"],
    });
  if (o.pompom)
    parts.push({
      d: circle(400, 214, 66),
      role: "accent",
      fabric: "terry",
      puff: 2,
      rim: 10,
      lift: 0.7,
      plain: true,
      folds: fan(next, { x: 400, y: 214, angle: 0, spread: 360, count: 22, length: 64, width: 13, height: 4 }),
    });
  return { parts };
}

export function tote(next: Random, view: View): Garment {
  const front = view === "front",
    handle = [across("M400 136C446 136 478 240 476 420")],
    rear = [across("M400 176C440 176 470 270 470 420")];
  const share = { puff: 0.1, rim: 3, lift: 0.5, role: "accent", plain: true } satisfies Partial<Part>;
  const parts: Part[] = [
    { ...share, d: rear.map((d) => band(d, 27)).join(""), inside: true, lift: 0.2, role: "accent" },
    { d: whole("M400 392C480 392 560 390 596 386L598 410L400 420"), inside: true, puff: 0.2, lift: 0.1 },
    {
      d: whole(
        "M400 402C480 402 560 400 600 394C604 540 612 720 608 866C604 880 590 884 570 884C500 890 450 888 400 888",
      ),
      puff: 0.7,
      lift: 0.3,
      motif: true,
      folds: [
        ...fan(next, { x: 300, y: 500, angle: 96, spread: 60, count: 3, length: 240, width: 36, height: 5 }),
        ...fan(next, { x: 500, y: 500, angle: 84, spread: 60, count: 3, length: 240, width: 36, height: 5 }),
        ...crush(next, { x: 400, y: 780, angle: 90, length: 300, run: 120, count: 4, width: 30, height: 4.4 }),
      ],
      stitches: [across("M400 430C480 430 560 428 600 422"), across("M400 435C480 435 560 433 600 427")],
      seams: both("M594 820L606 834"),
    },
    { ...share, d: handle.map((d) => band(d, 29)).join("") },
    {
      ...share,
      d: both("M461 400L490 400L490 482L461 482Z").join(""),
      stitches: [...both("M466 480L466 410"), ...both("M485 480L485 410"), ...both("M465 476L486 446M486 476L465 446")],
    },
  ];
  if (!front)
    parts.push({
      d: "M320 560L480 560L480 700L320 700Z",
      puff: 0.15,
      rim: 3,
      lift: 0.4,
      stitches: ["M326 562L326 694L474 694L474 562", "M322 576L478 576"],
    });
  return { parts };
}

export function backpack(next: Random, view: View): Garment {
  const front = view === "front",
    body = "M400 170C500 170 566 210 580 300C594 420 600 620 590 780C586 830 560 850 510 854L400 858";
  const share = { rim: 4, lift: 0.5 } satisfies Partial<Part>;
  const parts: Part[] = [
    { ...share, d: band(across("M400 128C430 128 440 150 442 186"), 18), role: "accent", plain: true },
  ];
  parts.push({
    d: whole(body),
    puff: 1.3,
    rim: 6,
    lift: 0.3,
    motif: !front,
    folds: crush(next, { x: 400, y: 420, angle: 90, length: 260, run: 260, count: 5, width: 30, height: 4 }),
    seams: [across("M400 300C480 300 550 310 584 330")],
  });
  if (front) {
    parts.push({
      ...share,
      d: band(across("M400 288C470 288 530 292 566 308"), 9),
      role: "metal",
      fabric: "zip",
      plain: true,
      puff: 0,
    });
    parts.push({
      ...share,
      d: whole("M400 470C470 470 520 472 536 480C552 560 556 690 548 784C540 808 520 812 400 814"),
      puff: 0.9,
      folds: crush(next, { x: 400, y: 650, angle: 90, length: 200, run: 150, count: 4, width: 26, height: 4 }),
      motif: false,
      stitches: [across("M400 800C500 800 530 798 536 780C544 690 540 570 526 492")],
    });
    parts.push({
      ...share,
      d: band(across("M400 516C470 516 510 518 534 524"), 9),
      role: "metal",
      fabric: "zip",
      plain: true,
      puff: 0,
    });
    parts.push({
      ...share,
      d: rectangle(360, 376, 80, 48),
      role: "trim",
      fabric: "leather",
      plain: true,
      puff: 0.05,
      rim: 2,
      stitches: ["M366 382L434 382L434 418L366 418Z"],
    });
  } else
    for (const d of both("M442 190C486 240 500 360 498 480C496 620 520 720 546 800"))
      parts.push({ ...share, d: band(d, 46), puff: 0.6, role: "accent", plain: true, lift: 0.8, stitches: [] });
  return { parts };
}

/** A belt closed in a ring, buckle to the front; the back view shows the strap's far side. */
export function belt(_next: Random, view: View, o: { braided?: boolean } = {}): Garment {
  const front = view === "front",
    top = "M118 492C122 382 260 344 400 344C540 344 678 382 682 492",
    low = "M119 474C134 588 270 640 400 640C530 640 666 588 681 474";
  const strap = (d: string, w: number): string => band(d, w);
  const parts: Part[] = [
    { d: strap(top, 62), inside: true, role: "lining", fabric: "leather", puff: 0.2, lift: 0, rim: 2 },
    {
      d: strap(low, 66),
      puff: 0.35,
      rim: 4,
      lift: 0.7,
      stitches: [
        "M96 500C130 612 266 664 400 664C534 664 670 612 704 500",
        "M146 486C168 562 290 616 400 616C510 616 632 562 654 486",
      ],
    },
  ];
  if (!front) {
    parts.push({ d: "M386 600L414 600L414 680L386 680Z", puff: 0.2, rim: 3, lift: 0.5, stitches: [] });
    return { parts, float: 0.9 };
  }
  parts.push({ d: "M318 596L346 599L346 680L318 676Z", puff: 0.25, rim: 3, lift: 0.5 });
  parts.push({
    d: hole(
      "M366 584L470 584Q482 584 482 596L482 684Q482 696 470 696L366 696Q354 696 354 684L354 596Q354 584 366 584Z",
      "M372 602L464 602L464 678L372 678Z",
    ),
    role: "metal",
    fabric: "hard",
    puff: 0.2,
    rim: 5,
    lift: 0.7,
    plain: true,
  });
  parts.push({
    d: "M366 634L486 634L490 640L486 646L366 646Z",
    role: "metal",
    fabric: "hard",
    puff: 0.1,
    rim: 3,
    lift: 0.5,
    plain: true,
  });
  parts[1]!.ink = [
    { d: [520, 552, 584].map((x, i) => circle(x, 622 - i * 11, 4.4)).join(""), color: "#1f1a16", opacity: 0.8 },
  ];
  if (o.braided) parts[1]!.fabric = "knit";
  return { parts, float: 0.9 };
}

export function socks(next: Random, view: View): Garment {
  const one = (dx: number): Part[] => {
    const move = (d: string): string =>
      d.replace(/(-?\d+\.?\d*) (-?\d+\.?\d*)/g, (_, x, y) => `${(Number(x) + dx).toFixed(1)} ${y}`);
    const folds: Fold[] = crush(next, {
      x: 440 + dx,
      y: 600,
      angle: 70,
      length: 100,
      run: 120,
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
        bow: 0,
      },
      {
        d: move("M494 520C508 600 484 660 430 712C404 690 392 660 396 620C420 580 460 540 494 520Z"),
        role: "accent",
        puff: 0.3,
        rim: 2,
        lift: 0.12,
        plain: true,
      },
      {
        d: move("M262 824C220 846 160 836 166 784C176 750 210 732 244 712C280 734 290 784 262 824Z"),
        role: "accent",
        puff: 0.3,
        rim: 2,
        lift: 0.12,
        plain: true,
      },
      {
        d: move("M346 176Q420 168 500 176L498 260Q420 270 348 260Z"),
        role: "accent",
        fabric: "rib",
        puff: 0.4,
        rim: 4,
        lift: 0.3,
        plain: true,
      },
    ];
  };
  return { parts: view === "front" ? [...one(-60), ...one(130)] : one(60), float: 0.8 };
}

/** Scarf folded over itself, fringed ends down. */
export function scarf(next: Random, view: View): Garment {
  const fringe = (x0: number, x1: number, y: number): string => {
    let d = "";
    for (let x = x0; x < x1; x += 11)
      d += band(
        `M${x} ${y - 6}C${x + (next() - 0.5) * 6} ${y + 14} ${x + (next() - 0.5) * 10} ${y + 26} ${x + (next() - 0.5) * 12} ${y + 42}`,
        6,
      );
    return d;
  };
  const long = (x: number, y0: number, y1: number, w: number, lean: number): Part[] => [
    { d: fringe(x + lean + 6, x + lean + w, y1), puff: 0.1, rim: 3, lift: 0.3, wrinkle: 0 },
    {
      d: `M${x} ${y0}L${x + w} ${y0}C${x + w + 4} ${y0 + 200} ${x + w + lean} ${y1 - 160} ${x + w + lean} ${y1}L${x + lean} ${y1 + 2}C${x + lean - 4} ${y1 - 160} ${x - 4} ${y0 + 200} ${x} ${y0}Z`,
      puff: 0.6,
      rim: 5,
      lift: 0.6,
      folds: drape(next, { x0: x + 14, x1: x + w - 14, y0, y1, count: 4, width: 26, height: 6, axis: x }),
    },
  ];
  if (view === "back") return { parts: [...long(300, 140, 820, 200, 0)] };
  return {
    parts: [
      ...long(268, 300, 800, 150, -14),
      ...long(400, 320, 850, 150, 24),
      {
        d: whole("M400 150C490 146 566 190 572 270C574 340 520 392 400 400"),
        puff: 1,
        rim: 6,
        lift: 0.5,
        folds: [
          ...both("M420 170C500 180 540 220 540 280").flatMap((d) => [{ d, width: 26, height: 8 }]),
          ...both("M410 230C470 240 500 270 490 330").map((d) => ({ d, width: 24, height: 8 })),
          ...both("M410 200C480 210 520 240 520 310").map((d) => ({ d, width: 20, height: -8 })),
        ],
      },
      { d: whole("M400 190C440 190 470 214 470 250C466 290 440 306 400 310"), inside: true, puff: 0.2, lift: 0 },
      {
        d: "M340 292C372 270 430 276 462 300C470 340 460 380 440 404C410 414 370 410 350 398C338 366 334 330 340 292Z",
        puff: 0.9,
        rim: 5,
        lift: 0.8,
        folds: drape(next, { x0: 352, x1: 450, y0: 290, y1: 400, count: 4, width: 20, height: 6 }),
      },
    ],
  };
}
