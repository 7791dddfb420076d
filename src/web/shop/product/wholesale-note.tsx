import type { PublicShop } from "../../../contract/shop.ts";
import { formatMoney, type Cents } from "../../../domain/money.ts";
import { useCart } from "../../state/cart.tsx";

/** The wholesale price, from how many pieces it applies, and how many more pieces a cart that is not empty needs. */
export function WholesaleNote({ priceCents, shop }: { priceCents: Cents; shop: PublicShop }) {
  const { cart } = useCart();
  const minPieces = shop.settings.orders.wholesaleQty;
  const pieces = cart?.state === "active" ? cart.summary.pieces : 0;
  return (
    <p className="text-sm text-soft">
      <span className="tabular">{formatMoney(priceCents)}</span> por pieza en compras desde {minPieces} piezas,
      combínalas como quieras.
      {pieces > 0 && pieces < minPieces && (
        <span className="block font-semibold text-success">
          Llevas {pieces}; {minPieces - pieces === 1 ? "te falta 1" : `te faltan ${minPieces - pieces}`}.
        </span>
      )}
      {pieces >= minPieces && (
        <span className="block font-semibold text-success">Tu carrito ya tiene precio de mayoreo.</span>
      )}
    </p>
  );
}
