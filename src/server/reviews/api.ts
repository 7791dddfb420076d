import type { Hono } from "hono";
import { isRefusal } from "../../domain/refusal.ts";
import { bind } from "../api/bind.ts";
import { requireRegistered } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";
import { listReviews } from "./list-reviews.ts";
import { toWireReviews, toWireReview } from "./to-wire.ts";
import { reviewsCacheKey, writeReview } from "./write-review.ts";

export function bindReviews(api: Hono<HttpEnv>): void {
  bind(api, "listReviews", async ({ app, shop, query: { page, size }, shows }) => {
    shows([reviewsCacheKey(shop)]);
    return toWireReviews(await listReviews(app, shop, page, size), page, size);
  });

  bind(api, "createReview", async ({ app, shop, body, request, address }) => {
    const { customerId } = await requireRegistered(app, request);
    const wait = await app.limits.take("createReview", address);
    if (wait !== null) return tooManyAttempts(wait);
    const written = await writeReview(app, shop, {
      customerId,
      title: body.title,
      category: body.category,
      body: body.review,
      rate: body.rate,
    });
    if (isRefusal(written)) return written;
    return { status: "OK" as const, review: toWireReview(written.review), pending: written.isPending };
  });
}
