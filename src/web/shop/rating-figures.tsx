import type { Rating } from "../../domain/rating.ts";

/** The average and the number of reviews, and both as a sentence for screen readers. */
export function RatingFigures({ rating: { average, count } }: { rating: Rating }) {
  const stars = average.toFixed(1);
  return (
    <>
      <span aria-hidden>
        <span className="font-semibold text-ink">★ {stars}</span> ({count})
      </span>
      <span className="sr-only">
        {stars} de 5 estrellas, {count === 1 ? "1 reseña" : `${count} reseñas`}
      </span>
    </>
  );
}
