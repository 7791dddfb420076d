interface ReviewFacts {
  rating: number;
  body: string;
  author: string | null;
  createdAt: Date;
}

/**
 * A product's rating and reviews in schema.org's format, from its published reviews. Empty without reviews. A review
 * without an author is counted but not listed, because search engines require the name.
 */
export function reviewData(rating: { average: number; count: number } | null, reviews: readonly ReviewFacts[]): object {
  if (!rating) return {};
  const namedReviews = reviews.filter(({ author }) => author !== null);
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: rating.average,
      reviewCount: rating.count,
      bestRating: 5,
    },
    ...(namedReviews.length > 0 && {
      review: namedReviews.map(({ rating: stars, body, author, createdAt }) => ({
        "@type": "Review",
        reviewRating: { "@type": "Rating", ratingValue: stars, bestRating: 5 },
        author: { "@type": "Person", name: author },
        datePublished: createdAt.toISOString().slice(0, 10),
        reviewBody: body,
      })),
    }),
  };
}
