import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import type { Cart } from "../../contract/carts.ts";
import { call } from "../client.ts";
import type { Deadline } from "./cart.tsx";
import { invalidatePrefetched, readStored, STORED, writeStored } from "./storage.ts";

/** Time for the server to expire the cart after its deadline. */
const EXPIRY_MARGIN_MS = 250;

/**
 * The cart whose id this browser stores. It is read from the server at start, when another tab changed it, when the
 * page is visible again, and when its deadline passes. `current` is the cart for code that runs after the render.
 */
export function useStoredCart() {
  const [cart, setCart] = useState<Cart | null | undefined>(undefined);
  const [deadline, setDeadline] = useState<Deadline | null>(null);
  const [error, setError] = useState<string | null>(null);
  const current = useRef<Cart | null | undefined>(undefined);
  current.current = cart;

  /** Of the answer stored last and of the request sent last: answers may arrive in another order. */
  const order = useRef({ stored: 0, sent: 0 });

  const store = useCallback((next: Cart | null, number = ++order.current.sent) => {
    if (number < order.current.stored) return;
    order.current.stored = number;
    setError(null);
    const isLive = next?.state === "active";
    if (isLive) {
      const remainingMs = Date.parse(next.expiresOn) - Date.parse(next.serverNow);
      setDeadline({ at: performance.now() + remainingMs, endsOn: next.expiresOn });
    } else setDeadline(null);
    const isShown = isLive || (next?.state === "expired" && next.products.length > 0);
    setCart(isShown ? next : null);
    writeStored(STORED.cartId, isShown ? next._id : null);
  }, []);

  /** Like `store`, but also makes other tabs read the cart again. */
  const storeChanged = useCallback(
    (next: Cart | null) => {
      store(next);
      writeStored(STORED.cartStamp, String(Date.now()));
      invalidatePrefetched();
    },
    [store],
  );

  const refresh = useCallback(async () => {
    const id = readStored(STORED.cartId);
    if (!id) return store(null);
    const number = ++order.current.sent;
    const outcome = await call("getCart", { params: { id } });
    if (outcome.ok) return store(outcome.data, number);
    if (outcome.problem.status === 404) return store(null, number);
    if (number < order.current.stored) return;
    setError(outcome.problem.detail);
    setCart((known) => known ?? null);
  }, [store]);

  useEffect(() => {
    // As a transition, for the reason given in session.tsx (decision 7).
    startTransition(() => void refresh());
    const followTabs = (event: StorageEvent): void => {
      if (event.key === STORED.cartStamp || event.key === STORED.cartId) void refresh();
    };
    // When the page is restored from the back/forward cache or visible again, other tabs may have changed the cart.
    const restore = (event: PageTransitionEvent): void => void (event.persisted && refresh());
    const show = (): void => void (document.visibilityState === "visible" && current.current && refresh());
    addEventListener("storage", followTabs);
    addEventListener("pageshow", restore);
    document.addEventListener("visibilitychange", show);
    return () => {
      removeEventListener("storage", followTabs);
      removeEventListener("pageshow", restore);
      document.removeEventListener("visibilitychange", show);
    };
  }, [refresh]);

  // After the deadline the cart is read again, because only the server decides whether it has expired.
  useEffect(() => {
    if (!deadline) return;
    const waitMs = Math.max(0, deadline.at - performance.now()) + EXPIRY_MARGIN_MS;
    const timer = setTimeout(() => void refresh(), waitMs);
    return () => clearTimeout(timer);
  }, [deadline, refresh]);

  return { cart, deadline, error, current, store, storeChanged, refresh };
}

export type StoredCart = ReturnType<typeof useStoredCart>;
