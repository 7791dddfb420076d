import type { Cart } from "../../../contract/carts.ts";
import type { CartLine } from "../../../contract/cart-line.ts";
import { tooFewSentence } from "../../../domain/cart-line.ts";

/**
 * Why a line could not get more pieces. `cart` is the cart as it is now. A line can have at most its own pieces and
 * those that are still available.
 */
export function tooFewText(cart: Cart | null, { attributeId, madeToOrder }: CartLine): string {
  if (madeToOrder) return "Tu código ya no alcanza para tantas piezas sobre pedido.";
  const line = cart?.products.find((candidate) => candidate.attributeId === attributeId);
  return tooFewSentence(line ? line.stock + line.quantity : 0);
}
