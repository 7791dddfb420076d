import { toCents, toPesos } from "../../../domain/money.ts";
import type { AnalyticsEvent, CountedLine, ViewedProduct } from "../../state/analytics.ts";
import { publicText } from "./public-address.ts";

/** A product as GA4 counts it (developers.google.com/analytics/devguides/collection/ga4/ecommerce); price in pesos. */
interface Item {
  /** The id of a size, as in the product feeds (rule MEASURE-2). */
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
export function ga4Params({ name, data }: AnalyticsEvent): object {
  switch (name) {
    case "page_view":
      return {};
    case "search":
      return { search_term: publicText(data.term) };
    case "view_item_list": {
      const items = data.products.map((product, at) => ({ ...viewedItem(product), index: data.from + at }));
      return { item_list_name: data.list, items };
    }
    case "view_item":
      return priced([{ ...viewedItem(data.product), item_category: data.category }]);
    case "add_to_cart":
    case "remove_from_cart":
      return priced(data.map(countedItem));
    case "purchase": {
      // The value is what the items cost, without shipping and fees: GA4 requires it.
      const { cost, insurance, extraFee } = data.shipping;
      return {
        transaction_id: data.reference,
        shipping: toPesos(toCents(cost) + toCents(insurance) + toCents(extraFee)),
        ...priced(data.products.map((line) => countedItem({ line, pieces: line.quantity }))),
      };
    }
  }
}

/** The line's name is "Vestido midi Nopal Rojo T: M", as `cartLineName` writes it. */
function countedItem({ line, pieces }: CountedLine): Item {
  const at = line.name.lastIndexOf(" T: ");
  return {
    item_id: line.attributeId,
    item_name: at < 0 ? line.name : line.name.slice(0, at),
    item_brand: line.brand ?? undefined,
    item_variant: at < 0 ? undefined : line.name.slice(at + 4),
    price: line.unitPrice,
    quantity: pieces,
  };
}

/**
 * The name that its cart line would have. No size is chosen yet: the first one that can be bought stands for the
 * product.
 */
function viewedItem(product: ViewedProduct): Item {
  return {
    item_id: (product.sizes.find(({ available }) => available > 0) ?? product.sizes[0] ?? product).id,
    item_name: [product.name, product.brand, product.color].filter(Boolean).join(" "),
    item_brand: product.brand ?? undefined,
    price: toPesos(product.priceCents),
    quantity: 1,
  };
}

function priced(items: Item[]): { currency: "MXN"; value: number; items: Item[] } {
  const cents = items.reduce((sum, item) => sum + toCents(item.price) * item.quantity, 0);
  return { currency: "MXN", value: toPesos(cents), items };
}
