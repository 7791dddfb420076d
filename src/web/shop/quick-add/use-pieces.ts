import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { isWholesaleChosen } from "../../state/wholesale.ts";
import { useToast } from "../../ui/toasts.tsx";
import type { CardProduct } from "../product-card.tsx";
import { failureText, useAddToCart, type FailedLine } from "../use-add-to-cart.ts";
import { useFreshStock } from "./use-fresh-stock.ts";

/** Up to here each size has its own stepper. Seats are buttons. */
const MAX_ROWS = 24;

interface Options {
  product: CardProduct;
  isPresale: boolean;
  madeToOrder: boolean;
  /** All chosen pieces are in the cart. */
  onAdded: () => void;
  onClose: () => void;
}

/**
 * How many pieces of each size the customer chose, and what adding them led to. Without a choice it closes the dialog. Who
 * buys wholesale fills the cart from the list, so a message is enough. Others go on to the cart (rule SCREEN-9).
 */
export function usePieces({ product, isPresale, madeToOrder, onAdded, onClose }: Options) {
  const cart = useAddToCart({ product, isPresale, madeToOrder });
  const { inCart, setError, updateStock } = cart;
  const showToast = useToast();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<Record<string, number>>({});
  const [soldOut, setSoldOut] = useState<ReadonlySet<string>>(new Set());

  useFreshStock(product, updateStock);

  const sizes = cart.sizes.filter(({ id }) => !inCart.has(id));
  const rows = sizes
    .filter(({ id, max }) => max > 0 || soldOut.has(id))
    .slice(0, product.isDigital ? undefined : MAX_ROWS)
    .map((size) => ({ ...size, pieces: Math.min(wanted[size.id] ?? 0, size.max), isSoldOut: soldOut.has(size.id) }));

  const showFailures = (failed: FailedLine[]): void => {
    const limited = failed.filter(({ reason }) => reason === "LIMIT");
    // What a limit of the cart refused is still in stock: its pieces stay chosen.
    const capped = limited.filter(({ detail }) => detail !== undefined);
    const tooFew = failed.find(({ reason, stock }) => reason === "SOLD_OUT" && stock > 0);
    const [line = limited[0]] = capped;
    if (line) setError(failureText(line));
    else if (tooFew) setError(`${tooFew.name}: ${failureText(tooFew)}`);
    setSoldOut(new Set(failed.filter((one) => !capped.includes(one)).map(({ attributeId }) => attributeId)));
    setWanted(Object.fromEntries(capped.map(({ attributeId }) => [attributeId, wanted[attributeId] ?? 0])));
  };
  const submit = async (): Promise<void> => {
    const lines = rows.filter(({ pieces }) => pieces > 0).map(({ id, pieces }) => ({ sizeId: id, pieces }));
    if (lines.length === 0) return onClose();
    const failed = await cart.submit(lines);
    if (!failed) return;
    if (failed.length === 0 && !isWholesaleChosen()) return onAdded();
    if (failed.length < lines.length) {
      showToast("success", `Se agregó ${product.name}`, undefined, {
        label: "Ver mi carrito",
        run: () => void navigate(paths.cart),
      });
    }
    if (failed.length === 0) onClose();
    else showFailures(failed);
  };

  return {
    rows,
    hasSizesInCart: sizes.length < product.sizes.length,
    choose: (sizeId: string, pieces: number): void => setWanted({ ...wanted, [sizeId]: pieces }),
    /** One piece more of each size that has one. */
    addOfEach: (): void =>
      setWanted(Object.fromEntries(rows.map(({ id, pieces, max }) => [id, Math.min(pieces + 1, max)]))),
    submit,
    busy: cart.busy,
    error: cart.error,
  };
}

export type PiecesRow = ReturnType<typeof usePieces>["rows"][number];
