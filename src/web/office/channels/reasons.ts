import type { IncompleteReason, OmissionReason } from "../../../server/feeds/feed-problems.ts";

export interface ReasonText {
  label: string;
  /** What the reason means for the sales channels. */
  why: string;
}

/** Why products are not in the feed. */
export const LEFT_OUT_TEXT: Record<OmissionReason, ReasonText> = {
  unpublished: { label: "Ocultos", why: "Publícalos para que salgan." },
  presale: { label: "En preventa", why: "Solo se ven con el código; salen cuando termina la preventa." },
  ticket: { label: "Boletos", why: "Google y Meta no aceptan boletos en este catálogo." },
  "no-picture": { label: "Sin foto", why: "Sin foto no los aceptan: agrégales una." },
  "no-size": { label: "Sin tallas", why: "Cada talla es un artículo: agrégales al menos una." },
};

/** Which facts products in the feed lack. */
export const INCOMPLETE_TEXT: Record<IncompleteReason, ReasonText> = {
  "no-brand": { label: "Sin marca", why: "Google rechaza ropa sin marca. Si es tuya, usa el nombre de tu tienda." },
  "no-color": { label: "Sin color", why: "Google lo pide para toda la ropa." },
  "no-gender": { label: "Sin género", why: "Dice si es de mujer, de hombre o unisex." },
  "no-age-group": { label: "Sin grupo de edad", why: "Dice si es para bebés, niños o adultos." },
  "no-code": { label: "Con tallas sin SKU ni GTIN", why: "Salen como artículos sin código y se muestran menos." },
  "no-description": { label: "Sin descripción", why: "Sale una frase con su nombre y marca." },
  "no-composition": { label: "Sin composición", why: "De ella sale el material de la prenda." },
  "no-google-category": { label: "Sin categoría de Google", why: "Google la adivina si no la dices." },
};

export const LEFT_OUT_REASONS = Object.keys(LEFT_OUT_TEXT) as OmissionReason[];
export const INCOMPLETE_REASONS = Object.keys(INCOMPLETE_TEXT) as IncompleteReason[];
