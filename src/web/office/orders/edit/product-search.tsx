import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { giveScanFeedback, unlockSound } from "../../../ui/scan-feedback.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeField } from "../../kit/scan/code-field.tsx";
import type { NumberedCodeResult, CodeResult } from "../../kit/scan/use-code-queue.ts";
import { Section } from "../../kit/section.tsx";
import { FoundProducts, type FoundProduct, type FoundSize } from "../found-products.tsx";
import type { EditResult } from "./route.tsx";

/**
 * Finds products by words, SKU or barcode. A code adds its size at once, unless the size is sold out. For words the
 * matching products are listed.
 */
export function ProductSearch({ onAdd }: { onAdd: (product: FoundProduct, size: FoundSize) => void }) {
  const { codeResult, products, lookUp, announce, isBusy } = useProductLookup(onAdd);
  const container = useRef<HTMLDivElement>(null);
  const submitSearch = (): void => {
    const typedText = container.current?.querySelector("input")?.value.trim();
    if (typedText) lookUp(typedText);
  };
  return (
    <Section title="Agregar productos">
      <div ref={container} className="flex flex-wrap items-start gap-3">
        <div className="min-w-52 grow">
          <CodeField
            label="Buscar un producto"
            hint="Nombre, SKU o código de barras. Un código agrega la talla."
            codeResult={codeResult}
            onCode={lookUp}
          />
        </div>
        <div className="mt-6.5">
          <Button variant="secondary" onClick={submitSearch} busy={isBusy}>
            Buscar
          </Button>
        </div>
      </div>
      {products && (
        <FoundProducts
          products={products}
          buttonPropsOf={(product, size) => ({
            type: "button",
            onClick: () => {
              onAdd(product, size);
              announce({ tone: "info", text: `${product.name}, talla ${size.name}: agregada.` });
            },
          })}
        />
      )}
    </Section>
  );
}

/** Looks up scanned codes and typed words one after the other, in the order in which they were sent. */
function useProductLookup(onAdd: (product: FoundProduct, size: FoundSize) => void) {
  const fetcher = useFetcher<EditResult>();
  const lastLookup = useRef<Promise<void>>(Promise.resolve());
  const [codeResult, setCodeResult] = useState<NumberedCodeResult | null>(null);
  const latestOnAdd = useRef(onAdd);
  useEffect(() => void (latestOnAdd.current = onAdd));
  const announce = (result: CodeResult, code = ""): void =>
    setCodeResult((current) => ({ ...result, code, number: (current?.number ?? 0) + 1 }));

  const { data } = fetcher;
  useEffect(() => {
    const result = data?.search;
    if (!result) return;
    const product = result.products.find(({ sizes }) => sizes.some(({ id }) => id === result.exactSizeId));
    const size = product?.sizes.find(({ id }) => id === result.exactSizeId);
    const isSoldOut = size?.available === 0;
    if (product && size && !isSoldOut) latestOnAdd.current(product, size);
    const tone = size ? (isSoldOut ? "error" : "success") : result.products.length > 0 ? "info" : "error";
    announce({ tone, text: isSoldOut ? "Esa talla está agotada." : result.text }, result.term);
    if (tone !== "info") giveScanFeedback(tone === "success");
  }, [data]);

  const searchResult = data?.search;
  return {
    codeResult,
    announce,
    /** Null before the first search, and after a search by the exact code of a size. */
    products: searchResult && searchResult.exactSizeId === null ? searchResult.products : null,
    isBusy: fetcher.state !== "idle",
    lookUp: (text: string) => {
      unlockSound();
      // A submission aborts the one before, so each waits for the end of the last one.
      lastLookup.current = lastLookup.current
        .then(() => fetcher.submit(new URLSearchParams({ intent: "find", q: text }), { method: "post" }))
        .catch(() => {});
    },
  };
}
