import type { CartLine } from "../../contract/cart-line.ts";
import type { Cart } from "../../contract/carts.ts";
import { call, type AnswerOf, type Outcome } from "../client.ts";
import { track, type CountedLine } from "./analytics.ts";
import { outdateFetchedAhead, readStored, STORED, writeStored } from "./storage.ts";

export interface NewLine {
  productId: string;
  sizeId: string;
  pieces: number;
}

/** What changes the cart: each calls the API, stores the cart it answers and notifies the other tabs. */
export function cartActions(
  current: { readonly current: Cart | null | undefined },
  store: (cart: Cart | null) => void,
) {
  const storeChanged = (cart: Cart | null): void => {
    store(cart);
    writeStored(STORED.cartStamp, String(Date.now()));
    outdateFetchedAhead();
  };

  const addLines = async (lines: NewLine[], id: string | null, isPresale: boolean): Promise<Outcome<"addToCart">> => {
    const products = lines.map((line) => ({
      productId: line.productId,
      attributeId: line.sizeId,
      quantity: line.pieces,
    }));
    const options = { body: { products, isPresale }, idempotencyKey: crypto.randomUUID() };
    const outcome = id ? await call("addToCart", { params: { id }, ...options }) : await call("createCart", options);
    if (outcome.ok && outcome.data.cart) storeChanged(outcome.data.cart);
    return outcome;
  };

  return {
    async add(lines: NewLine[], isPresale = false): Promise<Outcome<"addToCart">> {
      const cart = current.current;
      const id = cart?.state === "expired" ? null : (cart?._id ?? readStored(STORED.cartId));
      let outcome = await addLines(lines, id, isPresale);
      if (!outcome.ok && ["CART_NOT_ACTIVE", "CART_NOT_FOUND"].includes(outcome.problem.code)) {
        outcome = await addLines(lines, null, isPresale);
      }
      const added = outcome.ok ? addedLines(lines, outcome.data) : [];
      if (added.length > 0) track("add_to_cart", added);
      return outcome;
    },

    async change(line: CartLine, pieces: number): Promise<Outcome<"changeQuantity">> {
      const outcome = await call("changeQuantity", {
        params: { id: current.current?._id ?? "" },
        body: { productId: line.productId, attributeId: line.attributeId, newQuantity: pieces },
      });
      if (outcome.ok) {
        storeChanged(outcome.data.cart);
        const more = pieces - line.quantity;
        if (outcome.data.status === "OK" && more !== 0) {
          track(more > 0 ? "add_to_cart" : "remove_from_cart", [{ line, pieces: Math.abs(more) }]);
        }
      }
      return outcome;
    },

    async take(token: string): Promise<Outcome<"takeOffer">> {
      const outcome = await call("takeOffer", { body: { token, cartId: readStored(STORED.cartId) } });
      if (outcome.ok) storeChanged(outcome.data.cart);
      return outcome;
    },

    async extend(): Promise<Outcome<"extendCart">> {
      const outcome = await call("extendCart", { params: { id: current.current?._id ?? "" } });
      if (outcome.ok) store(outcome.data);
      return outcome;
    },

    recover(): Promise<Outcome<"createCart">> {
      const { products = [], isPresale = false } = current.current ?? {};
      const lines = products.map((line) => ({
        productId: line.productId,
        sizeId: line.attributeId,
        pieces: line.quantity,
      }));
      return addLines(lines, null, isPresale);
    },

    forget: () => storeChanged(null),
  };
}

/** The lines that an add reserved. */
function addedLines(lines: readonly NewLine[], { cart, failed }: AnswerOf<"addToCart">): CountedLine[] {
  return lines.flatMap(({ sizeId, pieces }) => {
    const line = cart?.products.find(({ attributeId }) => attributeId === sizeId);
    return line && !failed.some(({ attributeId }) => attributeId === sizeId) ? [{ line, pieces }] : [];
  });
}
