import type { FabricName } from "../fabric.ts";
import { createSeededRandom, seedOf } from "../noise.ts";
import { ACCESSORIES, PRESALE } from "./accessories-and-presale.ts";
import { KIDS } from "./kids.ts";
import type { ProductLine } from "./line.ts";
import { MEN } from "./men.ts";
import { chooseSizeNames, assignPieces, type Size, type Supply } from "./stock.ts";
import { EVENTS, type EventPlan } from "./events.ts";
import { WOMEN } from "./women.ts";
import { BRANDS } from "./brands.ts";

/** The names of a colourway's colours and patterns, as parsed from a text of `ProductLine.colourways`. */
export interface ColourwayNames {
  color: string;
  accent: string | null;
  print: { name: string; inks: string[] } | null;
  motif: { name: string; inks: string[] } | null;
}

/** A product of the demo, with all that is needed to draw it. */
export interface PlannedProduct {
  slug: string;
  name: string;
  description: string;
  type: "ORDINARY" | "DIGITAL";
  categories: string[];
  brands: string[];
  color: string | null;
  priceCents: number;
  wholesalePriceCents: number | null;
  sizes: Size[];
  isNew: boolean;
  isOffer: boolean;
  ageDays: number;
  isPresale: boolean;
  designName: string;
  fabric: FabricName;
  isForKids: boolean;
  /** Whether this is a further colour of its line, whose pictures have no zoom. */
  isFurtherColourway: boolean;
  colourway: ColourwayNames | null;
  event: EventPlan | null;
  seed: number;
}

export const slugify = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export function parseColourway(text: string): ColourwayNames {
  const [withoutMotif, motif] = text.split("@"),
    [cloth, print] = withoutMotif!.split(">"),
    [color, accent] = cloth!.split("/");
  const parsePattern = (t?: string): { name: string; inks: string[] } | null => {
    if (!t) return null;
    const [name, inks] = t.split(":");
    return { name: name!, inks: inks!.split(",") };
  };
  return { color: color!, accent: accent ?? null, print: parsePattern(print), motif: parsePattern(motif) };
}

const roundPesosToCents = (pesos: number): number => Math.max(1, Math.round(pesos)) * 100;

const colourwaysOf = (line: ProductLine): string[] => [...line.colourways, ...(line.furtherColourways ?? [])];

function productOfColourway(line: ProductLine, colourwayText: string): PlannedProduct {
  const colourway = parseColourway(colourwayText),
    comparedColourwayTexts = line.colourways.includes(colourwayText) ? line.colourways : colourwaysOf(line),
    isColorRepeated = comparedColourwayTexts.filter((w) => parseColourway(w).color === colourway.color).length > 1,
    secondColor = isColorRepeated ? (colourway.accent ?? colourway.print?.inks[0] ?? null) : null;
  const color = secondColor ? `${colourway.color} y ${secondColor.toLowerCase()}` : colourway.color;
  const slug = slugify(`${line.name} ${color}`),
    next = createSeededRandom(seedOf(slug));
  const priceCents = line.pricePesos * 100,
    wholesaleShare = 0.75 + next() * 0.13;
  return {
    slug,
    name: line.name,
    description: line.description,
    type: "ORDINARY",
    categories: line.categories,
    brands: line.brands,
    color,
    priceCents,
    wholesalePriceCents: next() < 0.9 ? Math.ceil((priceCents * wholesaleShare) / 100 / 0.5) * 50 : null,
    sizes: chooseSizeNames(line.sizeKind, next).map((name) => ({ name, pieces: 0 })),
    isNew: false,
    isOffer: false,
    ageDays: 8 + Math.floor(next() * 392),
    isPresale: line.isPresale ?? false,
    designName: line.designName,
    fabric: line.fabric,
    isForKids: line.isForKids ?? false,
    isFurtherColourway: line.furtherColourways?.includes(colourwayText) ?? false,
    colourway,
    event: null,
    seed: seedOf(line.name) % 997,
  };
}

