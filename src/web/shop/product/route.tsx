import { data, useRouteLoaderData } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { majorityFitText, toRating } from "../../../domain/rating.ts";
import { findProduct } from "../../../server/catalog/queries.ts";
import { findProductGroup } from "../../../server/feeds/product-group.ts";
import { listCategoryPath } from "../../../server/catalog/list-category-path.ts";
import { listLook } from "../../../server/catalog/list-look.ts";
import { listRelatedProducts } from "../../../server/catalog/list-related-products.ts";
import { listNewProductIds } from "../../../server/catalog/list-new-product-ids.ts";
import { toCardView, toProductView } from "../../../server/catalog/to-view.ts";
import { listProductReviews } from "../../../server/reviews/product-review-queries.ts";
import { findApplicableGuide } from "../../../server/size-guides/queries.ts";
import { toWireSizeGuide } from "../../../server/size-guides/to-wire.ts";
import { toPublicShop } from "../../../server/shops/shop.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useProductViewTracking } from "./use-product-view-tracking.ts";
import type { Crumb } from "../../ui/breadcrumbs.tsx";
import { cheapestArrivalText } from "../arrival-texts.server.ts";
import { pageMeta } from "../page-meta.ts";
import { CategorySelect } from "../category-select.tsx";
import { ProductCard } from "../product-card.tsx";
import { breadcrumbData, productData, structuredData } from "../structured-data.ts";
import type { Route } from "./+types/route";
import { cardRowsOf } from "./card-rows.ts";
import { renderEvent } from "./render-event.server.tsx";
import { renderFacts } from "./render-facts.server.tsx";
import { ProductDetails } from "./product-details.tsx";
import { productGroupData, type ProductGroup } from "./product-group-data.ts";
import { deliveryText, toChatLink, toShownFits, toShownReview } from "./product-texts.server.ts";
import { ProductReviews } from "./product-reviews.tsx";
import { RecentlyViewed } from "./recently-viewed.tsx";
import { reviewData } from "./review-data.ts";
import { returnsText } from "./returns-text.ts";
import { readReviewPage, reviewPageRange } from "./review-pages.ts";

/** The maximum number of related products shown. */
const MAX_RELATED = 4;

/**
 * The product group of a loaded product, which only `meta` on the server reads. It is not in the loader's data, so that
 * the page's HTML does not contain the variants twice.
 */
const groupByProduct = new WeakMap<object, ProductGroup>();

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { readDb: db } = app;
  const shop = context.get(shopContext);
  const row = await findProduct(db, shop, params.productId);
  // oxlint-disable-next-line no-throw-literal -- React Router's way of answering 404
  if (!row) throw data("product", { status: 404 });
  const now = new Date();
  const page = readReviewPage(request.url);
  const category = row.categories.at(-1);
  const [categoryPath, look, related, newProductIds, guide, group, reviewRows, arrival] = await Promise.all([
    category ? listCategoryPath(db, category.id) : [],
    listLook(db, shop, row.id),
    listRelatedProducts(db, shop, row.id, MAX_RELATED),
    listNewProductIds(app, shop),
    findApplicableGuide(db, row.id),
    findProductGroup(app, shop, row.id),
    row.rating.count === 0 ? [] : listProductReviews(db, { productId: row.id, ...reviewPageRange(page) }),
    row.is_digital ? null : cheapestArrivalText(db, shop, now),
  ]);
  const view = toProductView(shop, row, now);
  const product = {
    ...view,
    description: row.description,
    event: renderEvent(row),
    sizeGuide: guide && toWireSizeGuide(guide),
    fit: majorityFitText(toRating(row.rating)),
    delivery: deliveryText(row.is_digital, arrival),
    returns: returnsText(row.is_digital, shop.settings.returns),
  };
  // The seats of an event would be hundreds of variants.
  if (group && !row.is_digital && row.sizes.length > 0) groupByProduct.set(product, group);
  return {
    product,
    facts: renderFacts(row, shop.settings.products),
    chat: toChatLink(toPublicShop(shop)),
    category: category && { name: category.name, slug: category.slug },
    title: [row.name, row.color].filter(Boolean).join(" "),
    crumbs: crumbsOf(row.name, categoryPath),
    cardRows: cardRowsOf(look, related).map(({ cards, ...cardRow }) => ({
      ...cardRow,
      cards: cards.map((otherProduct) => toCardView(shop, otherProduct, { now, newProductIds })),
    })),
    reviews: {
      page,
      entries: reviewRows.map((review) => toShownReview(review, now)),
      fits: toShownFits(toRating(row.rating)),
    },
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(matches, { title: "Producto" });
  const { shop, origin } = matches[0].loaderData;
  const { product, title, crumbs } = loaderData;
  return [
    ...pageMeta(matches, {
      title,
      path: paths.product(product.id),
      ...(import.meta.env.SSR && sharingMetaOf(product, title, shop)),
    }),
    ...(import.meta.env.SSR
      ? structuredData([
          breadcrumbData(crumbs, origin),
          ...(shop.settings.management.canSell
            ? [
                {
                  ...productOrGroupData(product, shop, origin),
                  ...reviewData(product.rating, loaderData.reviews.entries),
                },
              ]
            : []),
        ])
      : []),
  ];
}

