import { useRef, useState } from "react";
import type { SizeGuide } from "../../../contract/size-guides.ts";
import type { Cents } from "../../../domain/money.ts";
import { failureText, lacksStock, useAddToCart } from "../use-add-to-cart.ts";

export interface BuyBoxProduct {
  id: string;
  name: string;
  isDigital: boolean;
  priceCents: Cents;
  /** `priceCents` of a size is set only if its price differs from the product's. */
  sizes: { id: string; name: string; available: number; priceCents?: Cents; formerPriceCents?: Cents | null }[];
  sizeGuide: SizeGuide | null;
}

export interface BuyBoxOptions {
  product: BuyBoxProduct;
  isPresale: boolean;
  madeToOrder: boolean;
}

/** The chosen size and pieces, and the result of adding them to the cart. Nothing is preselected (rule SCREEN-3). */
export function useBuyBox({ product, isPresale, madeToOrder }: BuyBoxOptions) {
  const addToCart = useAddToCart({ product, isPresale, madeToOrder });
  const { sizes, inCart, setError } = addToCart;
  const [sizeId, setSizeId] = useState<string | null>(null);
  const [pieces, setPieces] = useState(1);
  /** Whether the cart drawer is open. Null until something is added. */
  const [cartOpen, setCartOpen] = useState<boolean | null>(null);
  const picker = useRef<HTMLFieldSetElement>(null);
  const size = sizes.find(({ id }) => id === sizeId);

  const choose = (id: string | null): void => {
    setSizeId(id);
    setError(null);
  };
  /** Adds the chosen pieces to the cart. Returns true if they were added. */
  const submit = async (): Promise<boolean> => {
    if (!size) {
      setError(product.isDigital ? "Elige tu boleto" : "Elige una talla");
      picker.current?.scrollIntoView({ block: "center" });
      picker.current?.querySelector<HTMLElement>("input:not(:disabled), select")?.focus();
      return false;
    }
    const failedLines = await addToCart.submit([{ sizeId: size.id, pieces: Math.min(pieces, size.max) }]);
    if (!failedLines) return false;
    const [failedLine] = failedLines;
    if (failedLine) {
      setError(failureText(failedLine));
      if (lacksStock(failedLine) && failedLine.stock === 0) setSizeId(null);
      return false;
    }
    setCartOpen(true);
    setSizeId(null);
    setPieces(1);
    return true;
  };

  return {
    sizes,
    /** The chosen size. */
    size,
    inCart,
    /** Sold-out sizes that have a waiting list. */
    soldOutSizes: isPresale ? [] : sizes.filter(({ id, max }) => max === 0 && !inCart.has(id)),
    isSoldOut: sizes.every(({ max }) => max === 0),
    picker,
    choose,
    pieces,
    setPieces,
    submit,
    busy: addToCart.busy,
    error: addToCart.error,
    cartOpen,
    closeCart: () => setCartOpen(false),
  };
}