function productOfEvent(event: EventPlan): PlannedProduct {
  const sizes = event.zones
    ? event.zones.map((name, i) => ({ name, pieces: i ? 40 : 80 }))
    : event.seatRows.flatMap(([row, count]) =>
        Array.from({ length: count }, (_, i) => ({
          name: `Boleto ${row}-${String(i + 1).padStart(2, "0")}`,
          pieces: 1,
        })),
      );
  const slug = slugify(event.name);
  return {
    slug,
    name: event.name,
    description: event.description,
    type: "DIGITAL",
    categories: [event.category],
    brands: [event.promoter],
    color: null,
    priceCents: roundPesosToCents(event.pricePesos),
    wholesalePriceCents: null,
    sizes,
    isNew: false,
    isOffer: false,
    ageDays: 10 + (seedOf(slug) % 40),
    isPresale: false,
    designName: "ticket",
    fabric: "hard",
    isForKids: false,
    isFurtherColourway: false,
    colourway: null,
    event,
    seed: seedOf(slug) % 997,
  };
}

/**
 * Sorts products in a pseudo-random order, the same in every run. The sold-out, the new and the offered products are
 * slices of such an order.
 */
const shuffleProducts = (items: PlannedProduct[], salt: string): PlannedProduct[] =>
  [...items].sort((a, b) => seedOf(salt + a.slug) - seedOf(salt + b.slug));

/** Lists a men's hoodie in a category for women, too. */
function addWomenCategoryIfHoodie(p: PlannedProduct): void {
  if (p.designName === "hoodie" && !p.isForKids && p.categories[0] === "sudaderas-y-sueteres")
    p.categories = [...p.categories, "tejidos-y-chamarras-mujer"];
}

/** All products of the demo: lines in all their colours, the presale and tickets. */
export function planProducts(): PlannedProduct[] {
  const lines = [...WOMEN, ...MEN, ...KIDS, ...ACCESSORIES];
  const regularProducts = lines.flatMap((l) => colourwaysOf(l).map((w) => productOfColourway(l, w))),
    presaleProducts = PRESALE.flatMap((l) => l.colourways.map((w) => productOfColourway(l, w)));
  for (const p of regularProducts) addWomenCategoryIfHoodie(p);
  const assignStock = (p: PlannedProduct, supply: Supply): void => {
    p.sizes = assignPieces(
      p.sizes.map((s) => s.name),
      supply,
      createSeededRandom(seedOf("stock" + p.slug)),
    );
  };
  shuffleProducts(regularProducts, "supply").forEach((p, i) =>
    assignStock(p, i < 10 ? "none" : i < 32 ? "scarce" : i < 86 ? "gaps" : "plenty"),
  );
  shuffleProducts(presaleProducts, "pre").forEach((p, i) => {
    p.ageDays = 1 + i * 2;
    p.sizes = p.sizes.map((s, k) => ({ ...s, pieces: i < 6 ? 0 : 5 + ((seedOf(p.slug) + k * 7) % 16) }));
  });
  const productsInStock = shuffleProducts(regularProducts, "news").filter((p) => p.sizes.some((s) => s.pieces > 0));
  productsInStock.slice(0, 18).forEach((p, i) => {
    p.isNew = true;
    p.ageDays = i < 12 ? i % 6 : 6 + (i % 12);
  });
  productsInStock.slice(18, 42).forEach((p) => {
    p.isOffer = true;
    p.ageDays = Math.max(60, p.ageDays);
  });
  // A few products are collaborations: they get a second brand.
  productsInStock.slice(42, 47).forEach((p, i) => {
    const partner = BRANDS[(seedOf(p.slug) + i) % BRANDS.length]!;
    if (!p.brands.includes(partner)) p.brands = [...p.brands, partner];
  });
  const allProducts = [...regularProducts, ...presaleProducts, ...EVENTS.map(productOfEvent)],
    seenSlugs = new Set<string>();
  for (const p of allProducts) {
    if (seenSlugs.has(p.slug)) throw new Error(`Duplicate slug: ${p.slug}`);
    seenSlugs.add(p.slug);
  }
  return allProducts;
}
