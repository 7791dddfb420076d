import type { Random } from "../noise.ts";
import { mirroredLine, mirroredPair, rectangle, mirroredOutline } from "../path.ts";
import { crossFolds, hangingFolds } from "../folds.ts";
import type { Fold, Garment, Part } from "../part.ts";
import { patchPocket, rivets, buttons } from "./trims.ts";
import type { Side } from "./torso.ts";

export interface SkirtOptions {
  kind: "flared" | "pleated" | "mini" | "pencil" | "tiered" | "satin";
  length?: number;
  hemHalfWidth?: number;
  hasButtons?: boolean;
}

export function skirt(next: Random, side: Side, o: SkirtOptions): Garment {
  const isFront = side === "front",
    top = 150,
    waistX = 486,
    hemY = top + (o.length ?? 600),
    hemX = 400 + (o.hemHalfWidth ?? 230),
    parts: Part[] = [],
    folds: Fold[] = [];
  const hipX = o.kind === "pencil" || o.kind === "mini" || o.kind === "satin" ? 532 : 400 + (hemX - 400) * 0.62;
  const hemDrop = o.kind === "pencil" || o.kind === "mini" ? 10 : 30;
  const hasWavyHem = o.kind === "flared" || o.kind === "tiered" || o.kind === "satin";
  let hemPath = `Q${hemX - 20} ${hemY + 6} ${hemX - 40} ${hemY + 8}C${hemX - 100} ${hemY + hemDrop} 460 ${hemY + hemDrop} 400 ${hemY + hemDrop}`;
  if (hasWavyHem)
    hemPath = `C${hemX - 14} ${hemY + 12} ${hemX - 34} ${hemY + 16} ${hemX - 50} ${hemY + 10}C${hemX - 72} ${hemY + 4} ${hemX - 86} ${hemY + 26} ${hemX - 112} ${hemY + 22}C${hemX - 132} ${hemY + 16} ${hemX - 150} ${hemY + 34} 440 ${hemY + 30}C424 ${hemY + 26} 412 ${hemY + 26} 400 ${hemY + 30}`;
  const body: Part = {
    d: mirroredOutline(
      `M400 ${top + 14}C430 ${top + 14} ${waistX - 30} ${top + 12} ${waistX} ${top + 2}C${waistX + 14} ${top + 60} ${hipX} ${top + 110} ${hipX + (hemX - hipX) * 0.18} ${top + 200}C${hipX + (hemX - hipX) * 0.4} ${top + 320} ${hemX - 8} ${hemY - 120} ${hemX} ${hemY - 4}${hemPath}`,
    ),
    lift: 0,
    folds,
    seams: [],
    stitches: [],
    puff: 1,
    printCurve: o.kind === "mini" ? 4 : -18,
    isMainPart: true,
  };
  const sharedProps = { x0: 316, x1: 484, y0: top + 30, y1: hemY + 110, axis: 400 };
  if (o.kind === "flared")
    folds.push(
      ...hangingFolds(next, { ...sharedProps, count: 8, width: 36, height: 13, flare: (hemX - 400) / 92 - 1 }),
      ...hangingFolds(next, { ...sharedProps, y1: top + 260, count: 12, width: 14, height: 4.5, flare: 0.5 }),
    );
  if (o.kind === "satin")
    folds.push(
      ...hangingFolds(next, {
        ...sharedProps,
        y0: top + 90,
        count: 5,
        width: 46,
        height: 12,
        flare: (hemX - 400) / 92 - 1,
      }),
      ...crossFolds(next, {
        x: 400,
        y: top + 130,
        angle: 90,
        length: 190,
        extent: 150,
        count: 4,
        width: 30,
        height: 4,
      }),
    );
  if (o.kind === "pencil" || o.kind === "mini")
    folds.push(
      ...crossFolds(next, {
        x: 400,
        y: top + 150,
        angle: 90,
        length: 220,
        extent: 160,
        count: 5,
        width: 22,
        height: 4,
      }),
      ...hangingFolds(next, { ...sharedProps, count: 3, width: 40, height: 4, flare: 0.4 }),
    );
  if (o.kind === "pleated")
    for (let k = 0; k <= 14; k++) {
      const x0 = 318 + (164 * k) / 14,
        x1 = 400 + (x0 - 400) * ((hemX - 404) / 86),
        line = (a: number): string =>
          `M${x0 + a * 0.4} ${top + 40}C${x0 + a * 0.6 + (x1 - x0) * 0.3} ${top + 160} ${x1 + a - (x1 - x0) * 0.25} ${hemY - 160} ${x1 + a} ${hemY + 24}`;
      body.seams!.push(line(0));
      folds.push({ d: line(12), width: 20, height: 8 }, { d: line(-3), width: 11, height: -7 });
    }
  if (o.kind === "tiered")
    for (const [i, y] of [top + 170, top + 350].entries()) {
      const half = 128 + i * 62;
      body.seams!.push(
        mirroredLine(`M400 ${y + 20}C${400 + half * 0.5} ${y + 20} ${400 + half * 0.8} ${y + 10} ${400 + half} ${y}`),
      );
      folds.push(
        ...hangingFolds(next, {
          x0: 400 - half * 0.92,
          x1: 400 + half * 0.92,
          y0: y + 16,
          y1: y + 200,
          count: 15 + i * 4,
          width: 20,
          height: 7,
          flare: 0.14,
        }),
      );
    }
  if (o.kind === "tiered")
    folds.push(...hangingFolds(next, { ...sharedProps, y1: top + 180, count: 12, width: 18, height: 6, flare: 0.5 }));
  if (o.kind === "mini") {
    body.stitches!.push(
      mirroredLine(`M400 ${hemY - 10}C460 ${hemY - 10} ${hemX - 80} ${hemY - 10} ${hemX - 4} ${hemY - 22}`),
    );
    if (isFront) {
      const p = `M${waistX - 54} ${top + 50}C${waistX - 50} ${top + 90} ${waistX - 10} ${top + 108} ${hipX - 18} ${top + 104}`;
      body.seams!.push(...mirroredPair(p), `M400 ${top + 50}L400 ${hemY}`);
      body.stitches!.push(
        ...mirroredPair(p.replace(/(\d+) (\d+)/g, (_, x, y) => `${x} ${Number(y) + 6}`)),
        `M422 ${top + 50}L422 ${top + 170}C422 ${top + 190} 412 ${top + 198} 402 ${top + 202}`,
      );
    } else for (const x of [296, 424]) parts.push(...patchPocket(x, top + 112, 80, 84, { pointDepth: 14 }));
    body.fadedSpots = mirroredPair(
      `M440 ${top + 120}C500 ${top + 130} 530 ${hemY - 120} 520 ${hemY - 40}C470 ${hemY - 40} 440 ${hemY - 100} 440 ${top + 120}Z`,
    ).map((d) => ({ d, blur: 26, amount: 0.3 }));
  }
  if (o.kind === "pencil" && !isFront) body.seams!.push(`M400 ${top + 40}L400 ${hemY + 6}`);
  if (hasWavyHem || o.kind === "pleated")
    parts.unshift({
      d: mirroredOutline(
        `M400 ${hemY - 16}C460 ${hemY - 10} ${hemX - 60} ${hemY - 20} ${hemX - 8} ${hemY - 14}L${hemX - 16} ${hemY + 8}C${hemX - 100} ${hemY + 22} 460 ${hemY + 24} 400 ${hemY + 22}`,
      ),
      isInside: true,
      puff: 0,
      lift: 0,
    });
  parts.unshift({
    d: mirroredOutline(
      `M400 ${top - 10}C440 ${top - 10} 470 ${top - 8} ${waistX - 2} ${top - 2}L${waistX - 6} ${top + 20}L400 ${top + 30}`,
    ),
    isInside: true,
    puff: 0.2,
    lift: 0,
  });
  parts.splice(o.kind === "mini" && !isFront ? 1 : parts.length, 0, body);
  parts.push({
    d: mirroredOutline(
      `M400 ${top + 14}C440 ${top + 14} 470 ${top + 8} ${waistX} ${top}C${waistX + 2} ${top + 14} ${waistX + 5} ${top + 26} ${waistX + 8} ${top + 38}C470 ${top + 48} 440 ${top + 54} 400 ${top + 54}`,
    ),
    puff: 0.2,
    rim: 2.8,
    lift: 0.35,
    wrinkleFactor: 0.4,
    stitches: [mirroredLine(`M400 ${top + 48}C440 ${top + 48} 470 ${top + 42} ${waistX + 6} ${top + 32}`)],
  });
  if (o.hasButtons && isFront) {
    parts.push({
      d: rectangle(384, top + 54, 32, hemY - top - 26),
      puff: 0.08,
      rim: 2.4,
      lift: 0.35,
      wrinkleFactor: 0.6,
    });
    parts.push(
      buttons(
        Array.from({ length: 6 }, (_, i): [number, number] => [400, top + 84 + (i * (hemY - top - 110)) / 5.4]),
        9,
      ),
    );
  }
  if (o.kind === "mini") {
    parts.push({
      d: [...mirroredPair(rectangle(isFront ? 446 : 470, top + 4, 11, 48))].join(""),
      puff: 0.05,
      rim: 2.4,
      lift: 0.4,
    });
    if (isFront) parts.push(rivets([[400, top + 33]], 8));
  }
  return { parts };
}
