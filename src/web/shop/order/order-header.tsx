import { useCallback } from "react";
import type { Order } from "../../../contract/orders.ts";
import { formatLongDate } from "../../../domain/long-date.ts";
import { cx } from "../../ui/class-names.ts";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { useNow } from "../use-now.ts";

/** The order's number and date, with a picture on phones. For a new order, a thank-you in large text comes first. */
export function OrderHeader({ order, isNew }: { order: Order; isNew: boolean }) {
  const now = useNow();
  // Moves the focus to the heading if no element has it, because the page was just opened or the focused element was
  // removed. Screen readers then announce the order.
  const focusHeading = useCallback((element: HTMLElement | null) => {
    if (element && document.activeElement === document.body) element.focus({ preventScroll: true });
  }, []);
  return (
    <div className="space-y-4">
      {isNew && <p className="font-display text-3xl">¡Gracias, {order.customer.name.split(" ", 1)}!</p>}
      <div className="flex items-center gap-4">
        <Thumbnail
          src={order.products.find((line) => line.image)?.image}
          width={80}
          className="w-20 sm:hidden print:hidden"
        />
        <div className="min-w-0 space-y-1">
          <div className={cx("flex flex-wrap items-baseline gap-x-3", !isNew && "flex-col gap-y-1")}>
            <h1
              ref={focusHeading}
              tabIndex={-1}
              className={isNew ? "font-sans text-base font-semibold tracking-normal" : "text-2xl"}
            >
              Pedido #{order.reference}
            </h1>
            <p className="text-soft first-letter:uppercase">{formatLongDate(new Date(order.createdOn), now)}</p>
          </div>
          {isNew && <p className="text-sm text-soft">Pedido ingresado correctamente</p>}
        </div>
      </div>
    </div>
  );
}
