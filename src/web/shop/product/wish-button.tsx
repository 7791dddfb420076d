import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useSession } from "../../state/session.tsx";
import { readStored, STORAGE_KEY } from "../../state/storage.ts";
import { cx } from "../../ui/class-names.ts";
import { HEART } from "../../ui/icon-paths.ts";
import { PathIcon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toasts.tsx";
import type { CardProduct } from "../product-card.tsx";

/** The heart that saves the product to the wishlist or removes it. The code to do so is loaded with the first press. */
export function WishButton({ product }: { product: CardProduct }) {
  const { session } = useSession();
  const navigate = useNavigate();
  const showToast = useToast();
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    const updateSaved = (): void => setSaved(!!readStored(STORAGE_KEY.wishlist)?.includes(product.id));
    updateSaved();
    addEventListener("wishlist", updateSaved);
    addEventListener("storage", updateSaved);
    return () => {
      removeEventListener("wishlist", updateSaved);
      removeEventListener("storage", updateSaved);
    };
  }, [product.id]);
  const toggle = async (): Promise<void> => {
    const { toggleWish } = await import("../wishlist/toggle-wish.ts");
    await toggleWish({ product, session, isSaved, showToast, navigate });
  };
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label="Favorito"
      onClick={() => void toggle().catch(() => showToast("error", "Revisa tu conexión e intenta de nuevo"))}
      className="-mr-2.5 grid size-11 shrink-0 place-items-center"
    >
      <PathIcon path={HEART} className={cx("size-6", isSaved && "fill-current")} />
    </button>
  );
}
