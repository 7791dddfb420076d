import { useCallback, useEffect, useRef, useState } from "react";
import { findWishChanges, type WishChanges } from "../../../domain/wishlist.ts";
import { useSession } from "../../state/session.tsx";
import {
  markSoldOut,
  readWishlist,
  removeWish,
  saveWish,
  syncWishlist,
  WISHLIST_CHANGED,
  type StoredWish,
} from "../../state/wishlist.ts";
import { STORAGE_KEY } from "../../state/storage.ts";
import { useToast } from "../../ui/toasts.tsx";
import type { CardProduct } from "../product-card.tsx";
import { loadCards } from "../product/cards/load-cards.ts";
import { isOnOffer, isSoldOut } from "./toggle-wish.ts";

/** A saved product with its card, and how it has improved since it was saved. */
export interface WishlistItem {
  wish: StoredWish;
  product: CardProduct;
  changes: WishChanges;
}

/** The saved products with their cards. `items` is undefined until they are loaded, and null if that failed. */
export function useWishlist() {
  const { session } = useSession();
  const showToast = useToast();
  const [wishes, setWishes] = useState<StoredWish[]>();
  const [cards, setCards] = useState<ReadonlyMap<string, CardProduct>>(new Map());
  const [hasFailed, setFailed] = useState(false);
  const loadCount = useRef(0);
  const isLoading = useRef(false);

  const load = useCallback(async (): Promise<void> => {
    if (session === undefined) return;
    const loadNumber = ++loadCount.current;
    isLoading.current = true;
    setFailed(false);
    await syncWishlist(session);
    const list = readWishlist().wishes;
    const loadedCards = await loadCards(list.map(({ _id }) => _id));
    if (loadNumber !== loadCount.current) return;
    isLoading.current = false;
    if (!loadedCards) return setFailed(true);
    setCards(new Map(loadedCards.map((product) => [product.id, product])));
    setWishes(list);
    markSoldOut(new Set(loadedCards.filter(isSoldOut).map(({ id }) => id)));
  }, [session]);
  useEffect(() => void load(), [load]);

  // A product that another tab saved needs its card. A removed product disappears immediately.
  useEffect(() => {
    const showStoredList = (): void => {
      // A load changes the stored list itself.
      if (isLoading.current) return;
      const list = readWishlist().wishes;
      setWishes((current) => current && list);
      if (list.some(({ _id }) => !cards.has(_id))) void load();
    };
    const onStorage = (event: StorageEvent): void => {
      if (event.key === STORAGE_KEY.wishlist) showStoredList();
    };
    addEventListener(WISHLIST_CHANGED, showStoredList);
    addEventListener("storage", onStorage);
    return () => {
      removeEventListener(WISHLIST_CHANGED, showStoredList);
      removeEventListener("storage", onStorage);
    };
  }, [cards, load]);

  const remove = async ({ wish, product }: WishlistItem): Promise<void> => {
    const problem = await removeWish(session, wish._id);
    if (problem) return showToast("error", problem.detail);
    showToast("info", `Quitamos ${product.name} de tus favoritos`, undefined, {
      label: "Deshacer",
      run: () =>
        void saveWish(session, wish).then((saveProblem) => saveProblem && showToast("error", saveProblem.detail)),
    });
  };

  const items = wishes?.flatMap((wish) => {
    const product = cards.get(wish._id);
    if (!product) return [];
    const changes = findWishChanges(
      { isSoldOut: wish.wasSoldOut, isOnOffer: wish.wasOnOffer },
      { isSoldOut: isSoldOut(product), isOnOffer: isOnOffer(product) },
    );
    return [{ wish, product, changes }];
  });
  return { items: hasFailed ? null : items, retry: () => void load(), remove };
}
