import { useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import { useCart } from "../../state/cart.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { storeCoupon } from "../coupon-field.tsx";
import { CartTable } from "./cart-table.tsx";

/** An expired cart: its lines stay listed, and a button adds the available pieces again (rule CART-5). */
export function ExpiredCart({ cart }: { cart: Cart }) {
  const { recover, close } = useCart();
  const [busy, setBusy] = useState(false);
  const [unavailableNames, setUnavailableNames] = useState<string[]>([]);
  const showToast = useToast();
  const recoverCart = async (): Promise<void> => {
    setBusy(true);
    if (cart.coupon) storeCoupon(cart.coupon.code);
    const outcome = await recover();
    setBusy(false);
    if (!outcome.ok) return showToast("error", "No pudimos recuperar tu carrito", outcome.problem.detail);
    const cappedLine = outcome.data.failed.find((line) => line.detail !== undefined);
    if (cappedLine) {
      const title = outcome.data.cart === null ? "No pudimos recuperar tu carrito" : "Solo recuperamos una parte";
      return showToast("error", title, cappedLine.detail);
    }
    const names = outcome.data.failed.map((line) => line.name);
    if (outcome.data.cart === null) return setUnavailableNames(names);
    if (names.length === 0) showToast("success", "Recuperamos tu carrito completo");
    else showToast("error", "Recuperamos lo que quedaba", `Se agotó: ${names.join("; ")}`);
  };
  return (
    <div className="space-y-6">
      <Notice tone="warning" icon="clock" title="Tu carrito venció">
        El tiempo de apartado terminó y las piezas volvieron a la tienda. Estas son las que tenías.
      </Notice>
      {unavailableNames.length > 0 && (
        <Notice tone="error" alert title="Ya no queda ninguna de estas piezas">
          {unavailableNames.join("; ")}
        </Notice>
      )}
      <div className="opacity-70">
        <CartTable lines={cart.products} isPresale={cart.isPresale} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void recoverCart()}>
          Recuperar mi carrito
        </Button>
        <Button variant="secondary" onClick={close}>
          Empezar de nuevo
        </Button>
      </div>
    </div>
  );
}
