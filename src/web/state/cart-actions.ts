import type { CartLine } from "../../contract/cart-line.ts";
import { callOperation } from "../call-operation.ts";
import { animateCartIcon } from "../ui/animate-cart-icon.ts";
import type { AnswerOf, Outcome } from "../client.ts";
import { track, type TrackedLine } from "./analytics.ts";
import { readStored, STORAGE_KEY } from "./storage.ts";
import type { StoredCart } from "./use-stored-cart.ts";

export interface NewLine {
  productId: string;
  sizeId: string;
  pieces: number;
}

/** The calls that change the cart. Each one stores the cart that the API returns. */
export function createCartActions({
  cartRef,
  store,
  storeAndNotifyTabs,
}: Pick<StoredCart, "cartRef" | "store" | "storeAndNotifyTabs">) {
  const addLines = async (lines: NewLine[], id: string | null, isPresale: boolean): Promise<Outcome<"addToCart">> => {
    const products = lines.map((line) => ({
      productId: line.productId,
      attributeId: line.sizeId,
      quantity: line.pieces,
    }));
    const options = { body: { products, isPresale }, idempotencyKey: crypto.randomUUID() };
    const outcome = id
      ? await callOperation("addToCart", { params: { id }, ...options })
      : await callOperation("createCart", options);
    if (outcome.ok && outcome.data.cart) storeAndNotifyTabs(outcome.data.cart);
    return outcome;
  };

  return {
    async add(lines: NewLine[], isPresale = false): Promise<Outcome<"addToCart">> {
      const cart = cartRef.current;
      const id = cart?.state === "expired" ? null : (cart?._id ?? readStored(STORAGE_KEY.cartId));
      let outcome = await addLines(lines, id, isPresale);
      if (!outcome.ok && ["CART_NOT_ACTIVE", "CART_NOT_FOUND"].includes(outcome.problem.code)) {
        outcome = await addLines(lines, null, isPresale);
      }
      const trackedLines = outcome.ok ? listAddedLines(lines, outcome.data) : [];
      if (trackedLines.length > 0) {
        track("add_to_cart", trackedLines);
        animateCartIcon();
      }
      return outcome;
    },

    async change(line: CartLine, pieces: number): Promise<Outcome<"changeQuantity">> {
      const outcome = await callOperation("changeQuantity", {
        params: { id: cartRef.current?._id ?? "" },
        body: { productId: line.productId, attributeId: line.attributeId, newQuantity: pieces },
      });
      if (outcome.ok) {
        storeAndNotifyTabs(outcome.data.cart);
        const pieceDifference = pieces - line.quantity;
        if (outcome.data.status === "OK" && pieceDifference !== 0) {
          track(pieceDifference > 0 ? "add_to_cart" : "remove_from_cart", [
            { line, pieces: Math.abs(pieceDifference) },
          ]);
        }
      }
      return outcome;
    },

    async takeOffer(token: string): Promise<Outcome<"takeOffer">> {
      const outcome = await callOperation("takeOffer", { body: { token, cartId: readStored(STORAGE_KEY.cartId) } });
      if (outcome.ok) {
        storeAndNotifyTabs(outcome.data.cart);
        animateCartIcon();
      }
      return outcome;
    },

    async extend(): Promise<Outcome<"extendCart">> {
      const outcome = await callOperation("extendCart", { params: { id: cartRef.current?._id ?? "" } });
      if (outcome.ok) store(outcome.data);
      return outcome;
    },

    recover(): Promise<Outcome<"createCart">> {
      const { products = [], isPresale = false } = cartRef.current ?? {};
      const lines = products.map((line) => ({
        productId: line.productId,
        sizeId: line.attributeId,
        pieces: line.quantity,
      }));
      return addLines(lines, null, isPresale);
    },
  };
}

/** The lines whose pieces the API added to the cart. */
function listAddedLines(lines: readonly NewLine[], { cart, failed }: AnswerOf<"addToCart">): TrackedLine[] {
  return lines.flatMap(({ sizeId, pieces }) => {
    const line = cart?.products.find(({ attributeId }) => attributeId === sizeId);
    return line && !failed.some(({ attributeId }) => attributeId === sizeId) ? [{ line, pieces }] : [];
  });
}
