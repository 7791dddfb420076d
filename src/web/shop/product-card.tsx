import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { PublicShop } from "../../contract/shop.ts";
import { PRODUCT_TAG_LABEL, type ProductTag } from "../../domain/product-tags.ts";
import type { Rating } from "../../domain/rating.ts";
import type { ShownPrices } from "../../domain/shown-prices.ts";
import { paths } from "../paths.ts";
import { Icon } from "../ui/icon.tsx";
import { Picture, type PictureView } from "../ui/picture.tsx";
import { Price } from "./price.tsx";
import { CardRating } from "./product-rating.tsx";
import { CardColors, type ColorChoice } from "./color-swatches.tsx";

const QuickAdd = lazy(() => import("./quick-add.tsx"));

/** A product as a card shows it. */
export interface CardProduct {
  id: string;
  name: string;
  brand: string | null;
  color: string | null;
  isDigital: boolean;
  priceCents: number;
  prices: ShownPrices;
  tag: ProductTag | null;
  /** Those that do not cost the product's price have their own. */
  sizes: { id: string; name: string; available: number; priceCents?: number; formerPriceCents?: number | null }[];
  pictures: PictureView[];
  /** The colours of its style, itself included. Empty if there is only one. */
  colors: ColorChoice[];
  rating: Rating | null;
}

const SIZES = "(min-width: 1024px) 22vw, (min-width: 640px) 30vw, 46vw";

/** One link per card. Its picture turns under the pointer, and one button opens the quick purchase. */
export function ProductCard({
  product,
  priority,
  shop,
  isPresale,
  madeToOrder = isPresale,
}: {
  product: CardProduct;
  priority?: "lead" | "early";
  shop: PublicShop;
  /** The product's page needs the access code. */
  isPresale?: boolean;
  /** Sizes without stock are made to order. */
  madeToOrder?: boolean;
}) {
  const [front, back] = product.pictures;
  const [adding, setAdding] = useState(false);
  const [pointed, setPointed] = useState(false);
  const { canSell } = shop.settings.management;
  const left = product.sizes.filter((size) => size.available > 0);
  const to = isPresale ? paths.presaleProduct(product.id) : paths.product(product.id);
  return (
    <article
      className="group relative"
      id={`p-${product.id}`}
      onPointerEnter={(event) => event.pointerType === "mouse" && setPointed(true)}
    >
      <div className="relative overflow-hidden rounded-box bg-sand">
        <Picture picture={front ?? null} sizes={SIZES} priority={priority} alt="" className="aspect-4/5 object-cover" />
        {back && pointed && (
          <span className="absolute inset-0 opacity-0 transition-opacity duration-200 group-hover:opacity-100">
            <Picture picture={back} sizes={SIZES} alt="" className="aspect-4/5 h-full object-cover" />
          </span>
        )}
        {product.tag && (
          <span className="absolute left-2.5 top-2.5 rounded-full bg-card px-2.5 py-0.5 text-xs font-bold">
            {PRODUCT_TAG_LABEL[product.tag]}
          </span>
        )}
        {canSell && (madeToOrder || left.length > 0) && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={`Agregar ${product.name} ${product.color ?? ""} al carrito`}
            onClick={() => setAdding(true)}
            className="absolute bottom-2.5 right-2.5 z-10 grid size-10 place-items-center rounded-full bg-card/95 shadow-sm transition-transform hover:scale-110"
          >
            <Icon name="plus" />
          </button>
        )}
      </div>
      <CardText {...{ product, canSell, to, left, madeToOrder }} />
      {adding && (
        <Suspense>
          <QuickAdd
            product={product}
            shop={shop}
            isPresale={isPresale}
            madeToOrder={madeToOrder}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </article>
  );
}

function CardText({
  product,
  canSell,
  to,
  left,
  madeToOrder,
}: {
  product: CardProduct;
  /** Whether the shop shows prices. */
  canSell: boolean;
  to: string;
  /** The sizes in stock. */
  left: CardProduct["sizes"];
  madeToOrder: boolean | undefined;
}) {
  return (
    <div className="mt-3 space-y-0.5">
      {product.brand && <p className="truncate text-xs uppercase tracking-wide text-soft">{product.brand}</p>}
      <h3 className="text-sm font-semibold leading-snug">
        <Link to={to} prefetch="intent" className="after:absolute after:inset-0">
          {product.name}
          {product.color && <span className="font-normal text-soft"> · {product.color}</span>}
        </Link>
      </h3>
      {canSell && (
        <p className="tabular text-sm font-semibold">
          <Price prices={product.prices} />
        </p>
      )}
      <CardRating rating={product.rating} />
      <CardColors colors={product.colors} current={product.id} />
      <p className="text-xs text-soft">
        {left.length === 0 && (madeToOrder ? "Sobre pedido" : "Agotado")}
        {left.length > 6 ? `${left.length} disponibles` : left.map((size) => size.name).join(" · ")}
      </p>
    </div>
  );
}
