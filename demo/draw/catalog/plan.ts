import type { FabricName } from "../fabric.ts";
import { random, seedOf } from "../noise.ts";
import { ACCESSORIES, PRESALE } from "./extras.ts";
import { KIDS } from "./kids.ts";
import type { Line } from "./line.ts";
import { MEN } from "./men.ts";
import { sizeNames, stock, type Size, type Supply } from "./stock.ts";
import { TICKETS, type TicketPlan } from "./tickets.ts";
import { WOMEN } from "./women.ts";
import { BRANDS } from "./brands.ts";

/** A colour of a line, as parsed from its text (`Line.colourways`). */
export interface ColourwayNames {
  color: string;
  accent: string | null;
  print: { name: string; inks: string[] } | null;
  motif: { name: string; inks: string[] } | null;
}

/** A product of the demo, with all that is needed to draw it. */
export interface Planned {
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
  presale: boolean;
  shape: string;
  fabric: FabricName;
  kids: boolean;
  /** Whether this is a further colour of its line, whose pictures have no zoom. */
  isFurtherColourway: boolean;
  colourway: ColourwayNames | null;
  ticket: TicketPlan | null;
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
  const [rest, motif] = text.split("@"),
    [cloth, print] = rest!.split(">"),
    [color, accent] = cloth!.split("/");
  const inked = (t?: string): { name: string; inks: string[] } | null => {
    if (!t) return null;
    const [name, inks] = t.split(":");
    return { name: name!, inks: inks!.split(",") };
  };
  return { color: color!, accent: accent ?? null, print: inked(print), motif: inked(motif) };
}

const wholePesosInCents = (pesos: number): number => Math.max(1, Math.round(pesos)) * 100;

const colourwaysOf = (line: Line): string[] => [...line.colourways, ...(line.furtherColourways ?? [])];

function fromLine(line: Line, text: string): Planned {
  const colourway = parseColourway(text),
    others = line.colourways.includes(text) ? line.colourways : colourwaysOf(line),
    repeated = others.filter((w) => parseColourway(w).color === colourway.color).length > 1,
    second = repeated ? (colourway.accent ?? colourway.print?.inks[0] ?? null) : null;
  const color = second ? `${colourway.color} y ${second.toLowerCase()}` : colourway.color;
  const slug = slugify(`${line.name} ${color}`),
    next = random(seedOf(slug));
  const priceCents = line.pricePesos * 100,
    share = 0.75 + next() * 0.13;
  return {
    slug,
    name: line.name,
    description: line.text,
    type: "ORDINARY",
    categories: line.categories,
    brands: line.brands,
    color,
    priceCents,
    wholesalePriceCents: next() < 0.9 ? Math.ceil((priceCents * share) / 100 / 0.5) * 50 : null,
    sizes: sizeNames(line.sizeKind, next).map((name) => ({ name, pieces: 0 })),
    isNew: false,
    isOffer: false,
    ageDays: 8 + Math.floor(next() * 392),
    presale: line.presale ?? false,
    shape: line.shape,
    fabric: line.fabric,
    kids: line.kids ?? false,
    isFurtherColourway: line.furtherColourways?.includes(text) ?? false,
    colourway,
    ticket: null,
    seed: seedOf(line.name) % 997,
  };
}

function fromTicket(ticket: TicketPlan): Planned {
  const sizes = ticket.zones
    ? ticket.zones.map((name, i) => ({ name, pieces: i ? 40 : 80 }))
    : ticket.seats.flatMap(([row, count]) =>
        Array.from({ length: count }, (_, i) => ({
          name: `Boleto ${row}-${String(i + 1).padStart(2, "0")}`,
          pieces: 1,
        })),
      );
  const slug = slugify(ticket.name);
  return {
    slug,
    name: ticket.name,
    description: ticket.text,
    type: "DIGITAL",
    categories: [ticket.category],
    brands: [ticket.promoter],
    color: null,
    priceCents: wholePesosInCents(ticket.pricePesos),
    wholesalePriceCents: null,
    sizes,
    isNew: false,
    isOffer: false,
    ageDays: 10 + (seedOf(slug) % 40),
    presale: false,
    shape: "ticket",
    fabric: "hard",
    kids: false,
    isFurtherColourway: false,
    colourway: null,
    ticket,
    seed: seedOf(slug) % 997,
  };
}

/** A deterministic order that mixes lines, to assign special states (sold out, new, offer). */
const shuffled = (items: Planned[], salt: string): Planned[] =>
  [...items].sort((a, b) => seedOf(salt + a.slug) - seedOf(salt + b.slug));

/** Adds unisex products to a category of the other department. */
function addUnisexCategory(p: Planned): void {
  if (p.shape === "hoodie" && !p.kids && p.categories[0] === "sudaderas-y-sueteres")
    p.categories = [...p.categories, "tejidos-y-chamarras-mujer"];
}

/** All products of the demo: lines in all their colours, the presale and tickets. */
export function plan(): Planned[] {
  const lines = [...WOMEN, ...MEN, ...KIDS, ...ACCESSORIES];
  const regular = lines.flatMap((l) => colourwaysOf(l).map((w) => fromLine(l, w))),
    presale = PRESALE.flatMap((l) => l.colourways.map((w) => fromLine(l, w)));
  for (const p of regular) addUnisexCategory(p);
  const supply = (p: Planned, kind: Supply): void => {
    p.sizes = stock(
      p.sizes.map((s) => s.name),
      kind,
      random(seedOf("stock" + p.slug)),
    );
  };
  shuffled(regular, "supply").forEach((p, i) =>
    supply(p, i < 10 ? "none" : i < 32 ? "scarce" : i < 86 ? "gaps" : "plenty"),
  );
  shuffled(presale, "pre").forEach((p, i) => {
    p.ageDays = 1 + i * 2;
    p.sizes = p.sizes.map((s, k) => ({ ...s, pieces: i < 6 ? 0 : 5 + ((seedOf(p.slug) + k * 7) % 16) }));
  });
  const stocked = shuffled(regular, "news").filter((p) => p.sizes.some((s) => s.pieces > 0));
  stocked.slice(0, 18).forEach((p, i) => {
    p.isNew = true;
    p.ageDays = i < 12 ? i % 6 : 6 + (i % 12);
  });
  stocked.slice(18, 42).forEach((p) => {
    p.isOffer = true;
    p.ageDays = Math.max(60, p.ageDays);
  });
  // A few collaborations between two workshops.
  stocked.slice(42, 47).forEach((p, i) => {
    const partner = BRANDS[(seedOf(p.slug) + i) % BRANDS.length]!;
    if (!p.brands.includes(partner)) p.brands = [...p.brands, partner];
  });
  const all = [...regular, ...presale, ...TICKETS.map(fromTicket)],
    seen = new Set<string>();
  for (const p of all) {
    if (seen.has(p.slug)) throw new Error(`Twice: ${p.slug}`);
    seen.add(p.slug);
  }
  return all;
}
