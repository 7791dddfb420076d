import type { Random } from "../noise.ts";
import type { Garment, Part } from "../part.ts";
import {
  bodyOutline,
  DEFAULT_CUT,
  hemLine,
  SHORT_SLEEVE,
  armholeSeams,
  sleeves,
  torsoFolds,
  type Cut,
  type Side,
} from "./torso.ts";
import { buttons, ribCuffs, shirtCollar } from "./trims.ts";

export function polo(next: Random, side: Side, o: { cut?: Partial<Cut> } = {}): Garment {
  const cut: Cut = { ...DEFAULT_CUT, neckX: 462, neckY: 158, frontNeckY: 204, backNeckY: 168, hemY: 814, ...o.cut },
    s = SHORT_SLEEVE,
    parts: Part[] = [];
  parts.push(...sleeves(next, cut, s, () => ({}), false));
  parts.push(...ribCuffs({ ...s, outerX: s.outerX + 2, innerX: s.innerX - 2 }, 24));
  const vents = [[-1], [1]].map(
    ([k]) => `M${400 + k! * (cut.hemX - 404)} ${cut.hemY - 6}L${400 + k! * (cut.hemX - 407)} ${cut.hemY - 58}`,
  );
  parts.push({
    d: bodyOutline(cut, side),
    folds: torsoFolds(next, cut, 0.9),
    lift: 0.4,
    isMainPart: true,
    seams: [...armholeSeams(cut), ...vents],
    stitches: [hemLine(cut, 16)],
  });
  if (side === "front") {
    parts.push({
      d: "M384 200L416 200L416 356Q416 360 412 360L388 360Q384 360 384 356Z",
      puff: 0.06,
      rim: 2.4,
      lift: 0.35,
      wrinkleFactor: 0.4,
      stitches: ["M388 204L388 352L412 352L412 204", "M388 340L412 340"],
    });
    parts.push(
      buttons(
        [
          [400, 228],
          [400, 276],
          [400, 324],
        ],
        6,
      ),
    );
  }
  parts.push(
    ...shirtCollar(cut, side, { role: "accent", fabric: "rib", spread: 10, size: 1.02 }).map((p) => ({
      ...p,
      isPlain: true,
      stitches: [],
      wrinkleFactor: 0.2,
    })),
  );
  return { parts };
}
