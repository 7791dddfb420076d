import { type Box } from "./canvas.ts";
import { fittingWarp, unevenWarp } from "./shaded-garment.ts";
import type { Random } from "./noise.ts";
import type { Garment } from "./part.ts";
import { bounds } from "./path.ts";
import { poseGarment, type Pose } from "./pose.ts";
import { DESIGNS } from "./silhouettes/index.ts";

/**
 * The pictures of a garment, in the order of the product page. `figure` is a three-quarter view: of a top on a dress
 * form, of a bottom on a hanger, of an accessory by itself. `close` is a close-up. `flat` is the garment laid flat with
 * its measures.
 */
export const VIEWS = ["front", "figure", "back", "close", "flat"] as const;
export type View = (typeof VIEWS)[number];

const BOTTOM_DESIGN_NAMES = /jeans|chino|trousers|pleated|cargo|jogger|leggings|short|bermuda|skirt/i;
const ACCESSORY_DESIGN_NAMES = /^(beanie|pompomBeanie|tote|socks)$|sneaker/i;

export const kindOf = (designName: string): "top" | "bottom" | "accessory" =>
  ACCESSORY_DESIGN_NAMES.test(designName)
    ? "accessory"
    : /dress/i.test(designName) && designName !== "dressTrousers"
      ? "top"
      : BOTTOM_DESIGN_NAMES.test(designName)
        ? "bottom"
        : "top";

const POSES: Record<ReturnType<typeof kindOf>, Pose> = { top: "form", bottom: "clips", accessory: "turned" };

export function garmentInView(designName: string, view: "front" | "back" | "figure", next: Random): Garment {
  const design = DESIGNS[designName];
  if (!design) throw new Error(`Unknown design: ${designName}`);
  const garment = design(next, view === "back" ? "back" : "front");
  return view === "figure" ? poseGarment(garment, POSES[kindOf(designName)]) : garment;
}

/** The frames of a close-up: `large` is for pictures that can be enlarged, `small` for the further colourways. */
const CLOSE_UP_FRAMES = { large: { w: 1080, h: 1350, scale: 4.2 }, small: { w: 720, h: 900, scale: 2.8 } };

/** The pixels of the close-up: a collar, a waistband or the middle of an accessory. */
export function closeUpFrame(
  designName: string,
  garment: Garment,
  { seed, stretch, size = "large" }: { seed: number; stretch?: [number, number]; size?: keyof typeof CLOSE_UP_FRAMES },
): Box {
  const body = garment.parts.filter((p) => !p.isSleeve && !p.isStand),
    b = bounds(body.map((p) => p.d).join("")),
    kind = kindOf(designName);
  const point: [number, number] =
    kind === "accessory"
      ? [(b.x0 + b.x1) / 2 + (b.x1 - b.x0) * 0.12, b.y0 + (b.y1 - b.y0) * (designName === "tote" ? 0.34 : 0.5)]
      : kind === "bottom"
        ? [400 + (b.x1 - b.x0) * 0.14, b.y0 + 120]
        : [430, b.y0 + 132];
  const fit = fittingWarp(garment, stretch),
    [x, y] = fit(unevenWarp(seed)(point));
  const { w, h, scale } = CLOSE_UP_FRAMES[size];
  return { w, h, scale, x: Math.round(x * scale - w / 2), y: Math.round(y * scale - h / 2) };
}
