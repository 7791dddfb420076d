import type { FabricName } from "./fabric.ts";

/** The role that decides a part's colour. A colourway has a colour for every role. */
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
  | "form"
  | "wood";

/** A fold is a tapered swelling (or, with negative height, a furrow) along a line. */
export interface Fold {
  d: string;
  width: number;
  height: number;
}

export interface Part {
  d: string;
  role?: Role;
  fabric?: FabricName;
  /** Seen from within the garment: dark, no print. */
  inside?: boolean;
  plain?: boolean;
  /** Carries the placed chest or back motif. */
  motif?: boolean;
  /** How much the part swells, 1 = a worn body. */
  puff?: number;
  /** Height of the rounded rim in pixels. */
  rim?: number;
  /** Strength and reach of the shadow on what lies below. */
  lift?: number;
  folds?: Fold[];
  seams?: string[];
  stitches?: string[];
  /** Soft places where the cloth is worn pale: path, blur, strength (negative = darker). */
  wear?: { d: string; blur: number; amount: number }[];
  /** Of a sleeve: it does not count for the widths of the body. */
  isSleeve?: boolean;
  /** Of a stand, which may leave the picture: it does not count for the garment's place. */
  isStand?: boolean;
  /** Turns the print and the weave, in degrees. */
  grain?: number;
  /** Bows the print downwards at the sides (skirts, caps). */
  bow?: number;
  /** Multiplies the fabric's own wrinkling. */
  wrinkle?: number;
  /** Flat ink over the shaded cloth: eyelets, button holes, label lettering. */
  ink?: { d: string; color: string; width?: number; opacity?: number }[];
}

export interface Garment {
  parts: Part[];
  /** Height over the ground: softer, wider shadow. */ float?: number;
}
