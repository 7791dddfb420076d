import type { FabricName } from "./fabric.ts";

/** The role of a part decides its colour: that of the colourway, or a default (`dye.ts`). */
export type Role =
  | "main"
  | "accent"
  | "lining"
  | "trim"
  | "metal"
  | "thread"
  | "label"
  | "sole"
  | "cord"
  | "dressForm"
  | "wood";

/** A fold along a line: a tapered ridge, or with a negative height a furrow. `d` is an SVG path. */
export interface Fold {
  d: string;
  width: number;
  height: number;
}

/** A piece of cloth or trim of a garment. All paths are SVG path data in drawing coordinates. */
export interface Part {
  /** The outline. */
  d: string;
  role?: Role;
  fabric?: FabricName;
  /** The inside of the garment, seen through an opening: dark, without print. */
  inside?: boolean;
  /** Without print. */
  plain?: boolean;
  /** This is the main part of the body: the motif is drawn on it, and its upper end is at the shoulders (`pose.ts`). */
  hasMotif?: boolean;
  /** How much the part bulges. 1 is the front of a worn garment. */
  puff?: number;
  /** Height of the rounded rim in drawing units, instead of the fabric's. */
  rim?: number;
  /** Strength and reach of the part's shadow on the parts below. */
  lift?: number;
  folds?: Fold[];
  seams?: string[];
  stitches?: string[];
  /** Spots where the cloth is paler, or with a negative amount darker. */
  wear?: { d: string; blur: number; amount: number }[];
  /** Part of a sleeve, which does not count for the widths of the body. */
  isSleeve?: boolean;
  /** Part of a stand, which may extend beyond the picture and does not count when the garment is centred. */
  isStand?: boolean;
  /** Turns the print and the weave, in degrees. */
  grain?: number;
  /** How far the print moves down at the sides, in drawing units at 200 units from the axis. Negative: up. */
  printCurve?: number;
  /** Multiplies the fabric's own wrinkling. */
  wrinkle?: number;
  /** Flat ink over the shaded cloth: eyelets, button holes, label lettering. */
  ink?: { d: string; color: string; width?: number; opacity?: number }[];
}

export interface Garment {
  parts: Part[];
  /** Distance from the background. A larger one gives a softer, wider shadow. */
  distance?: number;
}
