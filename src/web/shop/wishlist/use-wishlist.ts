import { useCallback, useEffect, useRef, useState } from "react";
import { findWishChanges, type WishChanges } from "../../../domain/wishlist.ts";
import { useSession } from "../../state/session.tsx";
import {
  noteSoldOut,
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

/** A wish with its product's card. */
export interface WishlistItem {
  wish: StoredWish;
  product: CardProduct;
  changes: WishChanges;
}

/** The saved products with their cards. Undefined until they are loaded, null if that failed. */
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
    noteSoldOut(new Set(loadedCards.filter(isSoldOut).map(({ id }) => id)));
  }, [session]);
  useEffect(() => void load(), [load]);

  // A product that another tab saved needs its card. A removed product disappears immediately.
  useEffect(() => {
    const showStored = (): void => {
      // A load changes the stored list itself.
      if (isLoading.current) return;
      const list = readWishlist().wishes;
      setWishes((current) => current && list);
      if (list.some(({ _id }) => !cards.has(_id))) void load();
    };
    const onStorage = (event: StorageEvent): void => {
      if (event.key === STORAGE_KEY.wishlist) showStored();
    };
    addEventListener(WISHLIST_CHANGED, showStored);
    addEventListener("storage", onStorage);
    return () => {
      removeEventListener(WISHLIST_CHANGED, showStored);
      removeEventListener("storage", onStorage);
    };
  }, [cards, load]);

  const remove = async ({ wish, product }: WishlistItem): Promise<void> => {
    const problem = await removeWish(session, wish._id);
    if (problem) return showToast("error", problem.detail);
    showToast("info", `Quitamos ${product.name} de tus favoritos`, undefined, {
      label: "Deshacer",
      run: () => void saveWish(session, wish).then((problem) => problem && showToast("error", problem.detail)),
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
