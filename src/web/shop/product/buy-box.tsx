import { lazy, Suspense, useRef, useState } from "react";
import { formatMoney } from "../../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Notice } from "../../ui/notice.tsx";
import { Stepper } from "../../ui/stepper.tsx";
import type { BuyableSize } from "../use-add-to-cart.ts";
import { AddedDialog } from "./added-dialog.tsx";
import { SizePicker } from "./size-picker.tsx";
import { StickyBar } from "./sticky-bar.tsx";
import { useBuyBox, type BuyProduct } from "./use-buy-box.ts";

const NotifyMe = lazy(() => import("./notify-me.tsx"));

/** With fewer pieces than this the stock is emphasized. */
const FEW_LEFT = 5;

interface Props {
  product: BuyProduct;
  showStock: boolean;
  isPresale?: boolean;
  /** Sizes without pieces are made to order, up to ten. */
  madeToOrder?: boolean;
}

/** Size, pieces and the button that adds them to the cart. */
export function BuyBox({ product, showStock, isPresale = false, madeToOrder = isPresale }: Props) {
  const box = useBuyBox({ product, isPresale, madeToOrder });
  const { sizes, size, soldOutSizes, isSoldOut, inCart } = box;
  const [notify, setNotify] = useState<{ sizeId: string | null; open: boolean } | null>(null);
  const actions = useRef<HTMLDivElement>(null);
  const openNotify = (sizeId: string | null): void => setNotify({ sizeId, open: true });
  const legend = product.isDigital ? "# Boleto" : "Talla";
  return (
    <>
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          void box.submit();
        }}
      >
        <fieldset ref={box.picker} className="space-y-2">
          <legend className="text-sm font-semibold">{legend}</legend>
          <SizePicker
            legend={legend}
            sizes={sizes}
            chosen={size?.id ?? null}
            inCart={inCart}
            onChoose={box.choose}
            onSoldOut={(id) => soldOutSizes.length > 0 && openNotify(id)}
          />
          {!isSoldOut && <StockLine size={size} showStock={showStock} isDigital={product.isDigital} />}
          {soldOutSizes.length > 0 && !isSoldOut && (
            <Button variant="quiet" className="-mx-2" onClick={() => openNotify(null)}>
              {product.isDigital ? "¿Tu boleto está agotado?" : "¿Tu talla está agotada?"} Avísame
            </Button>
          )}
        </fieldset>
        {isSoldOut && <SoldOut onNotify={soldOutSizes.length > 0 ? () => openNotify(null) : null} />}
        <div ref={actions} className={cx("flex flex-wrap items-end gap-4", isSoldOut && "hidden")}>
          <Stepper
            label="Piezas"
            value={size ? Math.min(box.pieces, size.max) : box.pieces}
            max={size?.max ?? Math.max(...sizes.map(({ max }) => max))}
            onChange={box.setPieces}
          />
          <Button type="submit" busy={box.busy} className="flex-1 basis-48">
            Agregar al carrito
          </Button>
        </div>
        <div aria-live="assertive">{box.error && <Notice tone="error" title={box.error} />}</div>
        {!isSoldOut && (
          <StickyBar watched={actions}>
            <p className="min-w-0 flex-1 text-sm">
              <span className="tabular block font-bold">{formatMoney(product.priceCents)}</span>
              <span className="block truncate text-soft">
                {size ? `${product.isDigital ? "Boleto" : "Talla"} ${size.name}` : product.name}
              </span>
            </p>
            <Button type="submit" busy={box.busy}>
              {size ? "Agregar al carrito" : product.isDigital ? "Elegir boleto" : "Elegir talla"}
            </Button>
          </StickyBar>
        )}
        <AddedDialog product={product} added={box.added} onClose={box.closeAdded} />
      </form>
      {notify && (
        <Suspense>
          <NotifyMe
            product={product}
            sizes={soldOutSizes}
            chosen={notify.sizeId}
            onChoose={openNotify}
            open={notify.open}
            onClose={() => setNotify((last) => last && { ...last, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}

/** `onNotify`: opens the waiting list; null where the product has none. */
function SoldOut({ onNotify }: { onNotify: (() => void) | null }) {
  return (
    <Notice title="Agotado">
      Se vendieron todas las piezas. Algunas pueden volver si alguien deja vencer su carrito: mira otra vez en un rato
      {onNotify && ", o pide que te apartemos la primera"}.
      {onNotify && (
        <Button variant="secondary" wide className="mt-3" onClick={onNotify}>
          Avísame cuando vuelva
        </Button>
      )}
    </Notice>
  );
}

/** Always one line high: the button below does not move when a size is chosen. */
function StockLine({ size, showStock, isDigital }: { size?: BuyableSize; showStock: boolean; isDigital: boolean }) {
  const isMadeToOrder = size !== undefined && size.available === 0;
  const few = showStock && size !== undefined && !isMadeToOrder && size.available < FEW_LEFT;
  return (
    <p role="status" className={cx("min-h-6 text-sm", few ? "font-semibold text-warning" : "text-soft")}>
      {!size && (isDigital ? "Elige tu boleto" : "Elige tu talla")}
      {isMadeToOrder && `Se hace sobre pedido, hasta ${size.max} piezas`}
      {size &&
        !isMadeToOrder &&
        showStock &&
        (size.available === 1 ? "Queda 1 pieza" : `Quedan ${size.available} piezas`)}
    </p>
  );
}
