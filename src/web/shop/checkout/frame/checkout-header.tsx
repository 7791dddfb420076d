import { Link } from "react-router";
import type { PublicShop } from "../../../../contract/shop.ts";
import { PathIcon } from "../../../ui/icon.tsx";
import { CheckoutClock } from "./checkout-clock.tsx";

const LOCK_PATH = "M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3";

export function CheckoutHeader({ shop }: { shop: PublicShop }) {
  return (
    <header className="z-30 border-b border-line bg-paper lg:sticky lg:top-0">
      <div className="page grid min-h-16 grid-cols-[1fr_auto] items-center gap-x-4 py-2 md:grid-cols-[1fr_auto_1fr]">
        <Link to="/" className="min-w-0 font-display text-[1.625rem] leading-tight tracking-tight">
          {shop.logo ? (
            <img
              src={shop.logo}
              alt={shop.name}
              className="h-9 w-auto max-w-[45vw] object-contain mix-blend-multiply dark:mix-blend-normal"
            />
          ) : (
            <span className="line-clamp-2 hyphens-auto wrap-anywhere">{shop.name}</span>
          )}
        </Link>
        <div className="max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end">
          <CheckoutClock />
        </div>
        <p className="flex items-center gap-1.5 justify-self-end text-sm max-md:col-start-2 max-md:row-start-1">
          <PathIcon path={LOCK_PATH} className="size-4" />
          Compra segura
        </p>
      </div>
    </header>
  );
}
