import { bestInstallments, installmentsText } from "../../domain/installments.ts";
import type { Cents } from "../../domain/money.ts";
import { productTag, type ProductTag } from "../../domain/product-tags.ts";
import { toRating, type Rating } from "../../domain/rating.ts";
import { installmentPlans, type Shop } from "../shops/shop.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import { pricesOf, type ProductRow } from "./product-row.ts";

/** A colour of a style as the screens show it. */
export interface ColorView {
  /** The product that is made in it. */
  id: string;
  name: string;
  hex: string | null;
  /** Only without a value: the swatch is a crop of it. */
  picture: PictureRow | null;
  isPresale: boolean;
}

/** A product as the screens show it: prices of this shop, in centavos. */
export interface ProductView {
  id: string;
  name: string;
  brand: string | null;
  /** The brand's name in URLs. */
  brandSlug: string | null;
  color: string | null;
  isDigital: boolean;
  priceCents: Cents;
  /** Null if the product has none or the shop hides it. */
  wholesalePriceCents: Cents | null;
  /** The price before the offer that runs now. Null without an offer. */
  formerPriceCents: Cents | null;
  /** When the offer ends. Null without an offer, or if it has no end. */
  offerUntil: Date | null;
  /** "hasta 6 meses sin intereses de $216.50": the most in which this product alone can be paid. Null if there are none. */
  installments: string | null;
  tag: ProductTag | null;
  sizes: { id: string; name: string; available: number }[];
  pictures: PictureRow[];
  /** The colours of its style, itself included. Empty if there is only one. */
  colors: ColorView[];
  rating: Rating | null;
}

export function toProductView(shop: Shop, row: ProductRow, now: Date): ProductView {
  const prices = pricesOf(shop, row);
  const wholesale = prices.branchPriceCents === null ? prices.wholesalePriceCents : prices.branchWholesalePriceCents;
  const { showWholesalePrice } = shop.settings.products;
  const priceCents = prices.branchPriceCents ?? prices.priceCents;
  const installments = bestInstallments(installmentPlans(shop), priceCents);
  return {
    id: row.id,
    name: row.name,
    brand: row.brands[0]?.name ?? null,
    brandSlug: row.brands[0]?.slug ?? null,
    color: row.color,
    isDigital: row.is_digital,
    priceCents,
    wholesalePriceCents: showWholesalePrice && shop.settings.orders.allowWholesale ? wholesale : null,
    formerPriceCents: null,
    offerUntil: null,
    installments: installments && installmentsText(installments, priceCents),
    tag: productTag({ isOffer: row.is_offer, isMarkedNew: row.is_marked_new, createdAt: row.created_at }, now),
    sizes: row.sizes.map(({ id, name, available }) => ({ id, name, available })),
    pictures: row.pictures,
    colors: colorViews(row),
    rating: toRating(row.rating),
  };
}

function colorViews({ name, colors }: ProductRow): ColorView[] {
  if (!colors || colors.length < 2) return [];
  return colors.map((color) => ({
    id: color.id,
    name: color.name ?? name,
    hex: color.hex,
    picture: color.hex === null ? color.picture : null,
    isPresale: color.isPresale,
  }));
}
