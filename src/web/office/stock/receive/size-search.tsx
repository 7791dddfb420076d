import { useState } from "react";
import { Form } from "react-router";
import { codeForDeliveryLine } from "../../../../domain/delivery-lines.ts";
import type { FoundProduct } from "../../../../server/catalog/find-sizes.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeField } from "../../kit/scan/code-field.tsx";
import { fetchSizes } from "../../kit/scan/fetch-sizes.ts";
import { useCodeQueue, type CodeResult } from "../../kit/scan/use-code-queue.ts";
import { Thumb } from "../../kit/thumb.tsx";
import { officePaths } from "../../paths.ts";

/** The maximum number of size buttons for one product. An event can have more seats. */
const MAX_SIZES = 40;

/**
 * Finds sizes by code or words. A complete code, scanned or typed, adds one piece. For words it lists the products that
 * match. Each of their sizes has a button that adds one piece.
 */
export function SizeSearch({
  term,
  foundProducts,
  addPiece,
}: {
  term: string;
  foundProducts: readonly FoundProduct[];
  /** Adds a piece to the line of a size. Returns the pieces of the line. */
  addPiece: (sizeText: string) => number;
}) {
  const [products, setProducts] = useState(foundProducts);
  const { codeResult, scan, announce } = useCodeQueue(async (code): Promise<CodeResult> => {
    const searchResult = await fetchSizes(code);
    setProducts(searchResult.products);
    const [product] = searchResult.products;
    if (!product) return { tone: "error", text: `Ningún código, SKU o producto es «${code}». No se agregó nada.` };
    if (searchResult.exact)
      return describeAddedPiece(
        product,
        searchResult.exact.sizeName,
        addPiece(codeForDeliveryLine(searchResult.exact)),
      );
    return {
      tone: "info",
      text: searchResult.products.length === 1 ? "Elige la talla." : "Elige el producto y la talla.",
    };
  });
  const addByName = (product: FoundProduct, sizeName: string): void =>
    announce("", describeAddedPiece(product, sizeName, addPiece(`${nameOf(product)}, ${sizeName}`)));
  return (
    <div className="space-y-4">
      <Form
        role="search"
        method="get"
        action={officePaths.receiveDelivery}
        onSubmit={(event) => {
          event.preventDefault();
          const typedTerm = new FormData(event.currentTarget).get("q");
          if (typeof typedTerm === "string" && typedTerm.trim() !== "") scan(typedTerm.trim());
        }}
        className="flex items-start gap-3"
      >
        <div className="grow">
          <CodeField
            name="q"
            label="Busca un producto"
            hint="Escanea un código y se agrega una pieza. También sirven el SKU o el nombre, aunque tengan un error."
            defaultValue={term}
            codeResult={codeResult}
            onCode={scan}
          />
        </div>
        <div className="mt-6.5">
          <Button type="submit" variant="secondary">
            Buscar
          </Button>
        </div>
      </Form>
      <FoundProducts products={products} onAdd={addByName} />
    </div>
  );
}

function FoundProducts({
  products,
  onAdd,
}: {
  products: readonly FoundProduct[];
  onAdd: (product: FoundProduct, sizeName: string) => void;
}) {
  return (
    <ul className="space-y-4">
      {products.map((product) => (
        <li key={product.id} className="flex gap-3">
          <Thumb picture={product.picture} />
          <div className="min-w-0 space-y-2 text-sm">
            <p className="font-semibold wrap-anywhere">{nameOf(product)}</p>
            <p className="flex flex-wrap gap-2">
              {product.sizes.slice(0, MAX_SIZES).map(({ sizeId, sizeName }) => (
                <Button
                  key={sizeId}
                  variant="secondary"
                  className="min-h-9! px-3! py-1!"
                  aria-label={`Agregar ${nameOf(product)}, talla ${sizeName}`}
                  onClick={() => onAdd(product, sizeName)}
                >
                  + {sizeName}
                </Button>
              ))}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ name, color }: FoundProduct): string {
  return [name, color].filter(Boolean).join(" ");
}

function describeAddedPiece(product: FoundProduct, sizeName: string, pieces: number): CodeResult {
  const piecesText = pieces === 1 ? "1 pieza" : `${pieces} piezas`;
  return { tone: "success", text: `${nameOf(product)}, talla ${sizeName}: ${piecesText}` };
}
