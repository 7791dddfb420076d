import { useEffect, useState } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { readStored, STORAGE_KEY, writeStored } from "../../state/storage.ts";
import { Button } from "../../ui/button.tsx";
import { ProductCard, type CardProduct } from "../product-card.tsx";
import { loadCards } from "./cards/load-cards.ts";

/** Moves the focus to the undo button, because the pressed button disappears. */
const focusUndo = (button: HTMLButtonElement | null): void => button?.focus();

/** 'Visto hace poco': the products that this browser viewed last, except the current one. Nothing if there are none. */
export default function ViewedProducts({ current: currentProductId, shop }: { current: string; shop: PublicShop }) {
  const [products, setProducts] = useState<CardProduct[]>([]);
  /** The cleared list, which can be restored while the page is open. */
  const [clearedIds, setClearedIds] = useState<string | null>(null);
  useEffect(() => {
    const otherIds =
      readStored(STORAGE_KEY.viewed)
        ?.split(",")
        .filter((id) => id !== currentProductId) ?? [];
    let isMounted = true;
    // If the request fails, nothing is shown.
    void loadCards(otherIds).then((cards) => isMounted && setProducts(cards ?? []));
    return () => {
      isMounted = false;
    };
  }, [currentProductId]);
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="viewed" className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="viewed" className="text-xl">
          Visto hace poco
        </h2>
        {clearedIds === null && (
          <Button
            variant="quiet"
            className="-mr-2 min-h-11"
            onClick={() => {
              setClearedIds(readStored(STORAGE_KEY.viewed));
              writeStored(STORAGE_KEY.viewed, null);
            }}
          >
            Borrar
          </Button>
        )}
      </div>
      {clearedIds === null ? (
        <ul className="flex gap-0.5 overflow-x-auto max-sm:-mx-4">
          {products.map((product) => (
            <li key={product.id} style={{ flex: "0 0 max(min(12.5rem, 50% - 1px), 18%)", minWidth: 0 }}>
              <ProductCard product={product} shop={shop} />
            </li>
          ))}
        </ul>
      ) : (
        <p role="status" className="text-sm text-soft">
          Listo: este navegador ya no recuerda lo que viste.{" "}
          <Button
            variant="quiet"
            className="min-h-11"
            ref={focusUndo}
            onClick={() => {
              writeStored(STORAGE_KEY.viewed, clearedIds);
              setClearedIds(null);
            }}
          >
            Deshacer
          </Button>
        </p>
      )}
    </section>
  );
}
