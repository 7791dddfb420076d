/** A product counts as new for this many days (rule PRICE-6). */
export const NEW_FOR_DAYS = 5;

export type ProductBadge = "offer" | "new";

/** A product on offer shows 'Oferta' and not 'Nuevo', even if staff marked it as new (rule PRICE-6). */
export function productBadge(
  product: { isOffer: boolean; isMarkedNew: boolean; createdAt: Date },
  now: Date,
): ProductBadge | null {
  if (product.isOffer) return "offer";
  const ageDays = (now.getTime() - product.createdAt.getTime()) / 86_400_000;
  return product.isMarkedNew || ageDays <= NEW_FOR_DAYS ? "new" : null;
}

export const PRODUCT_BADGE_LABEL: Record<ProductBadge, string> = { offer: "Oferta", new: "Nuevo" };
