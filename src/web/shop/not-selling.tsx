import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";

/** Shown instead of the cart, the checkout and presales while `canSell` is false (rule SHOP-3). */
export function NotSelling() {
  return (
    <EmptyState title="Por ahora la tienda no está vendiendo en línea">
      <p className="text-soft">Puedes mirar el catálogo; en cuanto volvamos a vender verás aquí los precios.</p>
      <ButtonLink to="/">Ver el catálogo</ButtonLink>
    </EmptyState>
  );
}
