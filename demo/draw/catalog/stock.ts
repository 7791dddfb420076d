import type { Random } from "../noise.ts";
import type { SizeKind } from "./line.ts";

export interface Size {
  name: string;
  pieces: number;
}

const listHalfSizes = (from: number, to: number): string[] =>
  Array.from({ length: (to - from) * 2 + 1 }, (_, i) => String(from + i / 2));
const listEvenSizes = (from: number, to: number): string[] =>
  Array.from({ length: (to - from) / 2 + 1 }, (_, i) => String(from + 2 * i));

export function chooseSizeNames(kind: SizeKind, next: Random): string[] {
  switch (kind) {
    case "ropa":
      return [...(next() < 0.25 ? ["XCH"] : []), "CH", "M", "G", "XG", ...(next() < 0.2 ? ["XXG"] : [])];
    case "jeansMujer":
      return listEvenSizes(24, 34);
    case "jeansHombre":
      return listEvenSizes(28, 40);
    case "ninos":
      return ["4", "6", "8", "10", "12"];
    case "calzadoMujer":
      return listHalfSizes(23, 26);
    case "calzadoHombre":
      return listHalfSizes(25, 29);
    case "calcetas":
      return ["CH", "M", "G"];
    case "unica":
      return ["Unitalla"];
  }
}

/** How much stock a product has: `gaps` lacks one or two sizes, `scarce` has up to three pieces of each. */
export type Supply = "plenty" | "gaps" | "scarce" | "none";

export function assignPieces(names: string[], supply: Supply, next: Random): Size[] {
  const sizes = names.map((name) => ({
    name,
    pieces: supply === "none" ? 0 : supply === "scarce" ? 1 + Math.floor(next() * 3) : 4 + Math.floor(next() * 24),
  }));
  if (supply === "gaps" && sizes.length > 2)
    for (let k = next() < 0.5 ? 1 : 2; k > 0; k--) sizes[Math.floor(next() * sizes.length)]!.pieces = 0;
  return sizes;
}
