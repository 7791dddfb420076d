import { useEffect, useState } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { isWholesaleChosen } from "../../state/wholesale.ts";
import type { CardProduct } from "../product-card.tsx";
import { failureText, useAddToCart } from "../use-add-to-cart.ts";
import { SizeRow } from "./size-row.tsx";
import { SizeSheet } from "./size-sheet.tsx";
import { useFreshStock } from "./use-fresh-stock.ts";
import { loadable } from "../../ui/loadable.tsx";

/** If the code of the drawer cannot be loaded, no drawer opens. The piece is in the cart anyway. */
const loadCartDrawer = () => import("../cart/cart-drawer.tsx").catch(() => ({ default: () => null }));

const CartDrawer = loadable(loadCartDrawer);
const NotifyMe = loadable(() => import("../product/notify-me.tsx"));
const PiecesDialog = loadable(() => import("./pieces-dialog.tsx"));

/** More sizes than these open the dialog that lists them with their pieces (rule SCREEN-9). */
const MAX_BUTTONS = 10;
/** Screens that match this media query show a row of sizes. Narrow screens and touch screens show a sheet instead. */
const ROW_MEDIA_QUERY = "(min-width: 640px) and (pointer: fine)";

interface Props {
  product: CardProduct;
  shop: PublicShop;
  isPresale?: boolean;
  /** Whether sizes without stock are made to order. */
  madeToOrder?: boolean;
  /** The card's button. It gets the focus back when everything is closed. */
  opener: HTMLElement;
  onClose: () => void;
}

/**
 * The quick add that a card's "+" opens (rule SCREEN-9). A press on a size adds a piece and opens the cart. A dialog
 * adds several pieces. It opens first for more than ten sizes, and for customers who chose wholesale prices.
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
  const [showsSizeRow] = useState(() => matchMedia(ROW_MEDIA_QUERY).matches);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { sizes, inCart, busy, error, setError, submit, updateStock } = useAddToCart({
    product,
    isPresale,
    madeToOrder,
  });
  useFreshStock(product, updateStock);
  useEffect(() => void loadCartDrawer(), []);

  /** Focuses the card's button first, because the row is not modal: the next dialog returns the focus there. */
  const show = (nextView: typeof view): void => {
    opener.focus();
    setView(nextView);
  };
  const close = (): void => {
    opener.focus();
    onClose();
  };
  const choose = async (sizeId: string): Promise<void> => {
    setChosenId(sizeId);
    if (inCart.has(sizeId)) return show("cart");
    if (sizes.find(({ id }) => id === sizeId)?.max === 0) return show("notify");
    const failedLines = await submit([{ sizeId, pieces: 1 }]);
    if (failedLines?.[0]) setError(failureText(failedLines[0]));
    else if (failedLines) show("added");
  };
  const sharedProps = { product, shop, isPresale, onClose };
  if (view === "sizes") {
    const Sizes = showsSizeRow ? SizeRow : SizeSheet;
    return (
      <Sizes
        {...{ ...sharedProps, opener, sizes, inCart, chosenId, busy, error }}
        onChoose={(id) => void choose(id)}
        onOpenPieces={() => show("pieces")}
        onClose={close}
        onLeave={onClose}
      />
    );
  }
  return (
    <>
      {view === "pieces" && <PiecesDialog {...sharedProps} madeToOrder={madeToOrder} onAdded={() => show("added")} />}
      {view === "cart" && <CartDrawer open onClose={onClose} />}
      {view === "added" && <CartDrawer open onClose={onClose} title="Se agregó a tu carrito" />}
      {view === "notify" && (
        <NotifyMe
          product={product}
          sizes={sizes.filter(({ id, max }) => max === 0 && !inCart.has(id))}
          chosenId={chosenId}
          onChoose={setChosenId}
          open
          onClose={onClose}
        />
      )}
    </>
  );
}
