/** The SVG path commands of a star of 24 × 24 units, starting at its upper point. */
export const STAR_PATH = "l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2-5.6-3.1-5.6 3.1 1.2-6.2-4.6-4.3 6.3-.8z";
const FIVE_STARS_PATH = "m-12 3" + `m24 0${STAR_PATH}`.repeat(5);

/** Five stars, filled in proportion to the rating (1 to 5), with a text for screen readers. */
export function Stars({ rating }: { rating: number }) {
  return (
    <svg
      role="img"
      aria-label={`${rating} de 5 estrellas`}
      viewBox="0 0 120 24"
      width="110"
      className="shrink-0 text-ink"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d={FIVE_STARS_PATH} />
      <path d={FIVE_STARS_PATH} fill="currentColor" style={{ clipPath: `inset(0 ${100 - rating * 20}% 0 0)` }} />
    </svg>
  );
}
