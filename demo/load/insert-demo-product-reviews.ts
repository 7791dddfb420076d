import { sql } from "kysely";
import type { App } from "../../src/server/app.ts";
import { demoId } from "./demo-id.ts";
import { DEMO_PRODUCT_REVIEWS } from "./demo-reviews.ts";

const DAY_MS = 86_400_000;

/** Inserts the demo's reviews of products, each with a shipped order that has the product. */
export async function insertDemoProductReviews(app: App): Promise<void> {
  const { rows: shippedLines } = await sql<{ shop_id: string; order_id: string; product_id: string }>`
    SELECT o.shop_id, o.id AS order_id, l.product_id FROM orders o JOIN order_lines l ON l.order_id = o.id
    WHERE o.status = 'SHIPPED' AND o.shop_id = ${demoId("shop", "matriz")} ORDER BY o.reference, l.position`.execute(
    app.db,
  );
  await app.db
    .insertInto("reviews")
    .values(
      DEMO_PRODUCT_REVIEWS.map(([productIndex, body, rating, fit, daysAgo], index) => ({
        id: demoId("product review", String(index)),
        subject: "product" as const,
        customer_id: null,
        title: "",
        category: "",
        body,
        rate: rating,
        fit,
        created_at: new Date(Date.now() - daysAgo * DAY_MS),
        ...shippedLines[productIndex]!,
      })),
    )
    .execute();
}
