import type { Hono } from "hono";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { bind } from "../api/bind.ts";
import { requireRegisteredCaller } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import { findRating } from "../catalog/queries.ts";
import { readAtMost } from "../http/read-json.ts";
import { pictureUrls } from "../pictures/picture-url.ts";
import { MAX_PICTURE_BYTES } from "../pictures/picture-format.ts";
import { presaleIdOf } from "../presale-access/presale-access.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";
import { setInvitationsWantedByToken, setInvitationsWanted, wantsInvitations } from "./invite-to-review.ts";
import { listShopReviews } from "./list-shop-reviews.ts";
import { listReceivedProducts, listProductReviews } from "./product-review-queries.ts";
import { uploadReviewPicture } from "./review-pictures.ts";
import { toWireOwnReview, toWireProductReview, toWireProductReviews, toWireReviews, toWireReview } from "./to-wire.ts";
import { checkReviewable, writeProductReview } from "./write-product-review.ts";
import { reviewsChangeKey, writeShopReview } from "./write-shop-review.ts";

export function bindReviews(api: Hono<HttpEnv>): void {
  bind(api, "listReviews", async ({ app, shop, query: { page, size }, registerShownProducts }) => {
    registerShownProducts([reviewsChangeKey(shop)]);
    return toWireReviews(await listShopReviews(app, shop, { page, pageSize: size }), page, size);
  });

  bind(api, "createReview", async ({ app, shop, body, request, ip }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    const waitSeconds = await app.limits.recordCall("createReview", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const writeResult = await writeShopReview(app, shop, {
      customerId,
      title: body.title,
      category: body.category,
      body: body.review,
      rating: body.rate,
    });
    if (isRefusal(writeResult)) return writeResult;
    return { status: "OK" as const, review: toWireReview(writeResult.review), pending: writeResult.isPending };
  });
}

export function bindProductReviews(api: Hono<HttpEnv>): void {
  bind(
    api,
    "listProductReviews",
    async ({ app, shop, params, query: { page, size }, registerShownProducts, request, ip }) => {
      registerShownProducts([params.id]);
      const presaleId = await presaleIdOf(app, { request, ip });
      const rating = await findRating(app.readDb, shop, params.id, presaleId);
      if (rating === undefined) return refuse("not_found");
      const options = { productId: params.id, limit: size, offset: (page - 1) * size };
      return toWireProductReviews(await listProductReviews(app.readDb, options), rating, { page, pageSize: size });
    },
  );

  bind(api, "createProductReview", async ({ app, shop, params, body, request, ip }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    const waitSeconds = await app.limits.recordCall("createProductReview", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const writeResult = await writeProductReview(app, shop, {
      customerId,
      productId: params.id,
      rating: body.rating,
      fit: body.fit ?? null,
      body: body.text,
      pictures: body.pictures ?? [],
    });
    if (isRefusal(writeResult)) return writeResult;
    return { status: "OK" as const, review: toWireProductReview(writeResult.review), pending: writeResult.isPending };
  });

  bind(api, "uploadReviewPicture", async ({ app, shop, params, request, ip }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    const waitSeconds = await app.limits.recordCall("uploadReviewPicture", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const customerAndProduct = { customerId, productId: params.id };
    const refusal = await checkReviewable(app, shop, customerAndProduct);
    if (refusal) return refusal;
    const bytes = await readAtMost(request, MAX_PICTURE_BYTES);
    if (bytes === null) return refuse("picture_too_heavy");
    const picture = await uploadReviewPicture(app, { ...customerAndProduct, bytes: Buffer.from(bytes) });
    if (isRefusal(picture)) return picture;
    return { status: "OK" as const, picture: { _id: picture.key, ...pictureUrls(picture) } };
  });

  bind(api, "answerInvitations", async ({ app, body: { token, wanted: isWanted } }) => {
    const answerResult = await setInvitationsWantedByToken(app, { token, isWanted });
    return isRefusal(answerResult) ? answerResult : { status: "OK" as const, wanted: isWanted };
  });

  bind(api, "getInvitations", async ({ app, params, request }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    return { wanted: await wantsInvitations(app, customerId) };
  });

  bind(api, "changeInvitations", async ({ app, params, body, request }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    const changeResult = await setInvitationsWanted(app, { customerId, isWanted: body.wanted });
    return isRefusal(changeResult) ? changeResult : { wanted: body.wanted };
  });

  bind(api, "listOwnReviews", async ({ app, shop, params, query, request }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    const rows = await listReceivedProducts(app.genericPlanDb, { customerId, shopId: shop.id, orderId: query.order });
    return { docs: rows.map(toWireOwnReview) };
  });
}
