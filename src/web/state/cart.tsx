import { createContext, useContext, useMemo, type ReactNode } from "react";
import type { CartLine } from "../../contract/cart-line.ts";
import type { Cart } from "../../contract/carts.ts";
import { makeNoAnswerProblem, type Outcome } from "../client.ts";
import type { createCartActions, NewLine } from "./cart-actions.ts";
import { useStoredCart, type StoredCart } from "./use-stored-cart.ts";

/**
 * The moment when the pieces of a cart or an offer are released, when a presale opens, or when a turn in its waiting
 * room ends. It follows the server's time, because the device's clock may be wrong.
 */
export interface Deadline {
  /** On the browser's monotonic clock: milliseconds of `performance.now()`. */
  at: number;
  /** The date and time from the server, for texts like "hasta las 14:32". */
  endsOn: string;
}

interface CartState {
  /** Undefined until it is known; null without a cart. */
  cart: Cart | null | undefined;
  deadline: Deadline | null;
  /** Whether the cart has expired. Its lines stay listed until they are recovered or the cart is closed. */
  expired: boolean;
  /** Why the cart could not be read, as a sentence; null if it was read. */
  error: string | null;
  /** With `isPresale` the lines are added to a cart of the presale that the stored code opens. */
  add(lines: NewLine[], isPresale?: boolean): Promise<Outcome<"addToCart">>;
  change(line: CartLine, pieces: number): Promise<Outcome<"changeQuantity">>;
  /** Accepts the offer of a waiting-list email: adds its piece to this cart or to a new one. */
  takeOffer(token: string): Promise<Outcome<"takeOffer">>;
  extend(): Promise<Outcome<"extendCart">>;
  /** Creates a cart with those lines of the expired cart that are still available. */
  recover(): Promise<Outcome<"createCart">>;
  refresh(): Promise<void>;
  /** Closes the cart in this browser: it became an order, or the customer does not want it back. */
  close(): void;
}

const CartContext = createContext<CartState>(null!);

/** Works only inside CartProvider. */
export function useCart(): CartState {
  return useContext(CartContext);
}

export function CartProvider({ children }: { children: ReactNode }) {
  const { cart, deadline, error, cartRef, store, storeAndNotifyTabs, refresh } = useStoredCart();
  const actions = useMemo(
    () => createLazyActions({ cartRef, store, storeAndNotifyTabs }),
    [cartRef, store, storeAndNotifyTabs],
  );
  const state = useMemo(
    () => ({ cart, deadline, expired: cart?.state === "expired", error, refresh, ...actions }),
    [cart, deadline, error, refresh, actions],
  );
  return <CartContext value={state}>{children}</CartContext>;
}

/** The actions. Their code is loaded with the first call that needs it. Like `call`, they never throw. */
function createLazyActions(storedCart: Pick<StoredCart, "cartRef" | "store" | "storeAndNotifyTabs">) {
  const run = async <R,>(action: (actions: ReturnType<typeof createCartActions>) => Promise<R>) => {
    try {
      const code = await import("./cart-actions.ts");
      return await action(code.createCartActions(storedCart));
    } catch {
      return { ok: false as const, problem: makeNoAnswerProblem(0) };
    }
  };
  return {
    add: (lines: NewLine[], isPresale?: boolean) => run((actions) => actions.add(lines, isPresale)),
    change: (line: CartLine, pieces: number) => run((actions) => actions.change(line, pieces)),
    takeOffer: (token: string) => run((actions) => actions.takeOffer(token)),
    extend: () => run((actions) => actions.extend()),
    recover: () => run((actions) => actions.recover()),
    close: () => storedCart.storeAndNotifyTabs(null),
  };
}
