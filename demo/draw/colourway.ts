import { colorOf } from "./catalog/colors.ts";
import type { ColourwayNames, PlannedProduct } from "./catalog/plan.ts";
import { blend, darken, luminance } from "./color.ts";
import type { Colourway } from "./dye.ts";
import { motifPrint, embroideryPrint } from "./motifs.ts";
import { seedOf } from "./noise.ts";
import { PRINTS } from "./prints.ts";
import { kindOf, type View } from "./views.ts";

const SHOES = new Set(["sneaker", "stripedSneaker", "canvasSneaker"]);
/** How worn denim looks in each colour, from 0 to 1. */
const DENIM_WEAR: Record<string, number> = {
  "Mezclilla oscuro": 0.55,
  "Mezclilla negro": 0.4,
  "Mezclilla blanco": 0.2,
  Índigo: 0.3,
  "Mezclilla claro": 0.9,
  "Mezclilla gris": 0.8,
};

/** The colours, print, motif and trims of a product in a planned colour. */
export async function resolveColourway(p: PlannedProduct, names: ColourwayNames, view: View): Promise<Colourway> {
  const main = colorOf(names.color),
    inks = names.print?.inks.map(colorOf) ?? [],
    motifInks = names.motif?.inks.map(colorOf) ?? [];
  const colourway: Colourway = { main, accent: names.accent ? colorOf(names.accent) : main };
  if (names.print) {
    const makePrint = PRINTS[names.print.name];
    if (!makePrint) throw new Error(`Unknown print: ${names.print.name}`);
    colourway.print = await makePrint(inks, seedOf(p.slug) % 1000);
    if (p.fabric === "fineknit") colourway.print.scale *= 0.9;
  }
  if (names.motif && (view !== "back" || names.motif.name === "embroidery")) {
    const isTote = p.shape === "tote",
      centerY = p.shape === "tote" ? 660 : p.shape === "sweatshirt" ? 430 : 420;
    colourway.motif =
      names.motif.name === "embroidery"
        ? await embroideryPrint(motifInks, seedOf(p.slug))
        : await motifPrint(names.motif.name, motifInks, isTote ? 270 : 252, 400, centerY);
  }
  if (p.fabric === "denim") {
    colourway.thread = luminance(main) > 0.5 ? "#d2b98f" : "#b57f3f";
    colourway.trim = "#8a5a30";
    colourway.wearStrength = DENIM_WEAR[names.color] ?? 0.75;
    colourway.wornColor = names.color === "Mezclilla negro" ? "#8b8d92" : "#cdd7e2";
    colourway.metal = "#b08a57";
  }
  if (SHOES.has(p.shape)) {
    colourway.sole = "#f3f0e8";
    colourway.cord = "#f4f1ea";
    colourway.lining = "#d9d3c6";
  }
  if (p.shape === "beanie") colourway.trim = "#8a5a34";
  if (p.shape === "hoodie" || p.shape === "jogger")
    colourway.cord = luminance(main) < 0.5 ? blend(main, "#ffffff", 0.75) : "#f7f5f0";
  if (p.shape === "bomber" && p.fabric === "leather") colourway.accent = darken(main, 0.3);
  if (p.shape === "shirtDress" && !names.accent) colourway.accent = main;
  if (p.shape === "polo" || p.shape === "camp" || p.shape.endsWith("hirt"))
    colourway.trim = luminance(main) > 0.25 ? "#f6f2e8" : darken(main, 0.3);
  return colourway;
}

/** What a view shows, for the text alternative. */
function describeView(p: PlannedProduct, view: View): string {
  const kind = kindOf(p.shape);
  switch (view) {
    case "front":
      return SHOES.has(p.shape) ? "de lado" : "de frente";
    case "back":
      return SHOES.has(p.shape) ? "desde arriba" : "por detrás";
    case "figure":
      return kind === "top"
        ? "en un maniquí de costura"
        : kind === "bottom"
          ? "en un gancho, de tres cuartos"
          : "de tres cuartos";
    case "close":
      return "detalle de la tela y las costuras";
    case "flat":
      return "extendida, con sus medidas";
  }
}

/** The picture's text alternative. */
export function formatAltText(p: PlannedProduct, view: View): string {
  if (p.type === "DIGITAL") return `Boleto de ${p.name}, ${view === "front" ? "anverso" : "reverso"}`;
  return `${p.name}${p.color ? ` color ${p.color.toLowerCase()}` : ""}, ${describeView(p, view)}`;
}
