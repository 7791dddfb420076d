import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import type { SizeGuide } from "../../../contract/size-guides.ts";
import { PRODUCT_TAG_LABEL } from "../../../domain/product-tags.ts";
import { paths } from "../../paths.ts";
import { Breadcrumbs, type Crumb } from "../../ui/breadcrumbs.tsx";
import { Price } from "../price.tsx";
import type { CardProduct } from "../product-card.tsx";
import { BuyBox } from "./buy-box.tsx";
import { Gallery } from "./gallery.tsx";
import { ProductColors } from "./product-colors.tsx";
import { ProductFacts, type ShownFacts } from "./product-facts.tsx";
import { RatingLine } from "./rating-line.tsx";
import { ShareButton } from "./share-button.tsx";
import { WholesaleNote } from "./wholesale-note.tsx";

interface DetailedProduct extends CardProduct {
  /** Null if there is none to show. It is not in `prices`. */
  wholesalePriceCents: number | null;
  /** Null if the brand has no list to show. */
  brandSlug: string | null;
  description: string;
  /** For a ticket: when and where, as text. */
  event: string | null;
  sizeGuide: SizeGuide | null;
  facts: ShownFacts;
}

/** A product with all that is needed to buy it: pictures, price, sizes. `note` is above the sizes. */
export function ProductDetails({
  product,
  shop,
  crumbs,
  isPresale = false,
  madeToOrder = isPresale,
  note,
}: {
  product: DetailedProduct;
  shop: PublicShop;
  crumbs: Crumb[];
  isPresale?: boolean;
  madeToOrder?: boolean;
  note?: ReactNode;
}) {
  const { settings } = shop;
  const wholesale = product.wholesalePriceCents;
  return (
    <div className="space-y-5">
      <Breadcrumbs crumbs={crumbs} />
      <div className="grid gap-8 md:grid-cols-[minmax(0,1.1fr)_minmax(20rem,1fr)] lg:gap-14">
        <Gallery key={product.id} pictures={product.pictures} name={product.name} />
        <div className="space-y-6 lg:max-w-md">
          <Heading product={product} isPresale={isPresale} />
          {settings.management.canSell && (
            <div className="space-y-1">
              <p className="[&>span]:text-sm tabular text-xl font-bold">
                <Price prices={product.prices} />
              </p>
              {wholesale !== null && <WholesaleNote priceCents={wholesale} shop={shop} />}
            </div>
          )}
          <ProductColors colors={product.colors} current={product.id} />
          {note}
          {settings.management.canSell ? (
            <BuyBox
              key={product.id}
              product={product}
              showStock={settings.products.showStock}
              isPresale={isPresale}
              madeToOrder={madeToOrder}
            />
          ) : (
            <p className="rounded-box bg-sand p-4 text-sm">Por ahora la tienda no está vendiendo en línea.</p>
          )}
          {!isPresale && <ShareButton title={[product.name, product.color].filter(Boolean).join(" ")} />}
          {settings.products.showDescription && product.description && (
            <div className="space-y-2 border-t border-line pt-6">
              <h2 className="font-bold">Descripción</h2>
              <p className="whitespace-pre-line text-soft">{product.description}</p>
            </div>
          )}
          <ProductFacts facts={product.facts} />
        </div>
      </div>
    </div>
  );
}

function Heading({ product, isPresale }: { product: DetailedProduct; isPresale: boolean }) {
  return (
    <div className="space-y-2">
      {product.brand && (
        <p className="text-sm uppercase tracking-wide text-soft">
          {product.brandSlug ? (
            <Link
              to={paths.home({ brand: [product.brandSlug] })}
              className="inline-block min-h-6 underline-offset-4 hover:underline"
            >
              {product.brand}
            </Link>
          ) : (
            product.brand
          )}
        </p>
      )}
      <h1 className="text-2xl font-bold">
        {product.name}
        {product.color && <span className="font-normal text-soft"> · {product.color}</span>}
      </h1>
      <RatingLine rating={product.rating} isPresale={isPresale} />
      {product.event && <p className="font-semibold first-letter:uppercase">{product.event}</p>}
      {product.tag && (
        <p className="inline-block rounded-full bg-accent-soft px-3 py-0.5 text-sm font-bold text-accent-strong">
          {PRODUCT_TAG_LABEL[product.tag]}
        </p>
      )}
    </div>
  );
}
