import type { Noise } from "./noise.ts";

/** The surface of a cloth. */
export interface Fabric {
  /** The height of the weave at a point of the cloth, in drawing units. */
  weave: (u: number, v: number, a: Noise, b: Noise) => number;
  /** The weave with single threads, for close-ups. At the usual size threads are thinner than a pixel. */
  threads?: (u: number, v: number, a: Noise, b: Noise) => number;
  /** Multiplies the weave's slope. */
  weaveDepth: number;
  /** How much the weave darkens its grooves. */
  grooveShade: number;
  /** Strength of the highlight. */
  sheen: number;
  /** Sharpness of the highlight: its exponent. */
  sheenExponent: number;
  /** Amplitude and frequency of the cloth's own wrinkles. */
  wrinkleAmplitude: number;
  wrinkleFrequency: number;
  /** How sharp the wrinkles are: from 0, soft, to 1, sharp. */
  wrinkleCrispness: number;
  /** Height of the rounded rim of a part. */
  rim: number;
  /** Whether a pale weft shows through, as in denim: the cloth fades at folds and seams. */
  hasPaleWeft?: boolean;
}

const DEFAULT_SURFACE = {
  sheen: 0.012,
  sheenExponent: 12,
  wrinkleAmplitude: 3.2,
  wrinkleFrequency: 0.006,
  wrinkleCrispness: 0.2,
  rim: 3,
};
const sin = Math.sin;

/** Warp and weft that cross over and under, `period` drawing units apart. */
const plainWeave =
  (period: number): Fabric["weave"] =>
  (u, v, a, b) => {
    const x = (u / period) * Math.PI + a(u * 0.08, v * 0.02) * 0.7,
      y = (v / period) * Math.PI + b(u * 0.02, v * 0.08) * 0.7,
      over = sin(x) * sin(y);
    return 0.5 * over + 0.25 * Math.abs(over > 0 ? Math.cos(x) : Math.cos(y)) + a(u * 0.5, v * 0.5) * 0.3;
  };

