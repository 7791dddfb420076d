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

/** A fold along a line (`d`, an SVG path): a tapered ridge, or a furrow if the height is negative. */
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
  isInside?: boolean;
  /** Without print. */
  isPlain?: boolean;
  /** Whether this is the main part of the garment. A motif is drawn on it, and its upper end is at the shoulders. */
  isMainPart?: boolean;
  /** How much the part bulges. 1 is the front of a worn garment. */
  puff?: number;
  /** The height of the part's rounded edge in drawing units. By default it is that of the fabric. */
  rim?: number;
  /** Strength and reach of the part's shadow on the parts below. */
  lift?: number;
  folds?: Fold[];
  seams?: string[];
  stitches?: string[];
  /** Spots where the cloth is paler, or with a negative amount darker. */
  fadedSpots?: { d: string; blur: number; amount: number }[];
  /** Part of a sleeve, which does not count for the widths of the body. */
  isSleeve?: boolean;
  /**
   * Part of a dress form that may extend beyond the picture. It does not count when the garment is centred.
   * The form's neck has no `isStand` and counts.
   */
  isStand?: boolean;
  /** Turns the print and the weave, in degrees. */
  grain?: number;
  /** How far the print moves down at the sides, in drawing units at 200 units from the axis. Negative: up. */
  printCurve?: number;
  /** Multiplies the fabric's own wrinkling. */
  wrinkleFactor?: number;
  /** Flat ink over the shaded cloth: eyelets, button holes, label lettering. */
  inks?: { d: string; color: string; width?: number; opacity?: number }[];
}

export interface Garment {
  parts: Part[];
  /** Distance from the background. A larger one gives a softer, wider shadow. */
  distance?: number;
}
