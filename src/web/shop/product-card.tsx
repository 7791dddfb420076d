import { memo, useState } from "react";
import { Link } from "react-router";
import type { PublicShop } from "../../contract/shop.ts";
import type { PriceTexts } from "../../domain/shown-prices.ts";
import { paths } from "../paths.ts";
import { Icon } from "../ui/icon.tsx";
import { Picture, type PictureView } from "../ui/picture.tsx";
import { Price } from "./price.tsx";
import { CardColors, type ColorChoice } from "./color-swatches.tsx";
import { loadable } from "../ui/loadable.tsx";

const loadQuickAdd = () => import("./quick-add/quick-add.tsx");
const QuickAdd = loadable(loadQuickAdd);

/** The data of a product that a card shows. */
export interface CardProduct {
  id: string;
  name: string;
  brand: string | null;
  color: string | null;
  isDigital: boolean;
  /** The text that says when the product's event starts. Only of DIGITAL products. */
  startsAt?: string;
  priceCents: number;
  prices: PriceTexts;
  /** The label of its promotion, otherwise "Oferta" or "Nuevo". Null if none applies. */
  badge: string | null;
  /** `priceCents` is of sizes whose price differs from the product's. */
  sizes: { id: string; name: string; available: number; priceCents?: number; formerPriceCents?: number | null }[];
  pictures: PictureView[];
  /** The colours of its style, including its own. Empty if there is only one. */
  colors: ColorChoice[];
  /** How many colours its style has: a card shows the first ones. */
  colorCount: number;
}

const PICTURE_SIZES = "(min-width: 1024px) 25vw, (min-width: 640px) 33vw, calc(50vw - 1px)";

/**
 * A product's card: a link that covers it, links to the other colours, a second picture while the pointer is on it, and
 * a button that opens the quick add. It is memoized, so that it is not rendered again when its list changes.
 */
export const ProductCard = memo(function ProductCard({
  product,
  priority,
  shop,
  isPresale,
  madeToOrder = isPresale,
}: {
  product: CardProduct;
  priority?: "lead" | "early";
  shop: PublicShop;
  /** Whether the product's page needs an access code. */
  isPresale?: boolean;
  /** Whether sizes without stock are made to order. */
  madeToOrder?: boolean;
}) {
  const [firstPicture, secondPicture] = product.pictures;
  /** The button that opened the quick add. */
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [isHovered, setHovered] = useState(false);
  const { canSell } = shop.settings.management;
  const isWithoutStock = !product.sizes.some(({ available }) => available);
  const isSoldOut = isWithoutStock && !madeToOrder;
  const badge = isWithoutStock ? (madeToOrder ? "Sobre pedido" : "Agotado") : product.badge;
  const to = isPresale ? paths.presaleProduct(product.id) : paths.product(product.id);
  return (
    <article
      className="group relative"
      id={`p-${product.id}`}
      onPointerEnter={(event) => event.pointerType === "mouse" && setHovered(true)}
    >
      <div className="relative overflow-hidden bg-bone text-on-bone [&_img]:mix-blend-multiply">
        <Picture
          picture={firstPicture}
          sizes={PICTURE_SIZES}
          priority={priority}
          alt=""
          className="aspect-4/5 object-cover"
        />
        {secondPicture && isHovered && (
          <span className="absolute inset-0 bg-bone opacity-0 transition-opacity group-hover:opacity-100">
            <Picture picture={secondPicture} sizes={PICTURE_SIZES} alt="" className="aspect-4/5 h-full object-cover" />
          </span>
        )}
        {badge && <span className="absolute left-0 top-0 bg-bone px-2.5 py-1.5 text-xs">{badge}</span>}
        {canSell && !isSoldOut && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={`Agregar ${product.name} ${product.color ?? ""} al carrito`}
            onPointerEnter={loadQuickAdd}
            onClick={(event) => setOpener(event.currentTarget)}
            className="absolute bottom-0 right-0 z-10 grid size-12 place-items-center bg-bone/85"
          >
            <Icon name="plus" />
          </button>
        )}
      </div>
      <CardText {...{ product, canSell, to }} />
      {opener && (
        <QuickAdd
          product={product}
          shop={shop}
          isPresale={isPresale}
          madeToOrder={madeToOrder}
          opener={opener}
          onClose={() => setOpener(null)}
        />
      )}
    </article>
  );
});

/**
 * The text of a card: the time of the event, if there is one, the name and the colour on up to two lines, the price
 * beside the colours of the style, and the first note.
 */
function CardText({
  product,
  canSell,
  to,
}: {
  product: CardProduct;
  /** Whether the shop shows prices. */
  canSell: boolean;
  to: string;
}) {
  const { notes, wholesale } = product.prices;
  return (
    <div className="space-y-0.5 pl-4 pr-2 pt-3 text-sm sm:pl-0 sm:pr-5">
      {product.startsAt && <p>{product.startsAt}</p>}
      <h3 className="line-clamp-2 leading-5 max-sm:text-[0.8125rem] max-xl:min-h-10">
        <Link to={to} prefetch="intent" viewTransition className="after:absolute after:inset-0">
          {product.name}
          {product.color && <span className="text-soft"> · {product.color}</span>}
        </Link>
      </h3>
      <div className="flex min-h-6 items-center justify-between gap-1">
        {canSell && (
          <p className="tabular min-w-0 in-data-wholesale:text-soft max-sm:text-[0.8125rem]">
            <Price prices={{ ...product.prices, notes: undefined }} />
          </p>
        )}
        <CardColors colors={product.colors} colorCount={product.colorCount} currentId={product.id} />
      </div>
      {canSell && (
        <p className="tabular min-h-4 truncate text-xs text-soft">
          <span className="hidden font-semibold text-ink in-data-wholesale:inline">{wholesale}</span>
          <span className={wholesale && "in-data-wholesale:hidden"}>{notes?.split("\n", 1)}</span>
        </p>
      )}
    </div>
  );
}
