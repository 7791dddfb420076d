import { useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import { useCart } from "../../state/cart.tsx";
import { useToast } from "../../ui/toasts.tsx";

/** Extends the reservation of the cart (rule CART-6), and shows the result in a toast. */
export function useMoreTime(cart: Cart | null | undefined) {
  const { extend } = useCart();
  const showToast = useToast();
  const [busy, setBusy] = useState(false);
  const requestMoreTime = async (): Promise<void> => {
    if (busy || !cart) return;
    setBusy(true);
    const outcome = await extend();
    setBusy(false);
    if (!outcome.ok) showToast("error", "No pudimos darte más tiempo", outcome.problem.detail);
    else if (outcome.data.expiresOn === cart.expiresOn)
      showToast("info", "Ya no podemos apartarlas más tiempo", "Termina tu compra antes de que venza.");
    else showToast("success", "Listo, tienes más tiempo");
  };
  return { busy, requestMoreTime };
}
