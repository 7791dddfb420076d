import type { HomeSection } from "../../../../contract/home-sections.ts";
import type { HomeSectionKind, RowSource } from "../../../../domain/home-section.ts";

/** Names and descriptions of the sections of the front page. */
export const SECTION_TEXTS: Record<HomeSectionKind, readonly [name: string, description: string]> = {
  messages: ["Avisos", "Los de «Textos y mensajes». En una línea van arriba de todo; los que pasan, en este lugar."],
  hero: ["Banners", "Los banners con lugar «Arriba de la portada»."],
  categories: ["Categorías", "Las categorías principales, con su foto."],
  story: ["Historia", "El banner con lugar «Entre los productos de la portada»."],
  reviews: ["Reseñas", "Las más nuevas con 4 o 5 estrellas. Con menos de tres no sale."],
  list: ["Todos los productos", "Siempre se ve. Crece al bajar: lo que pongas después sale entre sus productos."],
  row: ["Fila de productos", "Cuatro productos de una categoría, una marca, lo nuevo o las ofertas."],
  look: ["Completa el look", "Un producto y lo que combina con él."],
};

export const SOURCE_LABEL: Record<RowSource, string> = {
  new: "Lo nuevo",
  offers: "Ofertas",
  category: "Una categoría",
  brand: "Una marca",
};

/** The front page as text for the change log: "Banners, Categorías, «Ofertas» (oculta)". */
export function describeHome(sections: readonly HomeSection[]): string {
  return sections
    .map((section) => {
      const name = "title" in section ? `«${section.title}»` : SECTION_TEXTS[section.kind][0];
      return section.shown ? name : `${name} (oculta)`;
    })
    .join(", ");
}
