import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import type { Cart } from "../../contract/carts.ts";
import { call } from "../client.ts";
import type { Deadline } from "./cart.tsx";
import { invalidatePrefetchedPages, readStored, STORAGE_KEY, writeStored } from "./storage.ts";

/** The cart is read this long after its deadline, so that the server already reports it as expired. */
const EXPIRY_MARGIN_MS = 250;

/**
 * The cart whose id this browser stores. It is read from the server at start, when another tab changed it, when the
 * page is visible again, and when its deadline passes. `cartRef` holds the latest cart for code that runs after the
 * render.
 */
export function useStoredCart() {
  const [cart, setCart] = useState<Cart | null | undefined>(undefined);
  const [deadline, setDeadline] = useState<Deadline | null>(null);
  const [error, setError] = useState<string | null>(null);
  const cartRef = useRef<Cart | null | undefined>(undefined);
  cartRef.current = cart;

  /** Numbers of the answer stored last and of the request sent last, because answers may arrive out of order. */
  const sequence = useRef({ stored: 0, sent: 0 });

  const store = useCallback((nextCart: Cart | null, requestNumber = ++sequence.current.sent) => {
    if (requestNumber < sequence.current.stored) return;
    sequence.current.stored = requestNumber;
    setError(null);
    const isActive = nextCart?.state === "active";
    if (isActive) {
      const remainingMs = Date.parse(nextCart.expiresOn) - Date.parse(nextCart.serverNow);
      setDeadline({ at: performance.now() + remainingMs, endsOn: nextCart.expiresOn });
    } else setDeadline(null);
    const isShown = isActive || (nextCart?.state === "expired" && nextCart.products.length > 0);
    setCart(isShown ? nextCart : null);
    writeStored(STORAGE_KEY.cartId, isShown ? nextCart._id : null);
  }, []);

  /** Like `store`, but also makes other tabs read the cart again. */
  const storeAndNotifyTabs = useCallback(
    (nextCart: Cart | null) => {
      store(nextCart);
      writeStored(STORAGE_KEY.cartStamp, String(Date.now()));
      invalidatePrefetchedPages();
    },
    [store],
  );

  const refresh = useCallback(async () => {
    const id = readStored(STORAGE_KEY.cartId);
    if (!id) return store(null);
    const requestNumber = ++sequence.current.sent;
    const outcome = await call("getCart", { params: { id } });
    if (outcome.ok) return store(outcome.data, requestNumber);
    if (outcome.problem.status === 404) return store(null, requestNumber);
    if (requestNumber < sequence.current.stored) return;
    setError(outcome.problem.detail);
    setCart((current) => current ?? null);
  }, [store]);

  useEffect(() => {
    // As a transition: an urgent change would make React hydrate the rest of the page at once (decision 7).
    startTransition(() => void refresh());
    const syncWithOtherTabs = (event: StorageEvent): void => {
      if (event.key === STORAGE_KEY.cartStamp || event.key === STORAGE_KEY.cartId) void refresh();
    };
    // When the page is restored from the back/forward cache or visible again, other tabs may have changed the cart.
    const refreshIfRestored = (event: PageTransitionEvent): void => void (event.persisted && refresh());
    const refreshIfVisible = (): void => void (document.visibilityState === "visible" && cartRef.current && refresh());
    addEventListener("storage", syncWithOtherTabs);
    addEventListener("pageshow", refreshIfRestored);
    document.addEventListener("visibilitychange", refreshIfVisible);
    return () => {
      removeEventListener("storage", syncWithOtherTabs);
      removeEventListener("pageshow", refreshIfRestored);
      document.removeEventListener("visibilitychange", refreshIfVisible);
    };
  }, [refresh]);

  // After the deadline the cart is read again, because only the server decides whether it has expired.
  useEffect(() => {
    if (!deadline) return;
    const waitMs = Math.max(0, deadline.at - performance.now()) + EXPIRY_MARGIN_MS;
    const timer = setTimeout(() => void refresh(), waitMs);
    return () => clearTimeout(timer);
  }, [deadline, refresh]);

  return { cart, deadline, error, cartRef, store, storeAndNotifyTabs, refresh };
}

export type StoredCart = ReturnType<typeof useStoredCart>;
