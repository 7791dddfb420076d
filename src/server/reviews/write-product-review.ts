import type { Fit } from "../../domain/rating.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { findProductName } from "../pictures/queries.ts";
import type { Shop } from "../shops/shop.ts";
import {
  findReceivedOrderId,
  getProductReview,
  insertProductReview,
  isReviewedBy,
  type ProductReviewRow,
} from "./product-review-queries.ts";
import { attachPictures } from "./review-pictures.ts";

interface CustomerAndProduct {
  customerId: string;
  productId: string;
}

export interface ProductReviewInput extends CustomerAndProduct {
  rating: number;
  fit: Fit | null;
  body: string;
  /** Keys of uploaded pictures, in their order. */
  pictures: readonly string[];
}

type NotReviewableRefusal = Refusal<"not_found" | "not_bought" | "product_reviewed">;

/** Why this customer may not review the product. Undefined if they may. */
export async function checkReviewable(
  app: App,
  shop: Shop,
  { customerId, productId }: CustomerAndProduct,
): Promise<NotReviewableRefusal | undefined> {
  const db = app.genericPlanDb;
  if (!isId(productId) || (await findProductName(db, productId)) === undefined) return refuse("not_found");
  if (!(await findReceivedOrderId(db, { customerId, shopId: shop.id, productId }))) return refuse("not_bought");
  if (await isReviewedBy(db, customerId, productId)) return refuse("product_reviewed");
  return undefined;
}

/**
 * Writes the one review of a product by a customer who received it from this shop (rule REVIEW-4), with its pictures.
 * It is shown immediately, or after approval by staff if the owner enabled that. A trigger updates the product's rating
 * in the same transaction.
 */
export async function writeProductReview(
  app: App,
  shop: Shop,
  { pictures, ...input }: ProductReviewInput,
): Promise<
  { review: ProductReviewRow; isPending: boolean } | NotReviewableRefusal | Refusal<"review_picture_missing">
> {
  const refusal = await checkReviewable(app, shop, input);
  if (refusal) return refusal;
  const isPending = shop.settings.reviews.approveFirst;
  const state = isPending ? ("pending" as const) : ("shown" as const);
  const review = await transact(app.genericPlanDb, async (tx) => {
    const orderId = await findReceivedOrderId(tx, { ...input, shopId: shop.id });
    if (orderId === undefined) return refuse("not_bought");
    const id = await insertProductReview(tx, { ...input, shopId: shop.id, orderId, state });
    if (id === undefined) return refuse("product_reviewed");
    if (!(await attachPictures(tx, { ...input, reviewId: id, keys: pictures })))
      return refuse("review_picture_missing");
    return getProductReview(tx, id);
  });
  return isRefusal(review) ? review : { review, isPending };
}
