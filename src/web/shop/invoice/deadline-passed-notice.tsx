import type { Ref } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { Button } from "../../ui/button.tsx";
import { ContactStaff } from "./contact-staff.tsx";
import type { FoundOrder } from "./use-invoice-steps.ts";

/** Shown instead of the form after the order's invoice deadline: says how to contact staff (rule INVOICE-6). */
export function DeadlinePassedNotice({
  headingRef,
  shop,
  order,
  onChangeOrder,
}: {
  headingRef: Ref<HTMLHeadingElement>;
  shop: PublicShop;
  order: FoundOrder;
  onChangeOrder: () => void;
}) {
  return (
    <section aria-labelledby="plazo" className="space-y-4">
      <h2 ref={headingRef} id="plazo" tabIndex={-1} className="text-xl">
        El plazo para facturar tu pedido #{order.reference} ya terminó
      </h2>
      <p className="text-soft">
        Se podía facturar aquí hasta el {formatDay(order.lastDay)}. Si necesitas tu factura,{" "}
        <ContactStaff shop={shop} />.
      </p>
      <Button variant="secondary" onClick={onChangeOrder}>
        Facturar otro pedido
      </Button>
    </section>
  );
}
