const MAX_REVIEW_CHARACTERS = 2_000;

/** The field for the text of a review. Near the limit it shows how many characters are left. */
export function ReviewField({
  name,
  review: text,
  error,
  onType,
}: {
  name: string;
  review: string;
  error: string | undefined;
  onType: (review: string) => void;
}) {
  const remainingCharacters = MAX_REVIEW_CHARACTERS - text.length;
  return (
    <label className="block space-y-1.5">
      <span className="block text-sm font-semibold">Reseña</span>
      <textarea
        name={name}
        rows={5}
        required
        maxLength={MAX_REVIEW_CHARACTERS}
        value={text}
        aria-invalid={error ? true : undefined}
        aria-describedby="review-help"
        onChange={(event) => onType(event.target.value)}
        className={`block w-full rounded-box border bg-card px-3 py-2 ${error ? "border-error" : "border-edge"}`}
      />
      <span id="review-help" className={`block text-sm ${error ? "font-medium text-error" : "text-soft"}`}>
        {error ??
          (remainingCharacters < 200
            ? `Te quedan ${remainingCharacters} caracteres.`
            : "Cuenta qué compraste y cómo te quedó.")}
      </span>
    </label>
  );
}
