import type { PriceTexts } from "../../domain/shown-prices.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import type { Shop } from "../shops/shop.ts";
import type { ProductRow } from "./product-row.ts";
import { toProductView } from "./to-view.ts";

/** A product in a row of the front page: without sizes, the other colours of its style and notes on prices. */
export interface SmallCardView {
  id: string;
  name: string;
  color: string | null;
  prices: Pick<PriceTexts, "price" | "former" | "percent">;
  picture: PictureRow | null;
}

export function toSmallCard(shop: Shop, row: ProductRow, now: Date): SmallCardView {
  const { id, name, color, prices, pictures } = toProductView(shop, row, now);
  const { price, former, percent } = prices;
  const [picture] = pictures;
  return {
    id,
    name,
    color,
    prices: { price, ...(former && { former }), ...(percent && { percent }) },
    // The name next to the picture describes it.
    picture: picture ? { ...picture, alt: "" } : null,
  };
}
