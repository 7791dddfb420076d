import { useState } from "react";
import { maxPieces, tooFewPiecesSentence } from "../../domain/cart-line.ts";
import type { AnswerOf } from "../client.ts";
import { useCart } from "../state/cart.tsx";

interface Size {
  id: string;
  name: string;
  available: number;
}

/** A size, and how many of its pieces may be added now (`max`). */
export type BuyableSize<S extends Size = Size> = S & { max: number };

export type FailedLine = AnswerOf<"addToCart">["failed"][number];

interface Options<S extends Size> {
  product: { id: string; sizes: S[] };
  isPresale: boolean;
  /** Whether sizes without stock are made to order. */
  madeToOrder: boolean;
}

/**
 * Adds sizes of a product to the cart, for the product page and the quick add. `sizes` have the latest stock that the
 * server reported. `submit` returns the lines that were not added. If the request fails, it returns null and sets
 * `error`.
 */
export function useAddToCart<S extends Size>({ product, isPresale, madeToOrder }: Options<S>) {
  const { cart, add } = useCart();
  const [stock, setStock] = useState<ReadonlyMap<string, number>>(new Map());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const updateStock = (stockLevels: (readonly [sizeId: string, available: number])[]): void =>
    setStock((current) => new Map([...current, ...stockLevels]));
  const sizes = product.sizes.map((size): BuyableSize<S> => {
    const available = stock.get(size.id) ?? size.available;
    return { ...size, available, max: maxPieces(available, madeToOrder) };
  });
  const submit = async (lines: { sizeId: string; pieces: number }[]): Promise<FailedLine[] | null> => {
    setBusy(true);
    setError(null);
    const outcome = await add(
      lines.map((line) => ({ productId: product.id, ...line })),
      isPresale,
    );
    setBusy(false);
    if (!outcome.ok) {
      setError(outcome.problem.detail);
      return null;
    }
    const { cart: changedCart, failed } = outcome.data;
    const linesWithStock = [...(changedCart?.products ?? []), ...failed.filter(lacksStock)];
    updateStock(linesWithStock.map((line) => [line.attributeId, line.stock]));
    return failed;
  };
  const inCart = new Set(cart?.state === "active" ? cart.products.map((line) => line.attributeId) : []);
  return { sizes, inCart, busy, error, setError, updateStock, submit };
}

/** Whether a line failed because too few pieces are available. For other reasons its `stock` has no meaning. */
export function lacksStock({ reason }: FailedLine): boolean {
  return reason === "SOLD_OUT" || reason === "NOT_FOUND";
}

/** Why a line was not added and what to do. */
export function failureText({ reason, detail, stock, name }: FailedLine): string {
  if (reason === "ALREADY_IN_CART") return "Esta talla ya está en tu carrito. Ahí puedes cambiar las piezas.";
  if (reason === "LIMIT")
    return detail ?? "Tu código ya no alcanza para tantas piezas sobre pedido. Elige menos o pide otro a tu asesor.";
  return stock > 0 ? tooFewPiecesSentence(stock) : `Agotado! Se agotó ${name}`;
}
