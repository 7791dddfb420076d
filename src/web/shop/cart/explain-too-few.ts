import type { Cart } from "../../../contract/carts.ts";
import type { CartLine } from "../../../contract/cart-line.ts";
import { tooFewPiecesSentence } from "../../../domain/cart-line.ts";

/**
 * The sentence for a line that could not get more pieces. `cart` is the cart as the API returned it with the refusal. A
 * line can have at most its own pieces and those that are still available.
 */
export function explainTooFew(cart: Cart | null, { attributeId, madeToOrder }: CartLine): string {
  if (madeToOrder) return "Tu código ya no alcanza para tantas piezas sobre pedido.";
  const line = cart?.products.find((candidate) => candidate.attributeId === attributeId);
  return tooFewPiecesSentence(line ? line.stock + line.quantity : 0);
}
