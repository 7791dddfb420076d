import { Star } from "./star.tsx";

/** By the number of stars. The first one is for no choice yet. */
const RATING_LABELS = ["", "No me gustó", "Podría ser mejor", "Está bien", "Me gustó", "Me encantó"];

/** Chooses from 1 to 5 stars. None is preselected (rule REVIEW-2). */
export function RatingField({
  name,
  rating: chosenRating,
  error,
  onRatingChange,
}: {
  name: string;
  rating: number;
  error: string | undefined;
  onRatingChange: (rating: number) => void;
}) {
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">Calificación</legend>
      <div className="flex items-center">
        {[1, 2, 3, 4, 5].map((rating) => (
          <label
            key={rating}
            className="relative grid size-11 place-items-center rounded-box has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={rating}
              checked={chosenRating === rating}
              onChange={() => onRatingChange(rating)}
              className="absolute inset-0 opacity-0"
            />
            <span className="sr-only">
              {rating === 1 ? "1 estrella" : `${rating} estrellas`}: {RATING_LABELS[rating]}
            </span>
            <Star filled={rating <= chosenRating} className="size-7" />
          </label>
        ))}
        <span aria-hidden className="ml-2 text-sm">
          {RATING_LABELS[chosenRating]}
        </span>
      </div>
      {error && (
        <p id={`${name}-error`} className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
