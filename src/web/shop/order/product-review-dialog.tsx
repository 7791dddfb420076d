import { FIT_LABEL, FITS, type Fit } from "../../../domain/rating.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { RatingField } from "../reviews/rating-field.tsx";
import { ReviewField } from "../reviews/review-field.tsx";
import { ReviewPictureField } from "./review-picture-field.tsx";
import { useProductReview, type ProductReviewOptions } from "./use-product-review.ts";

interface Props extends Omit<ProductReviewOptions, "productId"> {
  product: { _id: string; name: string; type: "ORDINARY" | "DIGITAL" };
  onClose: () => void;
}

/** The form of a product's review. The typed values are stored in this tab until the review is sent. */
export default function ProductReviewDialog({ product, onClose, ...reviewProps }: Props) {
  const { draft, form, submit, pictures, changePictures } = useProductReview({
    productId: product._id,
    ...reviewProps,
  });
  const { errors } = form;
  return (
    <Dialog open wide onClose={onClose} title={`Tu reseña de ${product.name}`}>
      <Form form={form} onSubmit={submit}>
        <RatingField
          name="rating"
          rating={draft.rating}
          error={errors.rating}
          onRatingChange={(rating) => form.change({ rating })}
        />
        {product.type === "ORDINARY" && (
          <FitField fit={draft.fit} error={errors.fit} onFit={(fit) => form.change({ fit })} />
        )}
        <ReviewField name="text" review={draft.text} error={errors.text} onType={(text) => form.change({ text })} />
        <ReviewPictureField
          productId={product._id}
          token={reviewProps.token}
          pictures={pictures}
          error={errors.pictures}
          onError={(message) => form.setFieldError("pictures", message)}
          onChange={changePictures}
        />
        <Button type="submit" wide busy={form.busy}>
          Publicar reseña
        </Button>
      </Form>
    </Dialog>
  );
}

interface FitProps {
  fit: Fit | "";
  error: string | undefined;
  onFit: (fit: Fit | "") => void;
}

function FitField({ fit: chosenFit, error, onFit }: FitProps) {
  return (
    <fieldset aria-describedby={error ? "fit-error" : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">
        ¿Cómo te quedó? <span className="font-normal text-soft">(opcional)</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {(["", ...FITS] as const).map((fit) => (
          <label
            key={fit}
            className="inline-flex min-h-11 items-center rounded-box border border-edge bg-card px-4 has-checked:border-ink has-checked:bg-sand has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name="fit"
              value={fit}
              checked={chosenFit === fit}
              onChange={() => onFit(fit)}
              className="sr-only"
            />
            {fit === "" ? "No sé" : FIT_LABEL[fit].replace(/^./, (first) => first.toUpperCase())}
          </label>
        ))}
      </div>
      {error && (
        <p id="fit-error" className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
