import { colorOf } from "./catalog/colors.ts";
import type { Planned, Way } from "./catalog/plan.ts";
import { blend, darker, luminance } from "./color.ts";
import type { Colourway } from "./dye.ts";
import { chest, embroidery } from "./motifs.ts";
import { seedOf } from "./noise.ts";
import { PRINTS } from "./prints.ts";

const SHOES = new Set(["loafer", "boot", "sneaker", "stripedSneaker", "canvasSneaker", "highSneaker"]);
const DENIM_WEAR: Record<string, number> = {
  "Mezclilla oscuro": 0.55,
  "Mezclilla negro": 0.4,
  "Mezclilla blanco": 0.2,
  Índigo: 0.3,
  "Mezclilla claro": 0.9,
  "Mezclilla gris": 0.8,
};

/** Turns a planned colour into cloth colours, prints and trims. */
export async function colourway(p: Planned, way: Way, view: "front" | "back"): Promise<Colourway> {
  const main = colorOf(way.color),
    inks = way.print?.inks.map(colorOf) ?? [],
    motifInks = way.motif?.inks.map(colorOf) ?? [];
  const w: Colourway = { main, accent: way.accent ? colorOf(way.accent) : main };
  if (way.print) {
    const maker = PRINTS[way.print.name];
    if (!maker) throw new Error(`Unknown print: ${way.print.name}`);
    w.print = await maker(inks, seedOf(p.slug) % 1000);
    if (p.fabric === "fineknit") w.print.scale = 0.9;
  }
  if (way.motif && (view === "front" || way.motif.name === "embroidery")) {
    const large = p.shape === "tote",
      low = p.shape === "tote" ? 660 : p.shape === "sweatshirt" ? 430 : 420;
    w.motif =
      way.motif.name === "embroidery"
        ? await embroidery(motifInks, seedOf(p.slug))
        : await chest(way.motif.name, motifInks, large ? 270 : 252, 400, low);
  }
  if (p.fabric === "denim") {
    w.thread = luminance(main) > 0.5 ? "#d2b98f" : "#b57f3f";
    w.trim = "#8a5a30";
    w.wear = DENIM_WEAR[way.color] ?? 0.75;
    w.pale = way.color === "Mezclilla negro" ? "#8b8d92" : "#cdd7e2";
    w.metal = "#b08a57";
  }
  if (SHOES.has(p.shape)) {
    const plain = p.shape === "loafer" || p.shape === "boot";
    w.sole = plain ? darker(main, 0.55) : "#f3f0e8";
    w.cord = plain ? main : "#f4f1ea";
    w.lining = plain ? "#b99a78" : "#d9d3c6";
    if (plain) w.accent = p.shape === "boot" ? darker(main, 0.45) : "#b99a78";
    if (p.shape === "loafer") w.metal = "#c2a35a";
  }
  if (p.shape === "belt" || p.shape === "braidedBelt") w.lining = "#a98560";
  if (p.shape === "beanie") w.trim = "#8a5a34";
  if (p.shape === "backpack") {
    w.trim = "#8a5a34";
    w.accent = darker(main, 0.25);
  }
  if (p.shape === "hoodie" || p.shape === "jogger")
    w.cord = luminance(main) < 0.5 ? blend(main, "#ffffff", 0.75) : "#f7f5f0";
  if (p.shape === "bomber" && p.fabric === "leather") w.accent = darker(main, 0.3);
  if (p.shape === "shirtDress" && !way.accent) w.accent = main;
  if (p.shape === "polo" || p.shape === "camp" || p.shape.endsWith("hirt"))
    w.trim = luminance(main) > 0.25 ? "#f6f2e8" : darker(main, 0.3);
  return w;
}

/** The picture's text alternative. */
export function altText(p: Planned, view: "front" | "back"): string {
  const color = p.color ? ` color ${p.color.toLowerCase()}` : "";
  const side = SHOES.has(p.shape)
    ? view === "front"
      ? "de lado"
      : "desde arriba"
    : p.type === "DIGITAL"
      ? view === "front"
        ? "anverso"
        : "reverso"
      : view === "front"
        ? "de frente"
        : "por detrás";
  return p.type === "DIGITAL" ? `Boleto de ${p.name}, ${side}` : `${p.name}${color}, ${side}`;
}
