import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import type { SizeGuide } from "../../../contract/size-guides.ts";
import type { Rating } from "../../../domain/rating.ts";
import { paths } from "../../paths.ts";
import { Breadcrumbs, type Crumb } from "../../ui/breadcrumbs.tsx";
import { Price } from "../price.tsx";
import type { CardProduct } from "../product-card.tsx";
import { Assurances } from "./assurances.tsx";
import { BuyBox } from "./buy-box.tsx";
import { Gallery } from "./gallery.tsx";
import { ProductColors } from "./product-colors.tsx";
import { RatingLine } from "./rating-line.tsx";
import { ShareButton } from "./share-button.tsx";
import { WishButton } from "./wish-button.tsx";
import { WholesaleNote } from "./wholesale-note.tsx";

interface DetailedProduct extends CardProduct {
  rating: Rating | null;
  /** Null if the page shows none. `prices` does not include it. */
  wholesalePriceCents: number | null;
  /** For the link to the brand's products. Null if there is no link. */
  brandSlug: string | null;
  /** When and where the product's event is, as HTML with escaped texts (render-event.server.tsx). Null without one. */
  event: string | null;
  sizeGuide: SizeGuide | null;
  /** How the product fits according to most of its reviews, as text. */
  fit: string | null;
  /** Labels of the promotions that include the product. */
  promotions?: string | null;
  /** How the product arrives and, if it is known, when, as text. */
  delivery: string;
  /** About returns: the text of the link, and the text after it. */
  returns: [link: string, rest: string];
}

/** A product with everything needed to buy it: pictures, price, sizes. `note` is rendered above the sizes. */
export function ProductDetails({
  product,
  shop,
  chat,
  crumbs,
  isPresale = false,
  madeToOrder = isPresale,
  note,
  facts,
  reviews,
}: {
  product: DetailedProduct;
  shop: PublicShop;
  /** The URL and label of the shop's chat. Null if it has none. */
  chat: [href: string, label: string] | null;
  crumbs: Crumb[];
  isPresale?: boolean;
  madeToOrder?: boolean;
  note?: ReactNode;
  facts: ReactNode;
  /** Rendered after `facts`. */
  reviews?: ReactNode;
}) {
  const { settings } = shop;
  const wholesalePriceCents = product.wholesalePriceCents;
  const canSell = settings.management.canSell;
  return (
    <div className="md:space-y-4">
      <div className="max-md:hidden">
        <Breadcrumbs crumbs={crumbs} />
      </div>
      <div className="grid gap-4 md:grid-cols-2 md:gap-6 lg:grid-cols-[7fr_4fr] lg:gap-14">
        <Gallery key={product.id} {...product} />
        <div className="space-y-5 lg:sticky lg:top-24 lg:self-start">
          <ProductHeading product={product} isPresale={isPresale} />
          {canSell && (
            <div className="space-y-1">
              <p className="tabular text-lg font-medium [&>span]:text-sm">
                <Price prices={product.prices} />
              </p>
              {wholesalePriceCents !== null && <WholesaleNote priceCents={wholesalePriceCents} shop={shop} />}
            </div>
          )}
          <ProductColors colors={product.colors} current={product.id} />
          {note}
          {canSell ? (
            <BuyBox
              key={product.id}
              product={product}
              showStock={settings.products.showStock}
              isPresale={isPresale}
              madeToOrder={madeToOrder}
            />
          ) : (
            <p className="bg-sand p-4 text-sm">Por ahora la tienda no está vendiendo en línea.</p>
          )}
          <div className="border-t border-line">
            {canSell && <Assurances shop={shop} chat={chat} {...product} />}
            {facts}
            {reviews}
          </div>
          {!isPresale && <ShareButton title={[product.name, product.color].filter(Boolean).join(" ")} />}
        </div>
      </div>
    </div>
  );
}

function ProductHeading({ product, isPresale }: { product: DetailedProduct; isPresale: boolean }) {
  return (
    <div className="space-y-2">
      {(product.brand || product.badge) && (
        <p className="flex flex-wrap gap-x-4 text-xs uppercase leading-6 tracking-wider text-soft">
          {product.brandSlug ? (
            <Link
              to={paths.home({ brand: [product.brandSlug] })}
              className="inline-block underline-offset-4 hover:underline"
            >
              {product.brand}
            </Link>
          ) : (
            product.brand
          )}
          {product.badge && <span className="normal-case text-ink">{product.badge}</span>}
        </p>
      )}
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-xl md:text-2xl">
          {product.name} {product.color && <span className="inline-block text-soft">{product.color}</span>}
        </h1>
        {!isPresale && <WishButton key={product.id} product={product} />}
      </div>
      <RatingLine rating={product.rating} fit={product.fit} isPresale={isPresale} />
      {product.event && <div className="space-y-2" dangerouslySetInnerHTML={{ __html: product.event }} />}
      {product.promotions && (
        <Link to={paths.promotions} className="inline-block text-sm underline underline-offset-4">
          {product.promotions}
        </Link>
      )}
    </div>
  );
}
