import { hexOfColorName } from "./catalog/colors.ts";
import type { ColourwayNames, PlannedProduct } from "./catalog/plan.ts";
import { blend, darken, luminance } from "./color.ts";
import type { Colourway } from "./dye.ts";
import { motifPrint, embroideryPrint } from "./motifs.ts";
import { seedOf } from "./noise.ts";
import { PRINTS } from "./prints.ts";
import { kindOf, type View } from "./views.ts";

const SHOE_DESIGN_NAMES = new Set(["sneaker", "stripedSneaker", "canvasSneaker"]);
/** How faded denim looks in each colour, from 0 to 1. */
const DENIM_FADE_STRENGTHS: Record<string, number> = {
  "Mezclilla oscuro": 0.55,
  "Mezclilla negro": 0.4,
  "Mezclilla blanco": 0.2,
  Índigo: 0.3,
  "Mezclilla claro": 0.9,
  "Mezclilla gris": 0.8,
};

/** The colours, print and motif with which a view of a product is drawn, from the names of its colourway. */
export async function resolveColourway(p: PlannedProduct, names: ColourwayNames, view: View): Promise<Colourway> {
  const main = hexOfColorName(names.color),
    inks = names.print?.inks.map(hexOfColorName) ?? [],
    motifInks = names.motif?.inks.map(hexOfColorName) ?? [];
  const colourway: Colourway = { main, accent: names.accent ? hexOfColorName(names.accent) : main };
  if (names.print) {
    const makePrint = PRINTS[names.print.name];
    if (!makePrint) throw new Error(`Unknown print: ${names.print.name}`);
    colourway.print = await makePrint(inks, seedOf(p.slug) % 1000);
    if (p.fabric === "fineknit") colourway.print.scale *= 0.9;
  }
  if (names.motif && (view !== "back" || names.motif.name === "embroidery")) {
    const isTote = p.designName === "tote",
      centerY = p.designName === "tote" ? 660 : p.designName === "sweatshirt" ? 430 : 420;
    colourway.motif =
      names.motif.name === "embroidery"
        ? await embroideryPrint(motifInks, seedOf(p.slug))
        : await motifPrint(names.motif.name, motifInks, isTote ? 270 : 252, 400, centerY);
  }
  if (p.fabric === "denim") {
    colourway.thread = luminance(main) > 0.5 ? "#d2b98f" : "#b57f3f";
    colourway.trim = "#8a5a30";
    colourway.fadeStrength = DENIM_FADE_STRENGTHS[names.color] ?? 0.75;
    colourway.fadedColor = names.color === "Mezclilla negro" ? "#8b8d92" : "#cdd7e2";
    colourway.metal = "#b08a57";
  }
  if (SHOE_DESIGN_NAMES.has(p.designName)) {
    colourway.sole = "#f3f0e8";
    colourway.cord = "#f4f1ea";
    colourway.lining = "#d9d3c6";
  }
  if (p.designName === "beanie") colourway.trim = "#8a5a34";
  if (p.designName === "hoodie" || p.designName === "jogger")
    colourway.cord = luminance(main) < 0.5 ? blend(main, "#ffffff", 0.75) : "#f7f5f0";
  if (p.designName === "bomber" && p.fabric === "leather") colourway.accent = darken(main, 0.3);
  if (p.designName === "shirtDress" && !names.accent) colourway.accent = main;
  if (p.designName === "polo" || p.designName === "camp" || p.designName.endsWith("hirt"))
    colourway.trim = luminance(main) > 0.25 ? "#f6f2e8" : darken(main, 0.3);
  return colourway;
}

/** What a view shows, for the text alternative. */
function describeView(p: PlannedProduct, view: View): string {
  const kind = kindOf(p.designName);
  switch (view) {
    case "front":
      return SHOE_DESIGN_NAMES.has(p.designName) ? "de lado" : "de frente";
    case "back":
      return SHOE_DESIGN_NAMES.has(p.designName) ? "desde arriba" : "por detrás";
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
