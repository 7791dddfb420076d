/** The title of a size guide: "Mujer › Vestidos", "Jacaranda en Mujer › Vestidos", or its product's name. */
export function formatGuideTitle(owner: {
  product: string | null;
  category: string | null;
  brand: string | null;
}): string {
  if (owner.product !== null) return owner.product;
  const category = owner.category ?? "Sin categoría";
  return owner.brand === null ? category : `${owner.brand} en ${category}`;
}
