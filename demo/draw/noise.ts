/** Returns the next pseudo-random number, from 0 to below 1. Parameters of this type are named `next`. */
export type Random = () => number;

/** Creates a seeded generator (Mulberry32), so that every run draws the same catalogue. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A seed from a text, by the hash FNV-1a. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export type Noise = (x: number, y: number) => number;

/** Creates gradient noise: a function of a point whose values vary smoothly, from about -0.7 to 0.7. */
export function createGradientNoise(seed: number): Noise {
  const next = createSeededRandom(seed);
  const permutation = new Uint8Array(512);
  const shuffled = [...Array(256).keys()];
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  for (let i = 0; i < 512; i++) permutation[i] = shuffled[i & 255]!;
  const gx = new Float32Array(256),
    gy = new Float32Array(256);
  for (let i = 0; i < 256; i++) {
    const a = next() * Math.PI * 2;
    gx[i] = Math.cos(a);
    gy[i] = Math.sin(a);
  }
  return (x, y) => {
    const cx = Math.floor(x),
      cy = Math.floor(y),
      u = x - cx,
      v = y - cy;
    const r0 = permutation[cy & 255]!,
      r1 = permutation[(cy + 1) & 255]!,
      c0 = cx & 255,
      c1 = (cx + 1) & 255;
    const q00 = permutation[c0 + r0]!,
      q10 = permutation[c1 + r0]!,
      q01 = permutation[c0 + r1]!,
      q11 = permutation[c1 + r1]!;
    const a = gx[q00]! * u + gy[q00]! * v,
      b = gx[q10]! * (u - 1) + gy[q10]! * v;
    const c = gx[q01]! * u + gy[q01]! * (v - 1),
      d = gx[q11]! * (u - 1) + gy[q11]! * (v - 1);
    const s = u * u * u * (u * (u * 6 - 15) + 10),
      t = v * v * v * (v * (v * 6 - 15) + 10);
    const top = a + s * (b - a),
      bottom = c + s * (d - c);
    return top + t * (bottom - top);
  };
}
