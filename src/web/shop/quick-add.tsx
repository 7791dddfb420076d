import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { App } from "../../contract/shop.ts";
import { maxPieces, tooFewLeft } from "../../domain/cart-line.ts";
import { formatMoney } from "../../domain/money.ts";
import { call } from "../client.ts";
import { paths } from "../paths.ts";
import { useCart } from "../state/cart.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { Picture } from "../ui/picture.tsx";
import { Stepper } from "../ui/stepper.tsx";
import { useToast } from "../ui/toasts.tsx";
import type { CardProduct } from "./product-card.tsx";

/** Why a line to be made did not go in, though ten a line were not too many. */
const CODE_CAP = "Tu código ya no alcanza para tantas piezas sobre pedido. Elige menos o pide otro a tu asesor.";

/** Up to here each size has its own stepper; a show with more seats than this is bought on its own page. */
const MAX_ROWS = 24;

/**
 * Adds several sizes to the cart at once, from the card (rule SCREEN-9): up to what is left of each, without those already
 * in the cart. Only rows above 0 are added. If there are none, the dialog closes. What
 * sold out meanwhile stays listed with a message. In a presale a size without pieces is made to order, up to ten.
 */
export default function QuickAdd({
  product,
  shop,
  isPresale = false,
  madeToOrder = isPresale,
  onClose,
}: {
  product: CardProduct;
  shop: App;
  isPresale?: boolean;
  /** A size without pieces is made to order. */
  madeToOrder?: boolean;
  onClose: () => void;
}) {
  const { cart, add } = useCart();
  const say = useToast();
  const navigate = useNavigate();
  const [stock, setStock] = useState(() => new Map(product.sizes.map((size) => [size.id, size.available])));
  const [wanted, setWanted] = useState<Record<string, number>>({});
  const [gone, setGone] = useState<Set<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  // The list may be a minute old: what is left is asked again.
  useEffect(() => {
    const stop = new AbortController();
    void call("getProductStock", { params: { id: product.id }, signal: stop.signal }).then((outcome) => {
      if (outcome.ok) setStock(new Map(outcome.data.map((size) => [size._id, size.stock])));
    });
    return () => stop.abort();
  }, [product.id]);

  const inCart = new Set(cart?.state === "active" ? cart.products.map((line) => line.attributeId) : []);
  const sizes = product.sizes
    .filter((size) => !inCart.has(size.id))
    .map((size) => ({ ...size, available: stock.get(size.id) ?? 0 }))
    .map((size) => ({ ...size, max: maxPieces({ left: size.available, held: 0, isPresale: madeToOrder }) }));
  const hasSome = sizes.length < product.sizes.length;
  const rows = sizes.filter((size) => size.max > 0 || gone.has(size.id)).slice(0, MAX_ROWS);
  const pieces = rows.reduce((sum, size) => sum + Math.min(wanted[size.id] ?? 0, size.max), 0);
  const word = product.isDigital ? "Boleto" : "Talla";
  const title = [product.name, product.color].filter(Boolean).join(" · ");

  const submit = async (): Promise<void> => {
    const wishes = rows
      .map((size) => ({
        productId: product.id,
        sizeId: size.id,
        pieces: Math.min(wanted[size.id] ?? 0, size.max),
      }))
      .filter((wish) => wish.pieces > 0);
    if (wishes.length === 0) return onClose();
    setBusy(true);
    setError(null);
    const outcome = await add(wishes, isPresale);
    setBusy(false);
    if (!outcome.ok) return setError(outcome.problem.detail);
    const failed = new Map(outcome.data.failed.map((line) => [line.attributeId, line.stock]));
    if (failed.size < wishes.length) {
      say("good", `Se agregó ${product.name}`, undefined, {
        label: "Ver mi carrito",
        run: () => void navigate(paths.cart),
      });
    }
    if (failed.size === 0) return onClose();
    const tooFew = outcome.data.failed.find((line) => line.reason === "SOLD_OUT" && line.stock > 0);
    if (tooFew) setError(`${tooFew.name}: ${tooFewLeft(tooFew.stock)}`);
    const limited = outcome.data.failed.filter((line) => line.reason === "LIMIT");
    const capped = limited.filter((line) => line.detail !== undefined);
    if (limited.length > 0) setError(capped[0]?.detail ?? CODE_CAP);
    // What a cap of the cart refused is still there: as many as were chosen stay chosen.
    for (const line of capped) failed.delete(line.attributeId);
    setGone(new Set(failed.keys()));
    setWanted(Object.fromEntries(capped.map(({ attributeId }) => [attributeId, wanted[attributeId] ?? 0])));
    setStock((known) => new Map([...known].map(([id, left]) => [id, failed.get(id) ?? left])));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <div className="flex flex-col gap-3 sm:flex-row-reverse">
          {rows.length > 0 && (
            <Button busy={busy} className="flex-1" onClick={() => void submit()}>
              {pieces > 0 ? `Agregar ${pieces} ${pieces === 1 ? "pieza" : "piezas"} al carrito` : "Agregar al carrito"}
            </Button>
          )}
          {shop.settings.products.showDetailsButton && (
            <ButtonLink
              look="secondary"
              to={isPresale ? paths.presaleProduct(product.id) : paths.product(product.id)}
              onClick={onClose}
            >
              Ver detalles
            </ButtonLink>
          )}
        </div>
      }
    >
      <div className="flex gap-4">
        <div className="w-20 shrink-0 overflow-hidden rounded-box">
          <Picture picture={product.pictures[0] ?? null} sizes="80px" alt="" className="aspect-4/5 object-cover" />
        </div>
        <div className="text-sm">
          {product.brand && <p className="uppercase tracking-wide text-soft">{product.brand}</p>}
          <p className="tabular text-base font-semibold">{formatMoney(product.priceCents)}</p>
          {product.wholesalePriceCents !== null && product.wholesalePriceCents < product.priceCents && (
            <p className="text-soft">
              {formatMoney(product.wholesalePriceCents)} por pieza desde {shop.settings.orders.wholesaleQty} piezas
            </p>
          )}
        </div>
      </div>
      {rows.length === 0 && (
        <Notice title={hasSome ? "Lo demás ya está en tu carrito" : "Agotado"}>
          {hasSome ? "Lo que queda de este producto ya lo tienes apartado." : "Se vendieron todas las piezas."}
        </Notice>
      )}
      <ul className="divide-y divide-line">
        {rows.map((size) => (
          <li key={size.id} className="flex items-center justify-between gap-4 py-2.5">
            <p>
              <span className="font-semibold">
                {word} {size.name}
              </span>
              <span className="block text-xs text-soft" role={gone.has(size.id) ? "alert" : undefined}>
                {gone.has(size.id) && size.max === 0 && <strong className="text-bad">Se agotó</strong>}
                {size.available === 0 && size.max > 0 && `Sobre pedido, hasta ${size.max}`}
                {size.available > 0 && shop.settings.products.showStock && left(size.available)}
              </span>
            </p>
            {size.max > 0 && (
              <Stepper
                label={`Piezas de ${word.toLowerCase()} ${size.name}`}
                hideLabel
                min={0}
                value={Math.min(wanted[size.id] ?? 0, size.max)}
                max={size.max}
                onChange={(value) => setWanted({ ...wanted, [size.id]: value })}
              />
            )}
          </li>
        ))}
      </ul>
      {error && <Notice tone="bad" alert title={error} />}
    </Dialog>
  );
}

function left(available: number): string {
  return available === 1 ? "Queda 1" : `Quedan ${available}`;
}
