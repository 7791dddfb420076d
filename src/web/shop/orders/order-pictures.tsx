import type { Order } from "../../../contract/orders.ts";
import { cx } from "../../ui/class-names.ts";
import { Thumbnail } from "../../ui/thumbnail.tsx";

/** How many pictures a row shows on wide screens. Phones show one. A number stands for the other products. */
const MAX_PICTURES = 3;

/** The pictures of an order's first products. Only screen readers get their names. */
export function OrderPictures({ products }: Pick<Order, "products">) {
  const firstLines = products.slice(0, MAX_PICTURES);
  const names = products.map((line) => line.name).join(", ");
  return (
    <span className="flex items-center gap-0.5">
      <span className="sr-only">{names}</span>
      {firstLines.map((line, index) => (
        <Thumbnail
          key={line.attributeId}
          src={line.image}
          width={56}
          className={cx("w-14", index > 0 && "max-sm:hidden")}
        />
      ))}
      {firstLines.length === 0 && <Thumbnail src={null} width={56} className="w-14" />}
      <OtherProductCount count={products.length - MAX_PICTURES} className="max-sm:hidden" />
      <OtherProductCount count={products.length - 1} className="sm:hidden" />
    </span>
  );
}

function OtherProductCount({ count, className }: { count: number; className: string }) {
  if (count < 1) return null;
  return (
    <span aria-hidden className={cx("tabular pl-2 text-sm text-soft", className)}>
      +{count}
    </span>
  );
}
