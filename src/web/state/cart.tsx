import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { CartLine } from "../../contract/cart-line.ts";
import type { Cart } from "../../contract/carts.ts";
import { call, type AnswerOf, type Outcome } from "../client.ts";
import { track, type CountedLine } from "./analytics.ts";
import { outdateFetchedAhead, readStored, STORED, writeStored } from "./storage.ts";

export interface Wish {
  productId: string;
  sizeId: string;
  pieces: number;
}

/** When the cart's pieces go back: on the browser's steady clock, set by the server's, whatever the wall clock says. */
export interface Deadline {
  /** Milliseconds of `performance.now()`. */
  at: number;
  /** The wall time the server gives, for words like "hasta las 14:32". */
  endsOn: string;
}

interface CartState {
  /** Undefined until it is known; null without one. */
  cart: Cart | null | undefined;
  deadline: Deadline | null;
  /** The cart's time is over; its lines stay listed until recovered or let go. */
  expired: boolean;
  /** The sentence why the cart could not be read. */
  error: string | null;
  /** `isPresale`: into a cart of the presale that the stored code opens. */
  add(wishes: Wish[], isPresale?: boolean): Promise<Outcome<"addToCart">>;
  change(line: CartLine, pieces: number): Promise<Outcome<"changeQuantity">>;
  /** What a mail of the waiting list offers, into this cart or as it. */
  take(token: string): Promise<Outcome<"takeOffer">>;
  extend(): Promise<Outcome<"extendCart">>;
  /** Takes again what is still there of an expired cart. */
  recover(): Promise<Outcome<"createCart">>;
  refresh(): Promise<void>;
  /** Lets go of the cart: it became an order, or its owner does not want it back. */
  forget(): void;
}

const CartContext = createContext<CartState | null>(null);

export function useCart(): CartState {
  const state = useContext(CartContext);
  if (!state) throw new Error("useCart outside CartProvider");
  return state;
}

