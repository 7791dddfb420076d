import { formatMoney } from "../../../domain/money.ts";
import type { BuyableSize } from "../use-add-to-cart.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { SizePicker } from "./size-picker.tsx";
import type { BuyBoxProduct, useBuyBox } from "./use-buy-box.ts";

/** The stock is emphasized if fewer pieces than this are left. */
const EMPHASIZED_STOCK_BELOW = 5;

/** Chooses one of the product's sizes. Shows the stock of the chosen size, and the button of the size guide. */
export function SizeField({
  box,
  product,
  showStock,
  hint,
  onNotify: onOpenNotifyMe,
  onGuide: onOpenGuide,
}: {
  box: ReturnType<typeof useBuyBox>;
  product: BuyBoxProduct;
  showStock: boolean;
  /** The text while no size is chosen. The size sheet has none, because its title is this text. */
  hint?: string;
  onNotify: (sizeId: string | null) => void;
  /** Null without a guide. */
  onGuide: (() => void) | null;
}) {
  const { sizes, size, soldOutSizes, isSoldOut, inCart } = box;
  const legend = product.isDigital ? "Boleto" : "Talla";
  return (
    <fieldset ref={box.picker} className="relative space-y-2">
      <legend className="text-sm font-semibold">{legend}</legend>
      {onOpenGuide && (
        <Button variant="quiet" className="absolute -top-9.5 right-0 -mr-2" onClick={onOpenGuide}>
          Guía de tallas
        </Button>
      )}
      <SizePicker
        legend={legend}
        sizes={sizes}
        chosenId={size?.id ?? null}
        inCart={inCart}
        onChoose={box.choose}
        onPressSoldOut={(id) => soldOutSizes.length > 0 && onOpenNotifyMe(id)}
      />
      {!isSoldOut && <StockLine {...{ size, hint, showStock }} isDigital={product.isDigital} />}
      {soldOutSizes.length > 0 && !isSoldOut && (
        <Button variant="quiet" className="-mx-2" onClick={() => onOpenNotifyMe(null)}>
          {product.isDigital ? "¿Tu boleto está agotado?" : "¿Tu talla está agotada?"} Avísame
        </Button>
      )}
    </fieldset>
  );
}

/**
 * The price and the stock of the chosen size, or the hint while none is chosen. It always has the height of one line of
 * text, so that the button below does not move when a size is chosen.
 */
function StockLine({
  size,
  hint,
  showStock,
  isDigital,
}: {
  size?: BuyableSize<BuyBoxProduct["sizes"][number]>;
  hint?: string;
  showStock: boolean;
  isDigital: boolean;
}) {
  const isMadeToOrder = size !== undefined && size.available === 0;
  const noun = isDigital ? "boleto" : "pieza";
  const hasFewLeft = showStock && size !== undefined && !isMadeToOrder && size.available < EMPHASIZED_STOCK_BELOW;
  return (
    <p role="status" className={cx("min-h-6 text-sm", hasFewLeft ? "font-semibold text-warning" : "text-soft")}>
      {size?.priceCents !== undefined && `${formatMoney(size.priceCents)}${formerPriceText(size.formerPriceCents)} · `}
      {!size && hint}
      {isMadeToOrder && `Se hace sobre pedido, hasta ${size.max} piezas`}
      {size &&
        !isMadeToOrder &&
        showStock &&
        (size.available === 1 ? `Queda 1 ${noun}` : `Quedan ${size.available} ${noun}s`)}
    </p>
  );
}

function formerPriceText(cents: number | null | undefined): string {
  return cents ? ` (antes ${formatMoney(cents)})` : "";
}
