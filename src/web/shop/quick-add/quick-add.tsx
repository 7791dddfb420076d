import { lazy, Suspense, useEffect, useState } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { isWholesaleChosen } from "../../state/wholesale.ts";
import type { CardProduct } from "../product-card.tsx";
import { failureText, useAddToCart } from "../use-add-to-cart.ts";
import { SizeRow } from "./size-row.tsx";
import { SizeSheet } from "./size-sheet.tsx";
import { useFreshStock } from "./use-fresh-stock.ts";

/** Without network there is no drawer, and the piece is in the cart all the same. */
const loadCartDrawer = () => import("../cart/cart-drawer.tsx").catch(() => ({ default: () => null }));

const CartDrawer = lazy(loadCartDrawer);
const NotifyMe = lazy(() => import("../product/notify-me.tsx"));
const PiecesDialog = lazy(() => import("./pieces-dialog.tsx"));

/** More sizes than these are listed with their pieces (rule SCREEN-3). */
const MAX_BUTTONS = 10;
/** Below this width, and for fingers, the sizes are in a sheet at the bottom. */
const HAS_ROW = "(min-width: 640px) and (pointer: fine)";

interface Props {
  product: CardProduct;
  shop: PublicShop;
  isPresale?: boolean;
  /** A size without pieces is made to order. */
  madeToOrder?: boolean;
  /** The card's button. It has the focus again when everything is closed. */
  opener: HTMLElement;
  onClose: () => void;
}

/**
 * What a card's "+" opens (rule SCREEN-9): its sizes, of which one tap adds a piece and opens the cart. Several pieces are
 * chosen in a dialog, at once for who buys wholesale.
 */
export default function QuickAdd({
  product,
  shop,
  isPresale = false,
  madeToOrder = isPresale,
  opener,
  onClose,
}: Props) {
  const [view, setView] = useState<"sizes" | "pieces" | "notify" | "cart" | "added">(() =>
    product.sizes.length > MAX_BUTTONS || (shop.settings.orders.allowWholesale && isWholesaleChosen())
      ? "pieces"
      : "sizes",
  );
  const [hasRow] = useState(() => matchMedia(HAS_ROW).matches);
  const [chosen, setChosen] = useState<string | null>(null);
  const { sizes, inCart, busy, error, setError, submit, updateStock } = useAddToCart({
    product,
    isPresale,
    madeToOrder,
  });
  useFreshStock(product, updateStock);
  useEffect(() => void loadCartDrawer(), []);

  /** The row is not modal: what opens next must return the focus to the card. */
  const show = (next: typeof view): void => {
    opener.focus();
    setView(next);
  };
  const close = (): void => {
    opener.focus();
    onClose();
  };
  const choose = async (sizeId: string): Promise<void> => {
    setChosen(sizeId);
    if (inCart.has(sizeId)) return show("cart");
    if (sizes.find(({ id }) => id === sizeId)?.max === 0) return show("notify");
    const failed = await submit([{ sizeId, pieces: 1 }]);
    if (failed?.[0]) setError(failureText(failed[0]));
    else if (failed) show("added");
  };
  const common = { product, shop, isPresale, onClose };
  if (view === "sizes") {
    const Sizes = hasRow ? SizeRow : SizeSheet;
    return (
      <Sizes
        {...{ ...common, opener, sizes, inCart, chosen, busy, error }}
        onChoose={(id) => void choose(id)}
        onPieces={() => show("pieces")}
        onClose={close}
        onLeave={onClose}
      />
    );
  }
  return (
    // A part that waits for its code would hide the dialog before it, whose `close` event would then close everything.
    <Suspense key={view}>
      {view === "pieces" && <PiecesDialog {...common} madeToOrder={madeToOrder} onAdded={() => show("added")} />}
      {view === "cart" && <CartDrawer open onClose={onClose} />}
      {view === "added" && <CartDrawer open onClose={onClose} title="Se agregó a tu carrito" />}
      {view === "notify" && (
        <NotifyMe
          product={product}
          sizes={sizes.filter(({ id, max }) => max === 0 && !inCart.has(id))}
          chosen={chosen}
          onChoose={setChosen}
          open
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}
