import { demoId } from "./demo-id.ts";

/** Products that staff of the demo chose to be worn with another one ('Completa el look'), by their slugs. */
const LOOKS: Record<string, readonly string[]> = {
  "vestido-midi-de-lino-con-botones-verde-salvia": [
    "sueter-de-ochos-cuello-alto-marfil",
    "bolsa-de-grecas-crudo",
    "tenis-de-lona-bajos-crudo",
    "chamarra-de-mezclilla-clasica-mezclilla-claro",
  ],
  "camisa-de-lino-manga-larga-crudo": [
    "pantalon-chino-de-gabardina-verde-olivo",
    "saco-de-sarga-dos-botones-beige",
    "tenis-de-lona-bajos-negro",
    "calcetas-acanaladas-azul-marino",
  ],
  "falda-satinada-al-sesgo-ciruela": [
    "blusa-satinada-con-lazo-marfil",
    "sueter-de-ochos-cuello-alto-gris-perla",
    "bolsa-tote-de-lona-negro",
  ],
};

/** The product whose look is on the branch's front page. */
export const DEMO_LOOK_PRODUCT_ID = demoId("product", "vestido-midi-de-lino-con-botones-verde-salvia");

/** The rows of `product_looks`. */
export function demoLooks() {
  const productId = (slug: string): string => demoId("product", slug);
  return Object.entries(LOOKS).flatMap(([slug, pairedSlugs]) =>
    pairedSlugs.map((pairedSlug, position) => ({
      product_id: productId(slug),
      paired_product_id: productId(pairedSlug),
      position,
    })),
  );
}