export const FABRICS = {
  jersey: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a) => a(u * 0.45, v * 0.32) * 0.5 + sin(u * 2.1) * 0.1,
    threads: (u, v, a) => knitStitchHeight(u, v, 3.4, 2.9) * 0.85 + a(u * 0.45, v * 0.32) * 0.4,
    weaveDepth: 0.35,
    grooveShade: 0.035,
  },
  poplin: {
    ...DEFAULT_SURFACE,
    threads: plainWeave(2.3),
    weave: (u, v, a) => a(u * 0.6, v * 0.6) * 0.3 + sin(v * 1.9) * 0.08,
    weaveDepth: 0.25,
    grooveShade: 0.02,
    wrinkleAmplitude: 4.2,
    wrinkleFrequency: 0.0075,
    wrinkleCrispness: 0.75,
    rim: 2.4,
    sheen: 0.02,
  },
  linen: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a, b) =>
      sin(u * 1.5 + a(u * 0.03, v * 0.22) * 3) * 0.3 +
      sin(v * 1.5 + b(u * 0.22, v * 0.03) * 3) * 0.3 +
      b(u * 0.5, v * 0.07) * 0.6 +
      a(u * 0.07, v * 0.5) * 0.5,
    weaveDepth: 0.5,
    grooveShade: 0.075,
    wrinkleAmplitude: 5,
    wrinkleFrequency: 0.008,
    wrinkleCrispness: 0.5,
    rim: 2.6,
  },
  denim: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a, b) => sin((u + v * 0.85) * 1.5 + a(u * 0.06, v * 0.02) * 2.2) * 0.42 + b(u * 0.5, v * 0.12) * 0.8,
    weaveDepth: 0.5,
    grooveShade: 0.085,
    wrinkleAmplitude: 3.4,
    wrinkleFrequency: 0.008,
    wrinkleCrispness: 0.6,
    rim: 3.6,
    hasPaleWeft: true,
  },
  twill: {
    ...DEFAULT_SURFACE,
    threads: (u, v, a, b) =>
      sin((u + v) * 1.9) * (0.7 + 0.3 * b(u * 0.6, v * 0.6)) + sin((u - v) * 2.6) * 0.25 + a(u * 0.5, v * 0.3) * 0.4,
    weave: (u, v, a) => sin((u + v) * 1.35) * 0.22 + a(u * 0.5, v * 0.3) * 0.4,
    weaveDepth: 0.35,
    grooveShade: 0.04,
    wrinkleAmplitude: 3.2,
    wrinkleFrequency: 0.007,
    wrinkleCrispness: 0.55,
    rim: 3,
  },
  rib: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a) => sin(u * 0.9) * 1.1 + a(u * 0.4, v * 0.4) * 0.3,
    weaveDepth: 0.62,
    grooveShade: 0.1,
    wrinkleAmplitude: 1.6,
    rim: 3.2,
  },
  knit: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a) => knitStitchHeight(u, v, 11, 9) * 2.1 + a(u * 0.35, v * 0.35) * 0.5,
    weaveDepth: 0.62,
    grooveShade: 0.2,
    wrinkleAmplitude: 2,
    wrinkleFrequency: 0.005,
    wrinkleCrispness: 0,
    rim: 5.5,
    sheen: 0.004,
  },
  fineknit: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a) => knitStitchHeight(u, v, 6, 5.4) * 1.0 + a(u * 0.4, v * 0.4) * 0.35,
    weaveDepth: 0.5,
    grooveShade: 0.12,
    wrinkleAmplitude: 2.6,
    wrinkleCrispness: 0.05,
    rim: 4,
    sheen: 0.006,
  },
  cable: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a) => cableHeight(u, v) * 6 + knitStitchHeight(u, v, 10, 8) * 1.1 + a(u * 0.3, v * 0.3) * 0.5,
    weaveDepth: 0.62,
    grooveShade: 0.16,
    wrinkleAmplitude: 1.6,
    wrinkleCrispness: 0,
    rim: 6,
    sheen: 0.004,
  },
  fleece: {
    ...DEFAULT_SURFACE,
    threads: (u, v, a, b) =>
      knitStitchHeight(u, v, 3.8, 3.2) * 0.6 + a(u * 0.3, v * 0.3) * 0.6 + b(u * 1.4, v * 1.4) * 0.5,
    weave: (u, v, a, b) => a(u * 0.3, v * 0.3) * 0.75 + b(u * 0.7, v * 0.7) * 0.35,
    weaveDepth: 0.4,
    grooveShade: 0.05,
    wrinkleAmplitude: 3.4,
    wrinkleFrequency: 0.005,
    wrinkleCrispness: 0.08,
    rim: 5,
    sheen: 0.004,
  },
  satin: {
    ...DEFAULT_SURFACE,
    threads: plainWeave(3.4),
    weave: (u, v, a) => a(u * 0.12, v * 0.5) * 0.12,
    weaveDepth: 0.2,
    grooveShade: 0.01,
    wrinkleAmplitude: 5.5,
    wrinkleFrequency: 0.0052,
    wrinkleCrispness: 0.35,
    rim: 3,
    sheen: 0.17,
    sheenExponent: 9,
  },
  crepe: {
    ...DEFAULT_SURFACE,
    threads: plainWeave(3.2),
    weave: (u, v, a, b) => a(u * 0.4, v * 0.4) * 0.45 + b(u * 0.8, v * 0.8) * 0.2,
    weaveDepth: 0.35,
    grooveShade: 0.035,
    wrinkleAmplitude: 4.4,
    wrinkleFrequency: 0.0055,
    wrinkleCrispness: 0.25,
    rim: 2.4,
    sheen: 0.03,
    sheenExponent: 8,
  },
  corduroy: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a) => Math.abs(sin(u * 0.42)) * 2.4 + a(u * 0.3, v * 0.3) * 0.4,
    weaveDepth: 0.7,
    grooveShade: 0.17,
    wrinkleAmplitude: 2.4,
    rim: 4,
    sheen: 0.02,
    sheenExponent: 6,
  },
  leather: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a, b) => Math.abs(a(u * 0.16, v * 0.16)) * 1.6 + b(u * 0.4, v * 0.4) * 0.35,
    weaveDepth: 0.4,
    grooveShade: 0.05,
    wrinkleAmplitude: 3.2,
    wrinkleFrequency: 0.009,
    wrinkleCrispness: 0.5,
    rim: 4,
    sheen: 0.11,
    sheenExponent: 12,
  },
  nylon: {
    ...DEFAULT_SURFACE,
    threads: plainWeave(2.6),
    weave: (u, v, a) => a(u * 0.5, v * 0.5) * 0.14,
    weaveDepth: 0.3,
    grooveShade: 0.012,
    wrinkleAmplitude: 4.2,
    wrinkleFrequency: 0.011,
    wrinkleCrispness: 0.6,
    rim: 4,
    sheen: 0.08,
    sheenExponent: 10,
  },
  canvas: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a) => sin(u * 1.25) * 0.3 + sin(v * 1.25) * 0.3 + a(u * 0.35, v * 0.35) * 0.55,
    weaveDepth: 0.45,
    grooveShade: 0.06,
    wrinkleAmplitude: 2.8,
    wrinkleFrequency: 0.006,
    wrinkleCrispness: 0.4,
    rim: 3.4,
  },
  lycra: {
    ...DEFAULT_SURFACE,
    threads: plainWeave(2.4),
    weave: (u, v, a) => a(u * 0.5, v * 0.3) * 0.2,
    weaveDepth: 0.25,
    grooveShade: 0.015,
    wrinkleAmplitude: 2,
    wrinkleFrequency: 0.006,
    wrinkleCrispness: 0.1,
    rim: 3,
    sheen: 0.05,
    sheenExponent: 7,
  },
  terry: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a) => sin(u * 0.75) * 0.75 + a(u * 0.6, v * 0.45) * 0.9,
    weaveDepth: 0.5,
    grooveShade: 0.08,
    wrinkleAmplitude: 1.2,
    wrinkleCrispness: 0,
    rim: 5,
    sheen: 0.004,
  },
  hard: {
    ...DEFAULT_SURFACE,
    weave: () => 0,
    weaveDepth: 0,
    grooveShade: 0,
    wrinkleAmplitude: 0,
    wrinkleCrispness: 0,
    rim: 2.6,
    sheen: 0.16,
    sheenExponent: 16,
  },
  zip: {
    ...DEFAULT_SURFACE,
    weave: (_u, v) => sin(v * 1.25) * 1.2,
    weaveDepth: 0.7,
    grooveShade: 0.22,
    wrinkleAmplitude: 0,
    wrinkleCrispness: 0,
    rim: 1.5,
    sheen: 0.08,
    sheenExponent: 10,
  },
  rubber: {
    ...DEFAULT_SURFACE,
    weave: (u, v, a) => a(u * 0.5, v * 0.5) * 0.1,
    weaveDepth: 0.3,
    grooveShade: 0.01,
    wrinkleAmplitude: 0,
    wrinkleCrispness: 0,
    rim: 4,
    sheen: 0.05,
    sheenExponent: 10,
  },
} satisfies Record<string, Fabric>;

