import type { PublicShop } from "../../../contract/shop.ts";
import { formatMoney } from "../../../domain/money.ts";
import { paths } from "../../paths.ts";
import { isWholesaleChosen } from "../../state/wholesale.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Stepper } from "../../ui/stepper.tsx";
import { Price } from "../price.tsx";
import type { CardProduct } from "../product-card.tsx";
import SeatList from "../seats/seat-list.tsx";
import { usePieces, type PiecesRow } from "./use-pieces.ts";

/** With more seats than this, a list of seats is shown instead of steppers. */
const MAX_STEPPERS = 10;

interface Props {
  product: CardProduct;
  shop: PublicShop;
  isPresale?: boolean;
  /** Whether sizes without stock are made to order. */
  madeToOrder?: boolean;
  /** Called when all chosen pieces are in the cart, unless the customer chose wholesale prices. */
  onAdded: () => void;
  onClose: () => void;
}

/**
 * Adds pieces of several sizes to the cart at once (rule SCREEN-9), up to the stock of each size. Sizes that are
 * already in the cart are not listed. If no pieces are chosen, the button only closes the dialog. A chosen size that
 * turns out to be sold out stays listed with a message. In a presale without a waiting room, sizes without stock are
 * made to order, up to ten pieces.
 */
export default function PiecesDialog({
  product,
  shop,
  isPresale = false,
  madeToOrder = isPresale,
  onAdded,
  onClose,
}: Props) {
  const { rows, hasSizesInCart, choose, addOneOfEach, submit, busy, error } = usePieces({
    product,
    isPresale,
    madeToOrder,
    onAdded,
    onClose,
  });
  /** Whether to show a list of seats: there are many sizes, and each of them is sold once. */
  const showsSeatList = product.isDigital && rows.length > MAX_STEPPERS && rows.every(({ max }) => max <= 1);
  const pieces = rows.reduce((sum, row) => sum + row.pieces, 0);
  const noun = (product.isDigital ? "boleto" : "pieza") + (pieces === 1 ? "" : "s");
  return (
    <Dialog
      open
      onClose={onClose}
      title={[product.name, product.color].filter(Boolean).join(" · ")}
      footer={
        <div className="flex flex-col gap-3 sm:flex-row-reverse">
          {rows.length > 0 && (
            <Button busy={busy} className="flex-1" onClick={() => void submit()}>
              {pieces > 0 ? `Agregar ${pieces} ${noun} al carrito` : "Agregar al carrito"}
            </Button>
          )}
          {shop.settings.products.showDetailsButton && (
            <ButtonLink
              variant="secondary"
              to={isPresale ? paths.presaleProduct(product.id) : paths.product(product.id)}
              onClick={onClose}
            >
              Ver detalles
            </ButtonLink>
          )}
        </div>
      }
    >
      <ProductPrices product={product} />
      {rows.length === 0 && (
        <Notice title={hasSizesInCart ? "Lo demás ya está en tu carrito" : "Agotado"}>
          {hasSizesInCart ? "Lo que queda de este producto ya lo tienes apartado." : "Se vendieron todas las piezas."}
        </Notice>
      )}
      {!showsSeatList && rows.filter(({ max }) => max > 0).length > 1 && !product.isDigital && (
        <Button variant="quiet" className="px-0!" onClick={addOneOfEach}>
          Una más de cada talla
        </Button>
      )}
      {product.isDigital && rows.length > 0 && <p className="text-sm font-semibold">Elige tus boletos</p>}
      {showsSeatList ? (
        <SeatList
          isMultiple
          seats={rows}
          chosenIds={new Set(rows.filter((row) => row.pieces > 0).map(({ id }) => id))}
          onToggle={(id) => choose(id, rows.some((row) => row.id === id && row.pieces > 0) ? 0 : 1)}
        />
      ) : (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <SizeStepper
              key={row.id}
              row={row}
              noun={product.isDigital ? "Boleto" : "Talla"}
              showStock={shop.settings.products.showStock}
              onChange={(value) => choose(row.id, value)}
            />
          ))}
        </ul>
      )}
      {error && <Notice tone="error" alert title={error} />}
    </Dialog>
  );
}

function ProductPrices({ product }: { product: CardProduct }) {
  const { prices } = product;
  return (
    <div className="flex gap-4">
      <div className="w-20 shrink-0 bg-bone [&_img]:mix-blend-multiply">
        <Picture picture={product.pictures[0]} sizes="80px" alt="" className="aspect-4/5 object-cover" />
      </div>
      <div className="text-sm">
        {product.brand && <p className="uppercase tracking-wide text-soft">{product.brand}</p>}
        <p className="tabular text-base font-semibold">
          <Price
            prices={{ ...prices, notes: isWholesaleChosen() ? (prices.wholesale ?? prices.notes) : prices.notes }}
          />
        </p>
      </div>
    </div>
  );
}

interface SizeStepperProps {
  row: PiecesRow;
  noun: string;
  showStock: boolean;
  onChange: (pieces: number) => void;
}

function SizeStepper({ row, noun, showStock, onChange }: SizeStepperProps) {
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <p>
        <span className="font-semibold">
          {noun} {row.name}
        </span>
        <span className="block text-xs text-soft" role={row.isFailed ? "alert" : undefined}>
          {row.isFailed && row.max === 0 && <strong className="text-error">Se agotó</strong>}
          {row.available === 0 && row.max > 0 && `Sobre pedido, hasta ${row.max}`}
          {row.priceCents !== undefined && `${formatMoney(row.priceCents)} `}
          {row.available > 0 && showStock && (row.available === 1 ? "Queda 1" : `Quedan ${row.available}`)}
        </span>
      </p>
      {row.max > 0 && (
        <Stepper
          label={`Piezas de ${noun.toLowerCase()} ${row.name}`}
          hideLabel
          min={0}
          value={row.pieces}
          max={row.max}
          onChange={onChange}
        />
      )}
    </li>
  );
}
