import type { IncompleteReason, OmissionReason } from "../../../server/feeds/feed-problems.ts";

export interface ReasonText {
  label: string;
  /** What the reason means for the sales channels. */
  explanation: string;
}

/** Why products are not in the feed. */
export const OMISSION_TEXT: Record<OmissionReason, ReasonText> = {
  unpublished: { label: "Ocultos", explanation: "Publícalos para que salgan." },
  presale: { label: "En preventa", explanation: "Solo se ven con el código; salen cuando termina la preventa." },
  ticket: { label: "Boletos", explanation: "Google y Meta no aceptan boletos en este catálogo." },
  "no-picture": { label: "Sin foto", explanation: "Sin foto no los aceptan: agrégales una." },
  "no-size": { label: "Sin tallas", explanation: "Cada talla es un artículo: agrégales al menos una." },
};

/** Which facts products in the feed lack. */
export const INCOMPLETE_TEXT: Record<IncompleteReason, ReasonText> = {
  "no-brand": {
    label: "Sin marca",
    explanation: "Google rechaza ropa sin marca. Si es tuya, usa el nombre de tu tienda.",
  },
  "no-color": { label: "Sin color", explanation: "Google lo pide para toda la ropa." },
  "no-gender": { label: "Sin género", explanation: "Dice si es de mujer, de hombre o unisex." },
  "no-age-group": { label: "Sin grupo de edad", explanation: "Dice si es para bebés, niños o adultos." },
  "no-code": {
    label: "Con tallas sin SKU ni GTIN",
    explanation: "Salen como artículos sin código y se muestran menos.",
  },
  "no-description": { label: "Sin descripción", explanation: "Sale una frase con su nombre y marca." },
  "no-composition": { label: "Sin composición", explanation: "De ella sale el material de la prenda." },
  "no-google-category": { label: "Sin categoría de Google", explanation: "Google la adivina si no la dices." },
};

export const OMISSION_REASONS = Object.keys(OMISSION_TEXT) as OmissionReason[];
export const INCOMPLETE_REASONS = Object.keys(INCOMPLETE_TEXT) as IncompleteReason[];
