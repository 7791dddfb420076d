import { useRef, useState } from "react";
import type { ProductReview } from "../../../contract/product-reviews.ts";
import type { Fit } from "../../../domain/rating.ts";
import { call } from "../../client.ts";
import { useForm } from "../../ui/use-form.ts";
import { useToast } from "../../ui/toasts.tsx";
import { useEndedSession } from "../login/use-ended-session.ts";
import { readDraft, writeDraft } from "../tab-draft.ts";
import { useIdempotencyKey } from "../use-idempotency-key.ts";

/** An uploaded picture that the review will have. */
export interface UploadedPicture {
  _id: string;
  thumbnailUrl: string;
}

export interface ProductReviewOptions {
  productId: string;
  token: string;
  /** The path to return to after signing in again. */
  backTo: string;
  onWritten: (review: ProductReview, pending: boolean) => void;
}

const EMPTY_REVIEW: { rating: number; fit: Fit | ""; text: string } = { rating: 0, fit: "", text: "" };

/** The draft of a review with its uploaded pictures, stored in this tab, and the function that sends it. */
export function useProductReview({ productId, token, backTo, onWritten }: ProductReviewOptions) {
  const draftName = `escaparate.review.${productId}`;
  const [storedDraft, setStoredDraft] = useState(() => ({
    ...EMPTY_REVIEW,
    pictures: [] as UploadedPicture[],
    ...readDraft(draftName),
  }));
  const { pictures, ...draft } = storedDraft;
  // An upload can end while the customer types, so each change starts from the latest state.
  const latestDraft = useRef(storedDraft);
  const store = (change: Partial<typeof storedDraft>): void => {
    latestDraft.current = { ...latestDraft.current, ...change };
    setStoredDraft(latestDraft.current);
    writeDraft(draftName, latestDraft.current);
  };
  const form = useForm(draft, store);
  const changePictures = (change: (current: UploadedPicture[]) => UploadedPicture[]): void => {
    store({ pictures: change(latestDraft.current.pictures) });
    form.setFieldError("pictures", undefined);
  };
  const handleEndedSession = useEndedSession(backTo);
  const showToast = useToast();
  const idempotencyKeyOf = useIdempotencyKey();
  const submit = async (): Promise<void> => {
    const hasErrors = form.showErrors({
      rating: draft.rating ? undefined : "Elige de 1 a 5 estrellas",
      text: draft.text.trim() ? undefined : "Escribe tu reseña",
    });
    if (hasErrors) return;
    const body = { ...draft, fit: draft.fit || null, pictures: pictures.map(({ _id }) => _id) };
    const options = { params: { id: productId }, body, token, idempotencyKey: idempotencyKeyOf(body) };
    const outcome = await form.waitFor(call("createProductReview", options));
    if (!outcome.ok) {
      if (!handleEndedSession(outcome.problem)) form.showProblem(outcome.problem);
      return;
    }
    writeDraft(draftName, null);
    const { review, pending } = outcome.data;
    showToast("success", "Gracias por tu reseña", pending ? "La verás cuando la tienda la apruebe." : undefined);
    onWritten(review, pending);
  };
  return { draft, form, submit, pictures, changePictures };
}
