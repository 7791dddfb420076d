import { lazy, Suspense, useId, useRef, useState } from "react";
import { maxPieces, tooFewLeft } from "../../../domain/cart-line.ts";
import { formatTime } from "../../../domain/dates.ts";
import { formatMoney, type Cents } from "../../../domain/money.ts";
import { paths } from "../../paths.ts";
import { useCart } from "../../state/cart.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Stepper } from "../../ui/stepper.tsx";
import { StickyBar } from "./sticky-bar.tsx";
import { formatLeft, useSecondsLeft } from "../clock.tsx";

const NotifyMe = lazy(() => import("./notify-me.tsx"));

interface Size {
  id: string;
  name: string;
  available: number;
}

/** A size with how many pieces of it may go into the cart now. */
interface Choice extends Size {
  max: number;
}

interface BuyProduct {
  id: string;
  name: string;
  isDigital: boolean;
  priceCents: Cents;
  sizes: Size[];
}

/** Up to this many sizes are buttons, more are a native select (rule SCREEN-3). */
const MAX_BUTTONS = 10;
/** Fewer than this are worth a word. */
const FEW_LEFT = 5;

/** Size, pieces and the button that adds them to the cart. Nothing is preselected (rule SCREEN-3). */
export function BuyBox({
  product,
  showStock,
  isPresale = false,
  madeToOrder = isPresale,
}: {
  product: BuyProduct;
  showStock: boolean;
  isPresale?: boolean;
  /** Sizes without pieces are made to order, up to ten. */
  madeToOrder?: boolean;
}) {
  const { cart, add } = useCart();
  const [sizeId, setSizeId] = useState<string | null>(null);
  const [pieces, setPieces] = useState(1);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [added, setAdded] = useState<{ size: string; pieces: number } | null>(null);
  const [missed, setMissed] = useState<{ sizeId: string | null; open: boolean } | null>(null);
  const [left, setLeft] = useState<Record<string, number>>({});
  const picker = useRef<HTMLFieldSetElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const inCart = new Set(cart?.state === "active" ? cart.products.map((line) => line.attributeId) : []);
  const sizes = product.sizes
    .map((size) => ({ ...size, available: left[size.id] ?? size.available }))
    .map((size) => ({ ...size, max: maxPieces({ left: size.available, held: 0, isPresale: madeToOrder }) }));
  const size = sizes.find((one) => one.id === sizeId);
  const gone = isPresale ? [] : sizes.filter((one) => one.max === 0 && !inCart.has(one.id));
  const soldOut = sizes.every((one) => one.max === 0);
  const legend = product.isDigital ? "# Boleto" : "Talla";

  const choose = (id: string | null): void => {
    setSizeId(id);
    setError(null);
  };
  const submit = async (): Promise<void> => {
    if (!size) {
      setError(product.isDigital ? "Elige tu boleto" : "Elige una talla");
      picker.current?.scrollIntoView({ block: "center" });
      picker.current?.querySelector<HTMLElement>("input:not(:disabled), select")?.focus();
      return;
    }
    setBusy(true);
    setError(null);
    const outcome = await add(
      [{ productId: product.id, sizeId: size.id, pieces: Math.min(pieces, size.max) }],
      isPresale,
    );
    setBusy(false);
    if (!outcome.ok) return setError(outcome.problem.detail);
    const [failed] = outcome.data.failed;
    if (!failed) {
      const line = outcome.data.cart?.products.find((one) => one.attributeId === size.id);
      setLeft((known) => ({ ...known, [size.id]: line?.stock ?? size.available - pieces }));
      setAdded({ size: size.name, pieces });
      setSizeId(null);
      setPieces(1);
      return;
    }
    if (failed.reason === "ALREADY_IN_CART")
      return setError("Esta talla ya está en tu carrito. Ahí puedes cambiar las piezas.");
    if (failed.reason === "LIMIT")
      return setError(
        failed.detail ??
          "Tu código ya no alcanza para tantas piezas sobre pedido. Elige menos o pide otro a tu asesor.",
      );
    setLeft((known) => ({ ...known, [size.id]: failed.stock }));
    if (failed.stock > 0) return setError(tooFewLeft(failed.stock));
    setError(`Agotado! Se agotó ${failed.name}`);
    setSizeId(null);
  };

  return (
    <>
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset ref={picker} className="space-y-2">
          <legend className="text-sm font-semibold">{legend}</legend>
          {sizes.length <= MAX_BUTTONS ? (
            <SizeButtons
              sizes={sizes}
              chosen={sizeId}
              inCart={inCart}
              onChoose={choose}
              onMiss={(id) => gone.length > 0 && setMissed({ sizeId: id, open: true })}
            />
          ) : (
            <SizeSelect legend={legend} sizes={sizes} chosen={sizeId} inCart={inCart} onChoose={choose} />
          )}
          {!soldOut && <StockLine size={size} showStock={showStock} isDigital={product.isDigital} />}
          {gone.length > 0 && !soldOut && (
            <Button look="quiet" className="-mx-2" onClick={() => setMissed({ sizeId: null, open: true })}>
              {product.isDigital ? "¿Tu boleto está agotado?" : "¿Tu talla está agotada?"} Avísame
            </Button>
          )}
        </fieldset>
        {soldOut && (
          <Notice title="Agotado">
            Se vendieron todas las piezas. Algunas pueden volver si alguien deja vencer su carrito: mira otra vez en un
            rato{gone.length > 0 && ", o pide que te apartemos la primera"}.
            {gone.length > 0 && (
              <Button look="secondary" wide className="mt-3" onClick={() => setMissed({ sizeId: null, open: true })}>
                Avísame cuando vuelva
              </Button>
            )}
          </Notice>
        )}
        <div ref={actions} className={cx("flex flex-wrap items-end gap-4", soldOut && "hidden")}>
          <Stepper
            label="Piezas"
            value={size ? Math.min(pieces, size.max) : pieces}
            max={size?.max ?? Math.max(...sizes.map((one) => one.max))}
            onChange={setPieces}
          />
          <Button type="submit" busy={busy} className="flex-1 basis-48">
            Agregar al carrito
          </Button>
        </div>
        <div aria-live="assertive">{error && <Notice tone="bad" title={error} />}</div>
        {!soldOut && (
          <StickyBar watched={actions}>
            <p className="min-w-0 flex-1 text-sm">
              <span className="tabular block font-bold">{formatMoney(product.priceCents)}</span>
              <span className="block truncate text-soft">
                {size ? `${product.isDigital ? "Boleto" : "Talla"} ${size.name}` : product.name}
              </span>
            </p>
            <Button type="submit" busy={busy}>
              {size ? "Agregar al carrito" : product.isDigital ? "Elegir boleto" : "Elegir talla"}
            </Button>
          </StickyBar>
        )}
        <AddedDialog product={product} added={added} onClose={() => setAdded(null)} />
      </form>
      {missed && (
        <Suspense>
          <NotifyMe
            product={product}
            sizes={gone}
            chosen={missed.sizeId}
            onChoose={(id) => setMissed({ sizeId: id, open: true })}
            open={missed.open}
            onClose={() => setMissed((last) => last && { ...last, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}

/** Always a line high: the button below must not move from under the finger when a size is chosen. */
function StockLine({ size, showStock, isDigital }: { size?: Choice; showStock: boolean; isDigital: boolean }) {
  const isMade = size !== undefined && size.available === 0;
  const few = showStock && size !== undefined && !isMade && size.available < FEW_LEFT;
  return (
    <p role="status" className={cx("min-h-6 text-sm", few ? "font-semibold text-warn" : "text-soft")}>
      {!size && (isDigital ? "Elige tu boleto" : "Elige tu talla")}
      {isMade && `Se hace sobre pedido, hasta ${size.max} piezas`}
      {size && !isMade && showStock && (size.available === 1 ? "Queda 1 pieza" : `Quedan ${size.available} piezas`)}
    </p>
  );
}

function SizeButtons({
  sizes,
  chosen,
  inCart,
  onChoose,
  onMiss,
}: {
  sizes: Choice[];
  chosen: string | null;
  inCart: Set<string>;
  onChoose: (id: string) => void;
  /** A sold-out one was pressed. */
  onMiss: (id: string) => void;
}) {
  const name = useId();
  return (
    <div className="flex flex-wrap gap-2">
      {sizes.map((size) => {
        const gone = size.max === 0;
        const mine = inCart.has(size.id);
        return (
          // Pressed with a finger it offers 'Avísame'; the button below does for keyboards.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <label
            key={size.id}
            onClick={() => gone && !mine && onMiss(size.id)}
            className={cx(
              "relative grid min-h-11 min-w-13 place-items-center rounded-box border px-3 text-sm font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
              gone && "border-line bg-sand text-soft line-through",
              mine && "border-good bg-good-soft",
              !gone &&
                !mine &&
                "border-edge bg-card hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-white",
            )}
          >
            <input
              type="radio"
              name={name}
              value={size.id}
              checked={chosen === size.id}
              disabled={gone || mine}
              onChange={() => onChoose(size.id)}
              className="absolute inset-0 opacity-0 disabled:pointer-events-none"
            />
            <span className="text-center leading-tight">
              {size.name}
              {gone && <span className="sr-only"> agotada</span>}
              {!gone && size.available === 0 && <span className="block text-xs font-normal">sobre pedido</span>}
              {mine && <span className="block text-xs font-normal no-underline">en tu carrito</span>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

function SizeSelect({
  legend,
  sizes,
  chosen,
  inCart,
  onChoose,
}: {
  legend: string;
  sizes: Choice[];
  chosen: string | null;
  inCart: Set<string>;
  onChoose: (id: string | null) => void;
}) {
  return (
    <select
      aria-label={legend}
      value={chosen ?? ""}
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

function AddedDialog({
  product,
  added,
  onClose,
}: {
  product: BuyProduct;
  added: { size: string; pieces: number } | null;
  onClose: () => void;
}) {
  const { cart, deadline } = useCart();
  const seconds = useSecondsLeft(added ? deadline : null);
  return (
    <Dialog open={added !== null} onClose={onClose} title="Se agregó a tu carrito">
      <p>
        <strong>{product.name}</strong> · {product.isDigital ? "" : "talla "}
        {added?.size} · {added?.pieces === 1 ? "1 pieza" : `${added?.pieces} piezas`}
      </p>
      {cart && seconds !== null && (
        <p className="tabular rounded-box bg-sand p-3 text-sm">
          Apartamos tus prendas hasta las {formatTime(new Date(cart.expiresOn))} ({formatLeft(seconds)}). Después
          vuelven a estar disponibles.
        </p>
      )}
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <ButtonLink to={paths.cart} className="flex-1">
          Ver mi carrito
        </ButtonLink>
        <Button look="secondary" onClick={onClose} className="flex-1">
          Seguir comprando
        </Button>
      </div>
    </Dialog>
  );
}
