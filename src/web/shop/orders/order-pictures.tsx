import type { Order } from "../../../contract/orders.ts";

/** How many pictures stand in a row before the rest is a number. */
const MAX = 3;

/** The pictures of an order's first products. What they are is named on the order's page. */
export function OrderPictures({ products }: Pick<Order, "products">) {
  const shown = products.filter((line) => line.image).slice(0, MAX);
  const others = products.length - shown.length;
  const names = products.map((line) => line.name).join(", ");
  return (
    <span className="flex items-center gap-0.5">
      <span className="sr-only">{names}</span>
      {shown.map((line) => (
        <img
          key={line.attributeId}
          src={line.image!}
          alt=""
          width={48}
          height={60}
          loading="lazy"
          className="aspect-4/5 w-12 bg-bone object-cover"
        />
      ))}
      {others > 0 && (
        <span aria-hidden className="tabular px-2 text-sm text-soft">
          +{others}
        </span>
      )}
    </span>
  );
}
