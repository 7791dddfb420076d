import { useLayoutEffect, useRef } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { CardProduct } from "../product-card.tsx";
import { SizeButtons, type SizeButtonsProps } from "./size-buttons.tsx";

export interface SizesProps extends Pick<SizeButtonsProps, "sizes" | "inCart" | "chosenId" | "busy" | "onChoose"> {
  product: CardProduct;
  shop: PublicShop;
  isPresale: boolean;
  /** The card's button. It gets the focus before another dialog opens. */
  opener: HTMLElement;
  error: string | null;
  /** Opens the choice of several pieces. */
  onOpenPieces: () => void;
  onClose: () => void;
  /** Closes without returning the focus, because the customer moved on, to another element or to the product's page. */
  onLeave: () => void;
}

/** On wide screens with a mouse: a row of the sizes over the bottom of the card's picture. */
export function SizeRow({
  product,
  shop,
  isPresale,
  opener,
  error,
  onOpenPieces,
  onClose,
  onLeave,
  ...buttonProps
}: SizesProps) {
  const row = useRef<HTMLDivElement>(null);
  // A layout effect removes its listeners before a dialog that replaces the row takes the focus.
  useLayoutEffect(() => {
    row.current?.querySelector<HTMLElement>(":scope li button:enabled")?.focus();
    const leaveIfOutside = ({ target }: Event): void => {
      if (!row.current?.contains(target as Node) && target !== opener) onLeave();
    };
    document.addEventListener("pointerdown", leaveIfOutside);
    document.addEventListener("focusin", leaveIfOutside);
    return () => {
      document.removeEventListener("pointerdown", leaveIfOutside);
      document.removeEventListener("focusin", leaveIfOutside);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each opening
  }, []);
  const { products } = shop.settings;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 z-20 flex aspect-4/5 flex-col justify-end">
      <div
        ref={row}
        role="dialog"
        aria-label={rowLabel(product)}
        className="animate-late pointer-events-auto space-y-1 bg-paper p-2"
        onKeyDown={(event) => event.key === "Escape" && onClose()}
        // The sizes appear under the pointer. The second click of a double click on the "+" must not choose one.
        onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}
      >
        <div className="flex items-center text-xs">
          <p className="flex-1 pl-1" aria-hidden>
            {product.isDigital ? "Elige tu boleto" : "Elige tu talla"}
          </p>
          <Button variant="quiet" className="text-xs" onClick={onOpenPieces}>
            Varias piezas
          </Button>
          <button type="button" aria-label="Cerrar" onClick={onClose} className="grid size-9 place-items-center">
            <Icon name="close" className="size-4" />
          </button>
        </div>
        <SizeButtons
          {...buttonProps}
          isDigital={product.isDigital}
          showStock={products.showStock}
          canNotify={!isPresale}
        />
        {error && (
          <p role="alert" className="text-xs text-error">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** The accessible name of the row. */
export function rowLabel({ name, color, isDigital }: CardProduct): string {
  return `Elige tu ${isDigital ? "boleto" : "talla"}: ${[name, color].filter(Boolean).join(" · ")}`;
}
