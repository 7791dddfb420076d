/**
 * The colour families that customers filter by, in the order of the filter. The database's constraint
 * `colors_families_known` has the same list.
 */
export const COLOR_FAMILIES = [
  "negro",
  "gris",
  "blanco",
  "beige",
  "cafe",
  "rojo",
  "rosa",
  "naranja",
  "amarillo",
  "verde",
  "azul",
  "morado",
  "metalico",
  "estampado",
] as const;

export type ColorFamily = (typeof COLOR_FAMILIES)[number];

export const COLOR_FAMILY_LABEL: Record<ColorFamily, string> = {
  negro: "Negro",
  gris: "Gris",
  blanco: "Blanco",
  beige: "Beige",
  cafe: "Café",
  rojo: "Rojo",
  rosa: "Rosa",
  naranja: "Naranja",
  amarillo: "Amarillo",
  verde: "Verde",
  azul: "Azul",
  morado: "Morado",
  metalico: "Metálico",
  estampado: "Estampado",
};

export function isColorFamily(text: string): text is ColorFamily {
  return COLOR_FAMILIES.some((family) => family === text);
}
