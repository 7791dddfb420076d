import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Price } from "../price.tsx";
import { SizeButtons } from "./size-buttons.tsx";
import type { SizesProps } from "./size-row.tsx";

/** On narrow screens and touch screens: the sizes in a sheet at the bottom of the screen. */
export function SizeSheet({
  product,
  shop,
  isPresale,
  error,
  onOpenPieces,
  onClose,
  onLeave,
  ...buttonProps
}: SizesProps) {
  const { showStock, showDetailsButton } = shop.settings.products;
  return (
    <Dialog
      open
      onClose={onClose}
      title={[product.name, product.color].filter(Boolean).join(" · ")}
      footer={
        <div className="flex gap-3">
          <Button variant="secondary" className="flex-1" onClick={onOpenPieces}>
            Varias piezas
          </Button>
          {showDetailsButton && (
            <ButtonLink
              variant="secondary"
              className="flex-1"
              to={isPresale ? paths.presaleProduct(product.id) : paths.product(product.id)}
              onClick={onLeave}
            >
              Ver detalles
            </ButtonLink>
          )}
        </div>
      }
    >
      <p className="tabular text-sm">
        <Price prices={product.prices} />
      </p>
      <div className="space-y-2">
        <p className="text-sm font-semibold">{product.isDigital ? "Elige tu boleto" : "Elige tu talla"}</p>
        <SizeButtons {...buttonProps} isDigital={product.isDigital} showStock={showStock} canNotify={!isPresale} />
      </div>
      {error && <Notice tone="error" alert title={error} />}
    </Dialog>
  );
}