export type FabricName = keyof typeof FABRICS;

/** The height of a stocking stitch: columns of V-shaped loops. */
function knitStitchHeight(u: number, v: number, width: number, height: number): number {
  const column = u / width,
    x = column - Math.floor(column);
  const side = Math.abs(x - 0.5) * 2;
  const y = v / height + (1 - side) * 0.55;
  const loop = Math.abs(Math.sin(Math.PI * y));
  return (
    loop * (0.35 + 0.65 * Math.sin(Math.PI * Math.min(1, Math.max(0, side * 0.9 + 0.06)))) -
    (side > 0.9 ? (side - 0.9) * 4 : 0)
  );
}

/** The height of the twisted cables of a thick knit, which are 96 drawing units apart. */
function cableHeight(u: number, v: number): number {
  const period = 96,
    x = (((u % period) + period) % period) - period / 2;
  if (Math.abs(x) > 24) return 0;
  const turn = Math.sin(v * 0.075),
    a = x - turn * 11,
    b = x + turn * 11;
  const over = Math.cos(v * 0.075) > 0;
  const bump = (q: number): number => Math.max(0, 1 - (q * q) / 120);
  return Math.max(bump(a) * (over ? 1 : 0.72), bump(b) * (over ? 0.72 : 1)) - (Math.abs(x) > 21 ? 0.25 : 0);
}