/** The metadata for apps in which the page is shared: its description, picture and type. */
function sharingMetaOf(product: LoaderData["product"], title: string, shop: PublicShop) {
  const [picture] = product.pictures;
  const titleAndBrand = [title, product.brand && `de ${product.brand}`].filter(Boolean).join(" ");
  return {
    description: (shop.settings.products.showDescription && product.description) || `${titleAndBrand} en ${shop.name}.`,
    image: picture && { url: `/pictures/${picture.key}.${picture.webp.at(-1)}.webp`, alt: picture.alt || title },
    type: "product" as const,
  };
}

/** The structured data of the page's product: a garment with its sizes and colours, or a single product. */
function productOrGroupData(product: LoaderData["product"], shop: PublicShop, origin: string): object {
  const group = groupByProduct.get(product);
  return group ? productGroupData(product, group, shop, origin) : productData(product, shop, origin);
}

type LoaderData = Awaited<ReturnType<typeof loader>>;

/** The breadcrumbs: the home page, the path of the product's last category, and the product. */
function crumbsOf(name: string, categoryPath: readonly { name: string; slug: string }[]): Crumb[] {
  return [
    { label: "Inicio", to: "/" },
    ...categoryPath.map((node) => ({ label: node.name, to: paths.home({ category: node.slug }) })),
    { label: name },
  ];
}

export default function ProductPage({
  loaderData: { product, facts, chat, category, crumbs, cardRows, reviews },
}: Route.ComponentProps) {
  const { shop } = useRouteLoaderData("root") as RootData;
  useProductViewTracking(product, category?.name);
  return (
    <main id="contenido" className="page flex-1 space-y-24 md:pt-5">
      <ProductDetails
        product={product}
        shop={shop}
        chat={chat}
        crumbs={crumbs}
        facts={<div dangerouslySetInnerHTML={{ __html: facts }} />}
        reviews={product.rating && <ProductReviews id={product.id} rating={product.rating} reviews={reviews} />}
      />
      {cardRows.map(({ title, cards, isLast }) => (
        <section key={title} aria-label={title} className="space-y-6">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <h2 className="text-xl">{title}</h2>
            {isLast && <CategorySelect currentSlug={category?.slug} />}
          </div>
          {cards.length > 0 && (
            <ul className="grid grid-cols-2 gap-x-0.5 gap-y-9 max-sm:-mx-4 lg:grid-cols-4">
              {cards.map((otherProduct) => (
                <li key={otherProduct.id}>
                  <ProductCard product={otherProduct} shop={shop} />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <RecentlyViewed current={product.id} shop={shop} />
    </main>
  );
}
