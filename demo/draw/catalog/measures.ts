import { demoGuideOf } from "../../load/demo-size-guides.ts";
import { CATEGORIES } from "./categories.ts";
import { slugify, type PlannedProduct } from "./plan.ts";
import { kindOf } from "../views.ts";

export interface FlatMeasure {
  measureName: "chest" | "waist" | "hip" | "length" | "shoulders" | "sleeve" | "inseam" | "width";
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
/** How much larger the circumference of a garment is than that of the body in its size guide, in centimetres. */
const EASE = { chest: 10, waist: 2, hip: 4 };
/** The measures of accessories and shoes, which are drawn instead of those of a size guide. */
const ACCESSORY_MEASURES: [
  designPattern: RegExp,
  measureName: "width" | "length",
  label: string,
  centimeters: number,
][] = [
  [/tote/, "width", "Ancho", 38],
  [/tote/, "length", "Alto con asas", 70],
  [/beanie/, "width", "Ancho", 24],
  [/beanie/, "length", "Alto", 22],
  [/socks/, "length", "Largo", 38],
  [/sneaker/i, "width", "Largo, talla 25", 28],
];

/**
 * The measures that are drawn on a garment laid flat, in size M, or else in its middle size. A circumference of the
 * guide becomes a width: half of the sum of the circumference and the ease. Other measures are those of the guide.
 * Accessories have their own measures and no size.
 */
export function computeGarmentMeasures(p: PlannedProduct): { size: string | null; measures: FlatMeasure[] } {
  const garmentFlags = {
    isDress: /dress/i.test(p.designName) && p.designName !== "dressTrousers",
    isShort: /short|bermuda|mini/i.test(p.designName),
  };
  const guide = demoGuideOf(
    p.categories[0]!,
    CATEGORIES.find((c) => c.slug === p.categories[0])?.parent ?? null,
    p.brands.map(slugify),
    p.sizes.map((s) => s.name),
  );
  const accessoryMeasures = ACCESSORY_MEASURES.filter(([designPattern]) => designPattern.test(p.designName));
  if (accessoryMeasures.length || !guide)
    return {
      size: null,
      measures: accessoryMeasures.map(([, measureName, label, centimeters]) => ({
        measureName,
        label,
        centimeters,
        ...garmentFlags,
      })),
    };
  const names = p.sizes.map((s) => s.name),
    size = names.includes("M") ? "M" : names[Math.floor((names.length - 1) / 2)]!,
    kind = kindOf(p.designName);
  // Garments that are worn over others are wider.
  const layerEase = /sweat|hoodie|Sweater|turtleneck|cardigan|bomber|puffer|trucker|blazer/i.test(p.designName) ? 8 : 0;
  const measures = guide.measures.flatMap((guideMeasure, n): FlatMeasure[] => {
    const value = guide.rows[size]?.[n];
    if (value === undefined || !(guideMeasure in LABELS)) return [];
    const measure = guideMeasure as keyof typeof LABELS;
    if (kind === "bottom" && (measure === "chest" || measure === "length")) return [];
    if (garmentFlags.isShort && (measure === "inseam" || measure === "length")) return [];
    if (p.designName.match(/skirt|short|bermuda/i) && measure === "hip") return [];
    if (measure === "sleeve" && /tee|polo|camp|guayabera/i.test(p.designName)) return [];
    if (measure === "waist" && !garmentFlags.isDress && kind === "top" && guide.measures.includes("chest")) return [];
    if (measure === "hip" && garmentFlags.isDress) return [];
    const centimeters = measure in EASE ? Math.round(value + EASE[measure as "chest"] + layerEase) / 2 : value;
    return [{ measureName: measure, label: LABELS[measure], centimeters, ...garmentFlags }];
  });
  return { size, measures };
}
