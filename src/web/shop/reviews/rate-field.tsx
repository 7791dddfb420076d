import { Star } from "./star.tsx";

const RATE_LABEL = ["", "No me gustó", "Podría ser mejor", "Está bien", "Me gustó", "Me encantó"];

/** Chooses from 1 to 5 stars. None is preselected (rule REVIEW-2). */
export function RateField({
  name,
  rate: chosen,
  error,
  onRate,
}: {
  name: string;
  rate: number;
  error: string | undefined;
  onRate: (rate: number) => void;
}) {
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">Calificación</legend>
      <div className="flex items-center">
        {[1, 2, 3, 4, 5].map((rate) => (
          <label
            key={rate}
            className="relative grid size-11 place-items-center rounded-box has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={rate}
              checked={chosen === rate}
              onChange={() => onRate(rate)}
              className="absolute inset-0 opacity-0"
            />
            <span className="sr-only">
              {rate === 1 ? "1 estrella" : `${rate} estrellas`}: {RATE_LABEL[rate]}
            </span>
            <Star filled={rate <= chosen} className="size-7" />
          </label>
        ))}
        <span aria-hidden className="ml-2 text-sm">
          {RATE_LABEL[chosen]}
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
