import { lazy, Suspense, useEffect, useRef } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { MAX_WISHES } from "../../../domain/wishlist.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useSession } from "../../state/session.tsx";
import { HEART } from "../../ui/icon-paths.ts";
import { PathIcon } from "../../ui/icon.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { pageMeta } from "../page-meta.ts";
import { ProductCard } from "../product-card.tsx";
import type { Route } from "./+types/route";
import { useWishlist, type WishlistItem } from "./use-wishlist.ts";

const NewProducts = lazy(() => import("../new-products.tsx").catch(() => ({ default: () => null })));

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Favoritos" });
}

/** 'Favoritos': the products that a guest saved in this browser, or a customer in their account (rule WISH-1). */
export default function Wishlist() {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { session } = useSession();
  const { items, retry, remove } = useWishlist();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const removedIndex = useRef<number | null>(null);
  const itemCount = items?.length ?? 0;
  // After a card was removed, moves the focus to the card that has taken its position.
  useEffect(() => {
    if (removedIndex.current === null) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
    (buttons[Math.min(removedIndex.current, buttons.length - 1)] ?? heading.current)?.focus({ preventScroll: true });
    removedIndex.current = null;
  }, [itemCount]);
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8">
      <div className="space-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          Favoritos
        </h1>
        {itemCount > 0 && (
          <p role="status" className="tabular text-sm text-soft">
            {itemCount === 1 ? "1 producto" : `${itemCount} productos`}
            {itemCount >= MAX_WISHES && ". Es el máximo: quita alguno para guardar otro"}
          </p>
        )}
      </div>
      {items === undefined && (
        <LoadingRows label="Cargando tus favoritos" className="space-y-3" rowCount={4} rowClasses="h-14" />
      )}
      {items === null && <LoadFailure title="No pudimos traer tus favoritos." onRetry={retry} />}
      {items?.length === 0 && (
        <>
          <p className="max-w-xl text-soft">
            Aquí verás lo que te guste: toca el corazón en la página de un producto para guardarlo.
          </p>
          <ButtonLink to="/">Ver la tienda</ButtonLink>
          <Suspense>
            <NewProducts shop={shop} />
          </Suspense>
        </>
      )}
      {items && items.length > 0 && (
        <ul ref={list} className="grid grid-cols-2 gap-x-0.5 gap-y-10 max-sm:-mx-4 sm:grid-cols-3 lg:grid-cols-4">
          {items.map((item, index) => (
            <WishCard
              key={item.wish._id}
              item={item}
              shop={shop}
              onRemove={() => {
                removedIndex.current = index;
                void remove(item);
              }}
            />
          ))}
        </ul>
      )}
      {session !== undefined && session?.type !== "registered" && itemCount > 0 && (
        <p className="border-t border-line pt-6 text-sm text-soft">
          Tus favoritos están solo en este navegador.{" "}
          <Link to={paths.login(paths.wishlist)} className="text-ink underline underline-offset-4">
            Inicia sesión
          </Link>{" "}
          para verlos en todos tus dispositivos.
        </p>
      )}
    </main>
  );
}

function WishCard({
  item: { product, changes },
  shop,
  onRemove,
}: {
  item: WishlistItem;
  shop: RootData["shop"];
  onRemove: () => void;
}) {
  const changeTexts = [changes.isBack && "Volvió a haber", changes.hasNewOffer && "Ahora en oferta"].filter(Boolean);
  return (
    <li className="relative">
      <ProductCard product={product} shop={shop} />
      <button
        type="button"
        data-remove=""
        aria-label={`Quitar ${product.name} ${product.color ?? ""} de tus favoritos`}
        onClick={onRemove}
        className="absolute right-0 top-0 z-10 grid size-12 place-items-center text-on-bone"
      >
        <PathIcon path={HEART} className="size-6 fill-current" />
      </button>
      {changeTexts.length > 0 && <p className="pl-3 pr-2 text-sm text-success sm:pl-0">{changeTexts.join(" · ")}</p>}
    </li>
  );
}
