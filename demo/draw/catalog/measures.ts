import { demoGuideOf } from "../../load/demo-size-guides.ts";
import { CATEGORIES } from "./categories.ts";
import { slugify, type Planned } from "./plan.ts";
import { kindOf } from "../views.ts";

export interface FlatMeasure {
  at: "chest" | "waist" | "hip" | "length" | "shoulders" | "sleeve" | "inseam" | "width";
  label: string;
  centimeters: number;
  isDress: boolean;
  isShort: boolean;
}

const LABELS = {
  chest: "Pecho",
  waist: "Cintura",
  hip: "Cadera",
  length: "Largo",
  shoulders: "Hombros",
  sleeve: "Manga",
  inseam: "Entrepierna",
};
/** What a garment is wider than the body of its size guide, in centimetres around. */
const EASE = { chest: 10, waist: 2, hip: 4 };
/** The lengths of accessories, which have no size guide. */
const PIECES: [shape: RegExp, at: "width" | "length", label: string, centimeters: number][] = [
  [/tote/, "width", "Ancho", 38],
  [/tote/, "length", "Alto con asas", 70],
  [/beanie/, "width", "Ancho", 24],
  [/beanie/, "length", "Alto", 22],
  [/socks/, "length", "Largo", 38],
  [/sneaker/i, "width", "Largo, talla 25", 28],
];

/**
 * The measures drawn on a garment that lies flat, in the middle size of its guide: half of what the guide has around the
 * body and the ease of the cut; lengths as they are in the guide.
 */
export function garmentMeasures(p: Planned): { size: string | null; measures: FlatMeasure[] } {
  const share = {
    isDress: /dress/i.test(p.shape) && p.shape !== "dressTrousers",
    isShort: /short|bermuda|mini/i.test(p.shape),
  };
  const guide = demoGuideOf(
    p.categories[0]!,
    CATEGORIES.find((c) => c.slug === p.categories[0])?.parent ?? null,
    p.brands.map(slugify),
    p.sizes.map((s) => s.name),
  );
  const pieces = PIECES.filter(([shape]) => shape.test(p.shape));
  if (pieces.length || !guide)
    return {
      size: null,
      measures: pieces.map(([, at, label, centimeters]) => ({ at, label, centimeters, ...share })),
    };
  const names = p.sizes.map((s) => s.name),
    size = names.includes("M") ? "M" : names[Math.floor((names.length - 1) / 2)]!,
    kind = kindOf(p.shape);
  const isOver = /sweat|hoodie|Sweater|turtleneck|cardigan|bomber|puffer|trucker|blazer/i.test(p.shape) ? 8 : 0;
  const measures = guide.measures.flatMap((at, n): FlatMeasure[] => {
    const value = guide.rows[size]?.[n];
    if (value === undefined || !(at in LABELS)) return [];
    const known = at as keyof typeof LABELS;
    if (kind === "bottom" && (known === "chest" || known === "length")) return [];
    if (share.isShort && (known === "inseam" || known === "length")) return [];
    if (p.shape.match(/skirt|short|bermuda/i) && known === "hip") return [];
    if (known === "sleeve" && /tee|polo|camp|guayabera/i.test(p.shape)) return [];
    if (known === "waist" && !share.isDress && kind === "top" && guide.measures.includes("chest")) return [];
    if (known === "hip" && share.isDress) return [];
    const centimeters = known in EASE ? Math.round(value + EASE[known as "chest"] + isOver) / 2 : value;
    return [{ at: known, label: LABELS[known], centimeters, ...share }];
  });
  return { size, measures };
}
