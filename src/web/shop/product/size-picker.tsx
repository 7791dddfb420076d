import { useId } from "react";
import { cx } from "../../ui/class-names.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { BuyableSize } from "../use-add-to-cart.ts";

const SeatList = lazyPart("seats", () => import("../seats/seat-list.tsx"));

/** Up to this many sizes are buttons. More are a native select, or a list of seats (rule SCREEN-3). */
const MAX_BUTTONS = 10;

interface Props {
  legend: string;
  sizes: BuyableSize[];
  /** Ids of the sizes in the cart: they cannot be chosen again. */
  inCart: ReadonlySet<string>;
  chosenId: string | null;
  onChoose: (id: string | null) => void;
  /** Called when the customer presses a sold-out size. */
  onPressSoldOut: (id: string) => void;
}

/** Chooses one of the sizes of a product. */
export function SizePicker(props: Props) {
  const { legend, sizes, inCart, chosenId, onChoose, onPressSoldOut } = props;
  if (sizes.length <= MAX_BUTTONS) return <SizeRadios {...props} />;
  if (legend !== "Boleto") return <SizeSelect {...props} />;
  return (
    <SeatList
      seats={sizes.map((size) => ({ ...size, isInCart: inCart.has(size.id) }))}
      chosenIds={new Set([chosenId])}
      onToggle={onChoose}
      onPressTaken={onPressSoldOut}
    />
  );
}

function SizeRadios({ sizes, chosenId, inCart, onChoose, onPressSoldOut }: Props) {
  const name = useId();
  const { length } = sizes;
  return (
    <div
      className="grid pl-px pt-px"
      // More than six are in two rows.
      style={{ gridTemplateColumns: `repeat(${length > 6 ? Math.ceil(length / 2) : length},1fr)` }}
    >
      {sizes.map((size) => {
        const isSoldOut = size.max === 0;
        const isInCart = inCart.has(size.id);
        return (
          // Pressing a sold-out size opens 'Avísame'. The keyboard uses the button below instead.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <label
            key={size.id}
            onClick={() => isSoldOut && !isInCart && onPressSoldOut(size.id)}
            className={cx(
              "relative -ml-px -mt-px grid min-h-12 place-items-center border border-edge px-2 text-sm hover:z-10 has-checked:z-10 has-focus-visible:z-10 has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
              isSoldOut && "text-soft line-through",
              isInCart && "bg-success-soft",
              !isSoldOut &&
                !isInCart &&
                "hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper",
            )}
          >
            <input
              type="radio"
              name={name}
              value={size.id}
              checked={chosenId === size.id}
              disabled={isSoldOut || isInCart}
              onChange={() => onChoose(size.id)}
              className="absolute inset-0 opacity-0 disabled:pointer-events-none"
            />
            <span className="text-center leading-tight">
              {size.name.replace("Boleto ", "")}
              {isSoldOut && <span className="sr-only"> agotada</span>}
              {!isSoldOut && size.available === 0 && <span className="block text-xs font-normal">sobre pedido</span>}
              {isInCart && <span className="block text-xs font-normal no-underline">en tu carrito</span>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

function SizeSelect({ legend, sizes, chosenId, inCart, onChoose }: Props) {
  return (
    <select
      aria-label={legend}
      value={chosenId ?? ""}
      onChange={(event) => onChoose(event.target.value || null)}
      className="min-h-11 w-full rounded-box border border-edge bg-card px-3"
    >
      <option value="">Elige…</option>
      {sizes.map((size) => (
        <option key={size.id} value={size.id} disabled={size.max === 0 || inCart.has(size.id)}>
          {size.name}
          {size.available === 0 && (size.max > 0 ? " (sobre pedido)" : " (agotado)")}
          {inCart.has(size.id) && " (en tu carrito)"}
        </option>
      ))}
    </select>
  );
}
