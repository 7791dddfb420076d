import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { signal, unlockSound } from "../../../ui/signal.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeField } from "../../kit/scan/code-field.tsx";
import type { NumberedReading, Reading } from "../../kit/scan/use-code-queue.ts";
import { Section } from "../../kit/section.tsx";
import { FoundProducts, type FoundProduct, type FoundSize } from "../found-products.tsx";
import type { EditResult } from "./route.tsx";

/** Finds products by words, SKU or barcode. A code adds its size at once, words list products. */
export function ProductSearch({ onAdd }: { onAdd: (product: FoundProduct, size: FoundSize) => void }) {
  const { reading, found, scan, announce, isBusy } = useFind(onAdd);
  const box = useRef<HTMLDivElement>(null);
  const search = (): void => {
    const typed = box.current?.querySelector("input")?.value.trim();
    if (typed) scan(typed);
  };
  return (
    <Section title="Agregar productos">
      <div ref={box} className="flex flex-wrap items-start gap-3">
        <div className="min-w-52 grow">
          <CodeField
            label="Buscar un producto"
            hint="Nombre, SKU o código de barras. Un código agrega la talla."
            reading={reading}
            onCode={scan}
          />
        </div>
        <div className="mt-6.5">
          <Button variant="secondary" onClick={search} busy={isBusy}>
            Buscar
          </Button>
        </div>
      </div>
      {found && (
        <FoundProducts
          products={found}
          button={(product, size) => ({
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

/** Looks codes up one after the other, in the order in which they were scanned. */
function useFind(onAdd: (product: FoundProduct, size: FoundSize) => void) {
  const fetcher = useFetcher<EditResult>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [reading, setReading] = useState<NumberedReading | null>(null);
  const handled = useRef<EditResult | undefined>(undefined);
  const announce = (read: Reading, code = ""): void =>
    setReading((previous) => ({ ...read, code, number: (previous?.number ?? 0) + 1 }));
  const found = fetcher.data?.found;

  useEffect(() => {
    if (!found || handled.current === fetcher.data) return;
    handled.current = fetcher.data;
    const product = found.products.find(({ sizes }) => sizes.some(({ id }) => id === found.exactSizeId));
    const size = product?.sizes.find(({ id }) => id === found.exactSizeId);
    const isGone = size?.available === 0;
    if (product && size && !isGone) onAdd(product, size);
    const tone = size ? (isGone ? "error" : "success") : found.products.length > 0 ? "info" : "error";
    announce({ tone, text: isGone ? "Esa talla está agotada." : found.text }, found.typed);
    if (tone !== "info") signal(tone === "success");
  }, [fetcher.data]);

  useEffect(() => {
    const [code, ...rest] = codes;
    if (code === undefined || fetcher.state !== "idle") return;
    setCodes(rest);
    void fetcher.submit(new URLSearchParams({ intent: "find", q: code }), { method: "post" });
  }, [codes, fetcher]);

  return {
    reading,
    announce,
    /** Null while nothing was searched, and after a code that was added. */
    found: found && found.exactSizeId === null ? found.products : null,
    isBusy: fetcher.state !== "idle",
    scan: (code: string) => {
      unlockSound();
      setCodes((waiting) => [...waiting, code]);
    },
  };
}
