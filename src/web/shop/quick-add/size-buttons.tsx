import { formatMoney } from "../../../domain/money.ts";
import { cx } from "../../ui/class-names.ts";
import type { CardProduct } from "../product-card.tsx";
import type { BuyableSize } from "../use-add-to-cart.ts";

export type CardSize = BuyableSize<CardProduct["sizes"][number]>;

export interface SizeButtonsProps {
  isDigital: boolean;
  showStock: boolean;
  sizes: CardSize[];
  /** Ids of the sizes in the cart. Their buttons say 'en tu carrito'. */
  inCart: ReadonlySet<string>;
  /** The id of the size that was pressed last. Null before the first press. */
  chosenId: string | null;
  busy: boolean;
  /** Whether sold-out sizes have a waiting list. */
  canNotify: boolean;
  onChoose: (sizeId: string) => void;
}

/** A button shows how many pieces are left if there are at most this many. */
const MAX_SHOWN_PIECES_LEFT = 3;

/** A button for each size, which adds a piece. A sold-out size offers 'Avísame'. A size in the cart opens the cart. */
export function SizeButtons({ sizes, busy, chosenId, canNotify, onChoose, ...noteProps }: SizeButtonsProps) {
  return (
    <ul className="flex flex-wrap pl-px pt-px text-sm">
      {sizes.map((size) => {
        const isSoldOut = size.max === 0 && !noteProps.inCart.has(size.id);
        return (
          <li key={size.id} className="-ml-px -mt-px grid min-w-13 flex-1">
            <button
              type="button"
              disabled={isSoldOut && !canNotify}
              aria-disabled={busy}
              aria-busy={(busy && chosenId === size.id) || undefined}
              onClick={() => !busy && onChoose(size.id)}
              className={cx(
                "flex min-h-12 flex-col items-center justify-center border border-edge text-center leading-tight hover:border-ink",
                isSoldOut && "text-soft",
                busy && chosenId === size.id && "bg-ink text-paper",
              )}
            >
              <span className={cx(isSoldOut && "line-through")}>{size.name}</span>
              <SizeNote {...{ size, isSoldOut, canNotify }} {...noteProps} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function SizeNote({
  size,
  isSoldOut,
  canNotify,
  inCart,
  isDigital,
  showStock,
}: Pick<SizeButtonsProps, "canNotify" | "inCart" | "isDigital" | "showStock"> & {
  size: CardSize;
  isSoldOut: boolean;
}) {
  const notes = inCart.has(size.id)
    ? ["en tu carrito"]
    : isSoldOut
      ? [canNotify && "Avísame"]
      : [
          size.priceCents !== undefined && formatMoney(size.priceCents),
          size.available === 0 && "sobre pedido",
          showStock && size.available === 1 && "queda 1",
          showStock && size.available > 1 && size.available <= MAX_SHOWN_PIECES_LEFT && `quedan ${size.available}`,
        ];
  return (
    <>
      {isSoldOut && <span className="sr-only"> {isDigital ? "agotado" : "agotada"}</span>}
      {notes.map(
        (note) =>
          note && (
            <span key={note} className="tabular block text-xs">
              {note}
            </span>
          ),
      )}
    </>
  );
}
