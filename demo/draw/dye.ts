import { clamp, HEIGHT, WIDTH, type Box } from "./canvas.ts";
import { darken, linearToSrgb, lighten, hexToLinear, luminance, type Rgb } from "./color.ts";
import type { ShadedGarment } from "./shaded-garment.ts";
import type { Role } from "./part.ts";
import { samplePrint, type Print } from "./print.ts";

/** The colours of the roles that a garment's parts have, and the garment's print and motif. */
export interface Colourway {
  main: string;
  accent?: string;
  trim?: string;
  metal?: string;
  thread?: string;
  sole?: string;
  lining?: string;
  cord?: string;
  print?: Print | null;
  /** A picture that is printed once, on the part with `isMainPart`. */
  motif?: Print | null;
  /** The colour of faded cloth. */
  fadedColor?: string;
  /** How strongly the cloth is faded where `Relief.fading` says so, 1 by default. */
  fadeStrength?: number;
}

const BACKGROUND_CENTER = hexToLinear("#faf9f6"),
  BACKGROUND_EDGE = hexToLinear("#f3f1ec");

function drawBackground({ x: left, y: top, w, h, scale }: Box): Float32Array {
  const out = new Float32Array(w * h * 3);
  for (let y = 0, o = 0; y < h; y++)
    for (let x = 0; x < w; x++, o += 3) {
      const t = Math.min(1, Math.hypot(((x + left) / scale - 360) / WIDTH, ((y + top) / scale - 360) / HEIGHT) * 1.2);
      for (let c = 0; c < 3; c++)
        out[o + c] = BACKGROUND_CENTER[c]! + (BACKGROUND_EDGE[c]! - BACKGROUND_CENTER[c]!) * t * t;
    }
  return out;
}
const backgrounds = new Map<string, Float32Array>();
function getBackground(frame: Box): Float32Array {
  const key = JSON.stringify(frame),
    cached = backgrounds.get(key);
  if (cached) return cached;
  if (backgrounds.size > 3) backgrounds.clear();
  const background = drawBackground(frame);
  backgrounds.set(key, background);
  return background;
}

function linearColors(colourway: Colourway): Record<Role, Rgb> {
  const main = colourway.main,
    isLight = luminance(main) > 0.35;
  const hexes: Record<Role, string> = {
    main,
    accent: colourway.accent ?? main,
    lining: colourway.lining ?? darken(main, 0.15),
    trim: colourway.trim ?? (isLight ? "#e9e2d4" : darken(main, 0.35)),
    metal: colourway.metal ?? "#b9b4aa",
    thread: colourway.thread ?? (isLight ? darken(main, 0.16) : lighten(main, 0.06)),
    label: luminance(main) > 0.5 ? "#3b3a38" : "#f3efe6",
    sole: colourway.sole ?? "#f2efe8",
    cord: colourway.cord ?? colourway.accent ?? main,
    dressForm: "#e3d8c4",
    wood: "#a87b4f",
  };
  return Object.fromEntries(Object.entries(hexes).map(([role, hex]) => [role, hexToLinear(hex)])) as Record<Role, Rgb>;
}

/** Colours a model and returns the sRGB bytes of its frame. This is fast: the model has all lighting. */
export function dye(model: ShadedGarment, colourway: Colourway): Buffer {
  const { frame } = model,
    out = Float32Array.from(getBackground(frame));
  for (let i = 0, o = 0; i < frame.w * frame.h; i++, o += 3) {
    const k = model.backgroundLight[i]!;
    // A warm background tints the shadow on it.
    out[o]! *= k;
    out[o + 1]! *= k - (1 - k) * 0.03;
    out[o + 2]! *= k - (1 - k) * 0.06;
  }
  const roleColors = linearColors(colourway),
    fadedColor = hexToLinear(colourway.fadedColor ?? "#c9d3df"),
    texel: [number, number, number, number] = [0, 0, 0, 0],
    a: Rgb = [0, 0, 0];
  for (const { part, box, mask, shadow, light, sheen, u, v, fading, stitchMask, inks } of model.reliefs) {
    const role = part.role ?? "main",
      base = roleColors[part.isInside && role === "main" ? "lining" : role];
    const print = !part.isPlain && !part.isInside && role === "main" ? colourway.print : null,
      motif = part.isMainPart ? colourway.motif : null;
    const fadeStrength = colourway.fadeStrength ?? 1,
      threadColor = roleColors.thread,
      inkColors = inks.map((ink) => hexToLinear(ink.color));
    for (let y = 0, i = 0; y < box.h; y++) {
      let o = ((y + box.y - frame.y) * frame.w + box.x - frame.x) * 3;
      for (let x = 0; x < box.w; x++, i++, o += 3) {
        if (shadow) {
          const s = shadow[i]!;
          if (s < 0.999) {
            out[o]! *= s;
            out[o + 1]! *= s;
            out[o + 2]! *= s;
          }
        }
        const m = mask[i]!;
        if (m < 0.003) continue;
        a[0] = base[0];
        a[1] = base[1];
        a[2] = base[2];
        if (print) {
          samplePrint(print, u[i]!, v[i]!, texel);
          compositeOver(a, texel);
        }
        if (motif) {
          samplePrint(motif, u[i]!, v[i]!, texel);
          compositeOver(a, texel);
        }
        if (fading && role === "main") {
          const t = clamp(fading[i]! * fadeStrength, -0.3, 0.85);
          for (let c = 0; c < 3; c++) a[c] = t >= 0 ? a[c]! + (fadedColor[c]! - a[c]!) * t : a[c]! * (1 + t);
        }
        const k = light[i]!,
          s = stitchMask ? stitchMask[i]! * 0.7 : 0;
        for (let c = 0; c < 3; c++) {
          let p = a[c]! + (threadColor[c]! - a[c]!) * s;
          for (let n = 0; n < inks.length; n++) p += (inkColors[n]![c]! - p) * inks[n]!.plane[i]! * inks[n]!.opacity;
          // Light is reflected inside folds, so pale cloth never becomes as dark as dark cloth.
          // A little stray light keeps colours softer, as on real cloth.
          const q = p * (k + (1 - k) * p * 0.14) * 0.988 + 0.009 * k + sheen[i]! * (0.35 + 0.65 * p);
          out[o + c] = out[o + c]! * (1 - m) + q * m;
        }
      }
    }
  }
  const bytes = Buffer.allocUnsafe(out.length);
  for (let i = 0; i < out.length; i++) bytes[i] = SRGB_BYTES[Math.min(4095, Math.max(0, (out[i]! * 4095 + 0.5) | 0))]!;
  return bytes;
}

/** The sRGB byte of linear light in 4096 steps. */
const SRGB_BYTES = Uint8Array.from({ length: 4096 }, (_, i) => Math.round(255 * linearToSrgb(i / 4095)));

/** Composites a premultiplied colour over `a`. */
function compositeOver(a: Rgb, t: [number, number, number, number]): void {
  const k = 1 - t[3];
  a[0] = a[0] * k + t[0];
  a[1] = a[1] * k + t[1];
  a[2] = a[2] * k + t[2];
}
