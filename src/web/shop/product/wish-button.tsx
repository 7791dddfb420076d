import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useSession } from "../../state/session.tsx";
import { readStored, STORAGE_KEY } from "../../state/storage.ts";
import { cx } from "../../ui/class-names.ts";
import { HEART } from "../../ui/icon-paths.ts";
import { LineIcon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toasts.tsx";
import type { CardProduct } from "../product-card.tsx";

/** The heart that saves the product to the wishlist or removes it. The code to do so is loaded with the first press. */
export function WishButton({ product }: { product: CardProduct }) {
  const { session } = useSession();
  const navigate = useNavigate();
  const showToast = useToast();
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    const read = (): void => setSaved(!!readStored(STORAGE_KEY.wishlist)?.includes(product.id));
    read();
    addEventListener("wishlist", read);
    addEventListener("storage", read);
    return () => {
      removeEventListener("wishlist", read);
      removeEventListener("storage", read);
    };
  }, [product.id]);
  const toggle = async (): Promise<void> => {
    const { toggleWish } = await import("../wishlist/toggle-wish.ts");
    await toggleWish({ product, session, saved, showToast, navigate });
  };
  return (
    <button
      type="button"
      aria-pressed={saved}
      aria-label="Favorito"
      onClick={() => void toggle().catch(() => showToast("error", "Revisa tu conexión e intenta de nuevo"))}
      className="-mr-2.5 grid size-11 shrink-0 place-items-center"
    >
      <LineIcon path={HEART} className={cx("size-6", saved && "fill-current")} />
    </button>
  );
}