export function CartProvider({ children }: { children: ReactNode }) {
  const [cart, setCart] = useState<Cart | null | undefined>(undefined);
  const [deadline, setDeadline] = useState<Deadline | null>(null);
  const [error, setError] = useState<string | null>(null);
  const cartRef = useRef<Cart | null | undefined>(undefined);
  cartRef.current = cart;

  const keep = useCallback((next: Cart | null) => {
    setError(null);
    const isLive = next?.state === "active";
    if (next && isLive) {
      const left = Date.parse(next.expiresOn) - Date.parse(next.serverNow);
      setDeadline({ at: performance.now() + left, endsOn: next.expiresOn });
    } else setDeadline(null);
    const isOver = next?.state === "expired" && next.products.length > 0;
    setCart(isLive || isOver ? next : null);
    writeStored(STORED.cartId, isLive || isOver ? next._id : null);
  }, []);

  const notifyTabs = useCallback(() => {
    writeStored(STORED.cartStamp, String(Date.now()));
    outdateFetchedAhead();
  }, []);

  const refresh = useCallback(async () => {
    const id = readStored(STORED.cartId);
    if (!id) return keep(null);
    const outcome = await call("getCart", { params: { id } });
    if (outcome.ok) return keep(outcome.data);
    if (outcome.problem.status === 404) return keep(null);
    setError(outcome.problem.detail);
    setCart((known) => (known === undefined ? null : known));
  }, [keep]);

  useEffect(() => {
    void refresh();
    const follow = (event: StorageEvent): void => {
      if (event.key === STORED.cartStamp || event.key === STORED.cartId) void refresh();
    };
    // Back from the page cache, or from another app: time has passed and other tabs have been busy.
    const wake = (event: PageTransitionEvent): void => void (event.persisted && refresh());
    const see = (): void => void (document.visibilityState === "visible" && cartRef.current && refresh());
    addEventListener("storage", follow);
    addEventListener("pageshow", wake);
    document.addEventListener("visibilitychange", see);
    return () => {
      removeEventListener("storage", follow);
      removeEventListener("pageshow", wake);
      document.removeEventListener("visibilitychange", see);
    };
  }, [refresh]);

  // The moment the clock runs out the server is asked: it alone says whether the cart is over.
  useEffect(() => {
    if (!deadline) return;
    const timer = setTimeout(() => void refresh(), Math.max(0, deadline.at - performance.now()) + 250);
    return () => clearTimeout(timer);
  }, [deadline, refresh]);

  const put = useCallback(
    async (wishes: Wish[], intoNew: boolean, isPresale: boolean): Promise<Outcome<"addToCart">> => {
      const body = {
        products: wishes.map((wish) => ({
          productId: wish.productId,
          attributeId: wish.sizeId,
          quantity: wish.pieces,
        })),
        isPresale,
      };
      const idempotencyKey = crypto.randomUUID();
      const id = intoNew ? null : (cartRef.current?._id ?? readStored(STORED.cartId));
      const outcome = id
        ? await call("addToCart", { params: { id }, body, idempotencyKey })
        : await call("createCart", { body, idempotencyKey });
      if (outcome.ok && outcome.data.cart) {
        keep(outcome.data.cart);
        notifyTabs();
      }
      return outcome;
    },
    [keep, notifyTabs],
  );

  const add = useCallback(
    async (wishes: Wish[], isPresale = false): Promise<Outcome<"addToCart">> => {
      const outcome = await put(wishes, cartRef.current?.state === "expired", isPresale);
      const isOver = !outcome.ok && ["CART_NOT_ACTIVE", "CART_NOT_FOUND"].includes(outcome.problem.code);
      const settled = isOver ? await put(wishes, true, isPresale) : outcome;
      const taken = settled.ok ? takenLines(wishes, settled.data) : [];
      if (taken.length > 0) track("add_to_cart", taken);
      return settled;
    },
    [put],
  );

  const change = useCallback(
    async (line: CartLine, pieces: number): Promise<Outcome<"changeQuantity">> => {
      const outcome = await call("changeQuantity", {
        params: { id: cartRef.current?._id ?? "" },
        body: { productId: line.productId, attributeId: line.attributeId, newQuantity: pieces },
      });
      if (outcome.ok) {
        keep(outcome.data.cart);
        notifyTabs();
        const more = pieces - line.quantity;
        if (outcome.data.status === "OK" && more !== 0) {
          track(more > 0 ? "add_to_cart" : "remove_from_cart", [{ line, pieces: Math.abs(more) }]);
        }
      }
      return outcome;
    },
    [keep, notifyTabs],
  );

  const take = useCallback(
    async (token: string): Promise<Outcome<"takeOffer">> => {
      const outcome = await call("takeOffer", { body: { token, cartId: readStored(STORED.cartId) } });
      if (outcome.ok) {
        keep(outcome.data.cart);
        notifyTabs();
      }
      return outcome;
    },
    [keep, notifyTabs],
  );

  const extend = useCallback(async (): Promise<Outcome<"extendCart">> => {
    const outcome = await call("extendCart", { params: { id: cartRef.current?._id ?? "" } });
    if (outcome.ok) keep(outcome.data);
    return outcome;
  }, [keep]);

  const recover = useCallback(async (): Promise<Outcome<"createCart">> => {
    const lines = cartRef.current?.products ?? [];
    return put(
      lines.map((line) => ({ productId: line.productId, sizeId: line.attributeId, pieces: line.quantity })),
      true,
      cartRef.current?.isPresale ?? false,
    );
  }, [put]);

  const forget = useCallback(() => {
    keep(null);
    notifyTabs();
  }, [keep, notifyTabs]);

  const expired = cart?.state === "expired";
  const state = useMemo(
    () => ({ cart, deadline, expired, error, add, change, take, extend, recover, refresh, forget }),
    [cart, deadline, expired, error, add, change, take, extend, recover, refresh, forget],
  );
  return <CartContext value={state}>{children}</CartContext>;
}

/** What an add really took off the shelf. */
function takenLines(wishes: readonly Wish[], { cart, failed }: AnswerOf<"addToCart">): CountedLine[] {
  return wishes.flatMap(({ sizeId, pieces }) => {
    const line = cart?.products.find((one) => one.attributeId === sizeId);
    return line && !failed.some((one) => one.attributeId === sizeId) ? [{ line, pieces }] : [];
  });
}
