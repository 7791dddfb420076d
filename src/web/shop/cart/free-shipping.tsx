import type { Cart } from "../../../contract/carts.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { Icon } from "../../ui/icon.tsx";

/** The amount missing for free shipping, or a note that shipping is free (rule PROMO-17). */
export function FreeShipping({ progress: { from, missing } }: { progress: NonNullable<Cart["freeShipping"]> }) {
  const share = from > 0 ? Math.max(0, 1 - missing / from) : 1;
  return (
    <div className="space-y-2 text-sm">
      <p role="status" className="tabular flex gap-2">
        <Icon name={missing > 0 ? "truck" : "check"} className="size-5 shrink-0" />
        {missing > 0 ? (
          <span>
            Te faltan <strong>{formatMoney(toCents(missing))}</strong> para el envío gratis
          </span>
        ) : (
          <strong>¡Tu envío es gratis!</strong>
        )}
      </p>
      <span aria-hidden className="block h-1 bg-line">
        <span
          className="block h-full bg-ink transition-[width] duration-300"
          style={{ width: `${Math.round(share * 100)}%` }}
        />
      </span>
    </div>
  );
}
