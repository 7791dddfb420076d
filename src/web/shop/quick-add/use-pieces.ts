import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { isWholesaleChosen } from "../../state/wholesale.ts";
import { useToast } from "../../ui/toasts.tsx";
import type { CardProduct } from "../product-card.tsx";
import { failureText, useAddToCart, type FailedLine } from "../use-add-to-cart.ts";
import { useFreshStock } from "./use-fresh-stock.ts";

/** The maximum number of listed sizes. A DIGITAL product has no maximum. */
const MAX_ROWS = 24;

interface Options {
  product: CardProduct;
  isPresale: boolean;
  madeToOrder: boolean;
  /** Called when all chosen pieces are in the cart, unless the customer chose wholesale prices. */
  onAdded: () => void;
  onClose: () => void;
}

/**
 * The chosen pieces of each size, and the result of adding them. `submit` only closes the dialog if no pieces are
 * chosen. Customers who chose wholesale prices stay on the page and get a toast. For others the cart opens (SCREEN-9).
 */
export function usePieces({ product, isPresale, madeToOrder, onAdded, onClose }: Options) {
  const addToCart = useAddToCart({ product, isPresale, madeToOrder });
  const { inCart, setError, updateStock } = addToCart;
  const showToast = useToast();
  const navigate = useNavigate();
  const [piecesBySizeId, setPiecesBySizeId] = useState<Record<string, number>>({});
  const [failedIds, setFailedIds] = useState<ReadonlySet<string>>(new Set());

  useFreshStock(product, updateStock);

  const sizes = addToCart.sizes.filter(({ id }) => !inCart.has(id));
  const rows = sizes
    .filter(({ id, max }) => max > 0 || failedIds.has(id))
    .slice(0, product.isDigital ? undefined : MAX_ROWS)
    .map((size) => ({
      ...size,
      pieces: Math.min(piecesBySizeId[size.id] ?? 0, size.max),
      isFailed: failedIds.has(size.id),
    }));

  const showFailures = (failedLines: FailedLine[]): void => {
    const linesOverLimit = failedLines.filter(({ reason }) => reason === "LIMIT");
    // Pieces above a limit of the cart are still in stock, so they stay chosen.
    const linesOverCartLimit = linesOverLimit.filter(({ detail }) => detail !== undefined);
    const lowStockLine = failedLines.find(({ reason, stock }) => reason === "SOLD_OUT" && stock > 0);
    const [firstLineOverLimit = linesOverLimit[0]] = linesOverCartLimit;
    if (firstLineOverLimit) setError(failureText(firstLineOverLimit));
    else if (lowStockLine) setError(`${lowStockLine.name}: ${failureText(lowStockLine)}`);
    setFailedIds(
      new Set(failedLines.filter((line) => !linesOverCartLimit.includes(line)).map(({ attributeId }) => attributeId)),
    );
    setPiecesBySizeId(
      Object.fromEntries(linesOverCartLimit.map(({ attributeId }) => [attributeId, piecesBySizeId[attributeId] ?? 0])),
    );
  };
  const submit = async (): Promise<void> => {
    const lines = rows.filter(({ pieces }) => pieces > 0).map(({ id, pieces }) => ({ sizeId: id, pieces }));
    if (lines.length === 0) return onClose();
    const failedLines = await addToCart.submit(lines);
    if (!failedLines) return;
    if (failedLines.length === 0 && !isWholesaleChosen()) return onAdded();
    if (failedLines.length < lines.length) {
      showToast("success", `Se agregó ${product.name}`, undefined, {
        label: "Ver mi carrito",
        run: () => void navigate(paths.cart),
      });
    }
    if (failedLines.length === 0) onClose();
    else showFailures(failedLines);
  };

  return {
    rows,
    hasSizesInCart: sizes.length < product.sizes.length,
    choose: (sizeId: string, pieces: number): void => setPiecesBySizeId({ ...piecesBySizeId, [sizeId]: pieces }),
    /** Chooses one more piece of each listed size, up to its maximum. */
    addOneOfEach: (): void =>
      setPiecesBySizeId(Object.fromEntries(rows.map(({ id, pieces, max }) => [id, Math.min(pieces + 1, max)]))),
    submit,
    busy: addToCart.busy,
    error: addToCart.error,
  };
}

export type PiecesRow = ReturnType<typeof usePieces>["rows"][number];
