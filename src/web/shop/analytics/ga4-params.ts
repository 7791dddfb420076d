import { toCents, toPesos } from "../../../domain/money.ts";
import type { AnalyticsEvent, TrackedLine, ViewedProduct } from "../../state/analytics.ts";
import { scrubText } from "./scrub-url.ts";

/** An item of GA4 (developers.google.com/analytics/devguides/collection/ga4/ecommerce). The price is in pesos. */
interface Item {
  /** The id of a size, as in the product feeds (rule MEASURE-2); of a product without sizes its own id. */
  item_id: string;
  item_name: string;
  item_brand?: string;
  item_category?: string;
  /** The size. */
  item_variant?: string;
  price: number;
  quantity: number;
  index?: number;
}

/** An event's parameters in GA4's shape. */
export function toGa4Params({ name, data }: AnalyticsEvent): object {
  switch (name) {
    case "page_view":
      return {};
    case "search":
      return { search_term: scrubText(data.term) };
    case "view_item_list": {
      const items = data.products.map((product, index) => ({ ...toViewedItem(product), index: data.from + index }));
      return { item_list_name: data.list, items };
    }
    case "view_item":
      return withValue([{ ...toViewedItem(data.product), item_category: data.category }]);
    case "add_to_cart":
    case "remove_from_cart":
      return withValue(data.map(toLineItem));
    case "purchase": {
      // GA4 requires that the value is the sum of the items, without shipping and fees.
      const { cost, insurance, extraFee } = data.shipping;
      return {
        transaction_id: data.reference,
        shipping: toPesos(toCents(cost) + toCents(insurance) + toCents(extraFee)),
        ...withValue(data.products.map((line) => toLineItem({ line, pieces: line.quantity }))),
      };
    }
  }
}

/** The item of a cart line. The line's name is like "Vestido midi Nopal Rojo T: M" (`cartLineName`). */
function toLineItem({ line, pieces }: TrackedLine): Item {
  const sizeStart = line.name.lastIndexOf(" T: ");
  return {
    item_id: line.attributeId,
    item_name: sizeStart < 0 ? line.name : line.name.slice(0, sizeStart),
    item_brand: line.brand ?? undefined,
    item_variant: sizeStart < 0 ? undefined : line.name.slice(sizeStart + " T: ".length),
    price: line.unitPrice,
    quantity: pieces,
  };
}

/**
 * The item of a viewed product, named like its cart line. No size is chosen yet, so the id is that of the first size in
 * stock. If the product is sold out, it is that of its first size. Without sizes, it is the product's own.
 */
function toViewedItem(product: ViewedProduct): Item {
  return {
    item_id: (product.sizes.find(({ available }) => available > 0) ?? product.sizes[0] ?? product).id,
    item_name: [product.name, product.brand, product.color].filter(Boolean).join(" "),
    item_brand: product.brand ?? undefined,
    price: toPesos(product.priceCents),
    quantity: 1,
  };
}

/** The parameters of an event with a value: the sum of its items, in pesos. */
function withValue(items: Item[]): { currency: "MXN"; value: number; items: Item[] } {
  const cents = items.reduce((sum, item) => sum + toCents(item.price) * item.quantity, 0);
  return { currency: "MXN", value: toPesos(cents), items };
}
