import { useEffect, useState } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { readStored, STORED, writeStored } from "../../state/storage.ts";
import { Button } from "../../ui/button.tsx";
import { ProductCard, type CardProduct } from "../product-card.tsx";
import { loadCards } from "./cards/load-cards.ts";

/** Moves the focus to the undo button, because the pressed button disappears. */
const focusUndo = (button: HTMLButtonElement | null): void => button?.focus();

/** 'Visto hace poco': the products that this browser viewed last, except `current`. Renders nothing without any. */
export default function ViewedProducts({ current, shop }: { current: string; shop: PublicShop }) {
  const [products, setProducts] = useState<CardProduct[]>([]);
  /** The cleared list, which can be restored while the page is open. */
  const [cleared, setCleared] = useState<string | null>(null);
  useEffect(() => {
    const others =
      readStored(STORED.viewed)
        ?.split(",")
        .filter((id) => id !== current) ?? [];
    let isMounted = true;
    // If the request fails, nothing is shown.
    void loadCards(others).then((cards) => isMounted && setProducts(cards ?? []));
    return () => {
      isMounted = false;
    };
  }, [current]);
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="viewed" className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="viewed" className="text-xl">
          Visto hace poco
        </h2>
        {cleared === null && (
          <Button
            variant="quiet"
            className="-mr-2 min-h-11"
            onClick={() => {
              setCleared(readStored(STORED.viewed));
              writeStored(STORED.viewed, null);
            }}
          >
            Borrar
          </Button>
        )}
      </div>
      {cleared === null ? (
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
              writeStored(STORED.viewed, cleared);
              setCleared(null);
            }}
          >
            Deshacer
          </Button>
        </p>
      )}
    </section>
  );
}
