import { createContext, useContext, useMemo, type ReactNode } from "react";
import type { CartLine } from "../../contract/cart-line.ts";
import type { Cart } from "../../contract/carts.ts";
import { noAnswer, type Outcome } from "../client.ts";
import type { cartActions, NewLine } from "./cart-actions.ts";
import { useStoredCart, type StoredCart } from "./use-stored-cart.ts";

/** When the cart's pieces are released: on the browser's monotonic clock, set by the server's time, not the wall clock. */
export interface Deadline {
  /** Milliseconds of `performance.now()`. */
  at: number;
  /** The wall time the server gives, for texts like "hasta las 14:32". */
  endsOn: string;
}

interface CartState {
  /** Undefined until it is known; null without a cart. */
  cart: Cart | null | undefined;
  deadline: Deadline | null;
  /** The cart's time is over. Its lines stay listed until they are recovered or the cart is closed. */
  expired: boolean;
  /** The sentence why the cart could not be read. */
  error: string | null;
  /** `isPresale`: into a cart of the presale that the stored code opens. */
  add(lines: NewLine[], isPresale?: boolean): Promise<Outcome<"addToCart">>;
  change(line: CartLine, pieces: number): Promise<Outcome<"changeQuantity">>;
  /** Takes the offer of a waiting-list email: into this cart, or as a new one. */
  take(token: string): Promise<Outcome<"takeOffer">>;
  extend(): Promise<Outcome<"extendCart">>;
  /** Adds what is still available of an expired cart to a new one. */
  recover(): Promise<Outcome<"createCart">>;
  refresh(): Promise<void>;
  /** Closes the cart in this browser: it became an order, or the customer does not want it back. */
  close(): void;
}

const CartContext = createContext<CartState>(null!);

/** Only inside CartProvider. */
export function useCart(): CartState {
  return useContext(CartContext);
}

export function CartProvider({ children }: { children: ReactNode }) {
  const { cart, deadline, error, current, store, storeChanged, refresh } = useStoredCart();
  const actions = useMemo(() => lazyActions({ current, store, storeChanged }), [current, store, storeChanged]);
  const state = useMemo(
    () => ({ cart, deadline, expired: cart?.state === "expired", error, refresh, ...actions }),
    [cart, deadline, error, refresh, actions],
  );
  return <CartContext value={state}>{children}</CartContext>;
}

/** The actions, whose code is loaded by the first of them. As `call` they never throw. */
function lazyActions(stored: Pick<StoredCart, "current" | "store" | "storeChanged">) {
  const run = async <R,>(action: (actions: ReturnType<typeof cartActions>) => Promise<R>) => {
    try {
      const code = await import("./cart-actions.ts");
      return await action(code.cartActions(stored));
    } catch {
      return { ok: false as const, problem: noAnswer(0) };
    }
  };
  return {
    add: (lines: NewLine[], isPresale?: boolean) => run((actions) => actions.add(lines, isPresale)),
    change: (line: CartLine, pieces: number) => run((actions) => actions.change(line, pieces)),
    take: (token: string) => run((actions) => actions.take(token)),
    extend: () => run((actions) => actions.extend()),
    recover: () => run((actions) => actions.recover()),
    close: () => stored.storeChanged(null),
  };
}
