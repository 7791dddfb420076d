import { useEffect, useRef, useState } from "react";
import { formatMoney } from "../../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Notice } from "../../ui/notice.tsx";
import { Stepper } from "../../ui/stepper.tsx";
import { SizeField } from "./size-field.tsx";
import { StickyBar } from "./sticky-bar.tsx";
import { useBuyBox, type BuyBoxProduct } from "./use-buy-box.ts";
import { loadable } from "../../ui/loadable.tsx";

/** If the code of the drawer cannot be loaded, no drawer opens. The pieces are in the cart anyway. */
const loadCartDrawer = () => import("../cart/cart-drawer.tsx").catch(() => ({ default: () => null }));

const CartDrawer = loadable(loadCartDrawer);
const NotifyMe = loadable(() => import("./notify-me.tsx"));
const SizeSheet = loadable(() => import("./size-sheet.tsx"));
const SizeGuideDialog = loadable(() => import("./size-guide/size-guide-dialog.tsx"));

interface Props {
  product: BuyBoxProduct;
  showStock: boolean;
  isPresale?: boolean;
  /** Whether sizes without stock are made to order, up to ten pieces. */
  madeToOrder?: boolean;
}

/** Size, pieces and the button that adds them to the cart. */
export function BuyBox({ product, showStock, isPresale = false, madeToOrder = isPresale }: Props) {
  const box = useBuyBox({ product, isPresale, madeToOrder });
  const { sizes, size, soldOutSizes, isSoldOut, inCart } = box;
  const guide = product.sizeGuide;
  const maxPieces = Math.max(...sizes.map(({ max }) => max));
  // Null until it is first opened, because its code is loaded then. So are the guide and `notifyDialog`.
  const [sheetOpen, setSheetOpen] = useState<boolean | null>(null);
  const [guideOpen, setGuideOpen] = useState<boolean | null>(null);
  const [notifyDialog, setNotifyDialog] = useState<{ sizeId: string | null; open: boolean } | null>(null);
  const buyControls = useRef<HTMLDivElement>(null);
  const openNotifyMe = (sizeId: string | null): void => setNotifyDialog({ sizeId, open: true });
  const add = (): void => void box.submit();
  const openSheet = (): void => {
    // Clears the message of an earlier attempt.
    box.choose(null);
    setSheetOpen(true);
  };
  // Loads the drawer when a size is chosen, so that it is ready when the piece is added.
  const isSizeChosen = size !== undefined;
  useEffect(() => {
    if (isSizeChosen) void loadCartDrawer();
  }, [isSizeChosen]);
  const fieldProps = {
    box,
    product,
    showStock,
    onNotify: openNotifyMe,
    onGuide: guide ? () => setGuideOpen(true) : null,
  };
  return (
    <>
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <SizeField {...fieldProps} hint={product.isDigital ? "Elige tu boleto" : "Elige tu talla"} />
        {isSoldOut && <SoldOutNotice onNotify={soldOutSizes.length > 0 ? () => openNotifyMe(null) : null} />}
        <div ref={buyControls} className={cx("flex flex-wrap items-end gap-4", isSoldOut && "hidden")}>
          {/* There is only one piece of a numbered seat, so its number of pieces is not asked for. */}
          {(maxPieces > 1 || !product.isDigital) && (
            <Stepper
              label={product.isDigital ? "Boletos" : "Piezas"}
              value={size ? Math.min(box.pieces, size.max) : box.pieces}
              max={size?.max ?? maxPieces}
              onChange={box.setPieces}
            />
          )}
          <Button type="submit" busy={box.busy} className="flex-1 basis-48">
            Agregar al carrito
          </Button>
        </div>
        <div aria-live="assertive">{box.error && <Notice tone="error" title={box.error} />}</div>
        {!isSoldOut && (
          <StickyBar watched={buyControls}>
            <Button type={size ? "submit" : "button"} busy={box.busy} wide onClick={size ? undefined : openSheet}>
              {size ? `Agregar ${size.name}` : product.isDigital ? "Elige tu boleto" : "Elige talla"}
              <span className="tabular">{formatMoney(size?.priceCents ?? product.priceCents)}</span>
            </Button>
          </StickyBar>
        )}
      </form>
      {sheetOpen !== null && (
        <SizeSheet
          {...fieldProps}
          open={sheetOpen}
          onClose={() => setSheetOpen(false)}
          onAdd={() => void box.submit().then((isAdded) => isAdded && setSheetOpen(false))}
        />
      )}
      {box.cartOpen !== null && (
        <CartDrawer open={box.cartOpen} onClose={box.closeCart} title="Se agregó a tu carrito" />
      )}
      {guide && guideOpen !== null && (
        <SizeGuideDialog
          {...{ guide, sizes, inCart }}
          chosenId={size?.id}
          open={guideOpen}
          onChoose={box.choose}
          onClose={() => setGuideOpen(false)}
        />
      )}
      {notifyDialog && (
        <NotifyMe
          product={product}
          sizes={soldOutSizes}
          chosenId={notifyDialog.sizeId}
          onChoose={openNotifyMe}
          open={notifyDialog.open}
          onClose={() => setNotifyDialog((current) => current && { ...current, open: false })}
        />
      )}
    </>
  );
}

/** `onNotify` opens the form of the waiting list. Null if the product has no waiting list. */
function SoldOutNotice({ onNotify: onOpenNotifyMe }: { onNotify: (() => void) | null }) {
  return (
    <Notice title="Agotado">
      Se vendieron todas. Alguna puede volver cuando vence un carrito: mira en un rato
      {onOpenNotifyMe && ", o pide que te apartemos la primera"}.
      {onOpenNotifyMe && (
        <Button variant="secondary" wide className="mt-3" onClick={onOpenNotifyMe}>
          Avísame cuando vuelva
        </Button>
      )}
    </Notice>
  );
}
