import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { readStored, STORAGE_KEY, writeStored } from "../../state/storage.ts";

const ViewedProducts = lazy(() => import("./viewed-products.tsx"));

/** The current product, and the twelve products that are shown (rule WISH-6). */
const MAX_STORED_PRODUCTS = 13;

/** Stores that this browser viewed the product, and shows those viewed before once the customer scrolls near them. */
export function RecentlyViewed({ current: currentProductId, shop }: { current: string; shop: PublicShop }) {
  const placeholder = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const otherIds =
      readStored(STORAGE_KEY.viewed)
        ?.split(",")
        .filter((id) => id !== currentProductId) ?? [];
    writeStored(STORAGE_KEY.viewed, [currentProductId, ...otherIds].slice(0, MAX_STORED_PRODUCTS).join());
  }, [currentProductId]);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.at(-1)!.isIntersecting && setNear(true), {
      rootMargin: "600px",
    });
    observer.observe(placeholder.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={placeholder}>
      {isNear && (
        <Suspense>
          <ViewedProducts key={currentProductId} current={currentProductId} shop={shop} />
        </Suspense>
      )}
    </div>
  );
}
