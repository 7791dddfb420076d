import { STAR_PATH } from "./stars.tsx";

/** One star of `RatingField`. */
export function Star({ filled, className }: { filled: boolean; className: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={className}
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d={`m12 3${STAR_PATH}`} />
    </svg>
  );
}
