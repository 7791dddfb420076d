import type { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import type { BrowserSession } from "../../state/session.tsx";
import { removeWish, saveWish } from "../../state/wishlist.ts";
import type { useToast } from "../../ui/toasts.tsx";
import type { CardProduct } from "../product-card.tsx";

interface Options {
  product: CardProduct;
  session: BrowserSession | null | undefined;
  /** Whether the product is in the wishlist. */
  isSaved: boolean;
  showToast: ReturnType<typeof useToast>;
  navigate: ReturnType<typeof useNavigate>;
}

/** Saves a product to the wishlist or removes it, and shows a toast. */
export async function toggleWish({ product, session, isSaved, showToast, navigate }: Options): Promise<void> {
  const problem = isSaved
    ? await removeWish(session, product.id)
    : await saveWish(session, {
        _id: product.id,
        addedOn: new Date().toISOString(),
        wasSoldOut: isSoldOut(product),
        wasOnOffer: isOnOffer(product),
      });
  if (problem) return showToast("error", problem.detail);
  if (isSaved) return showToast("info", "Lo quitamos de tus favoritos");
  showToast("success", "Guardado en tus favoritos", undefined, {
    label: "Ver mis favoritos",
    run: () => void navigate(paths.wishlist),
  });
}

export function isSoldOut({ sizes }: Pick<CardProduct, "sizes">): boolean {
  return sizes.every(({ available }) => available === 0);
}

export function isOnOffer({ prices }: Pick<CardProduct, "prices">): boolean {
  return Boolean(prices.former);
}
