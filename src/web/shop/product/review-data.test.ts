import { expect, test } from "vitest";
import { reviewData } from "./review-data.ts";

const review = { rating: 4, body: "Muy suave.", author: "Ana", createdAt: new Date("2026-11-22T15:10:00Z") };

test("a product without reviews has no structured rating", () => {
  expect(reviewData(null, [])).toEqual({});
});

test("the structured data have the rating's average and count, and the reviews of the page", () => {
  expect(reviewData({ average: 4.6, count: 23 }, [review])).toEqual({
    aggregateRating: { "@type": "AggregateRating", ratingValue: 4.6, reviewCount: 23, bestRating: 5 },
    review: [
      {
        "@type": "Review",
        reviewRating: { "@type": "Rating", ratingValue: 4, bestRating: 5 },
        author: { "@type": "Person", name: "Ana" },
        datePublished: "2026-11-22",
        reviewBody: "Muy suave.",
      },
    ],
  });
});

test("a review without an author is counted and not listed", () => {
  const data = reviewData({ average: 4, count: 1 }, [{ ...review, author: null }]);
  expect(Object.keys(data)).toEqual(["aggregateRating"]);
});
