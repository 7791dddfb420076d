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

export interface ReviewForm {
  productId: string;
  token: string;
  /** The page that the customer comes back to after signing in again. */
  backTo: string;
  onWritten: (review: ProductReview, pending: boolean) => void;
}

const EMPTY: { rating: number; fit: Fit | ""; text: string } = { rating: 0, fit: "", text: "" };

/** What is typed and uploaded, stored in this tab until it is sent, and sending it. */
export function useProductReview({ productId, token, backTo, onWritten }: ReviewForm) {
  const stored = `escaparate.review.${productId}`;
  const [saved, setSaved] = useState(() => ({ ...EMPTY, pictures: [] as UploadedPicture[], ...readDraft(stored) }));
  const { pictures, ...draft } = saved;
  // Uploads end while the customer types: each change starts from the latest.
  const latest = useRef(saved);
  const store = (part: Partial<typeof saved>): void => {
    latest.current = { ...latest.current, ...part };
    setSaved(latest.current);
    writeDraft(stored, latest.current);
  };
  const form = useForm(draft, store);
  const changePictures = (change: (known: UploadedPicture[]) => UploadedPicture[]): void => {
    store({ pictures: change(latest.current.pictures) });
    form.setFieldError("pictures", undefined);
  };
  const hasEnded = useEndedSession(backTo);
  const showToast = useToast();
  const keyOf = useIdempotencyKey();
  const submit = async (): Promise<void> => {
    const isWrong = form.show({
      rating: draft.rating ? undefined : "Elige de 1 a 5 estrellas",
      text: draft.text.trim() ? undefined : "Escribe tu reseña",
    });
    if (isWrong) return;
    const body = { ...draft, fit: draft.fit || null, pictures: pictures.map(({ _id }) => _id) };
    const options = { params: { id: productId }, body, token, idempotencyKey: keyOf(body) };
    const outcome = await form.send(call("createProductReview", options));
    if (!outcome.ok) {
      if (!hasEnded(outcome.problem)) form.showProblem(outcome.problem);
      return;
    }
    writeDraft(stored, null);
    const { review, pending } = outcome.data;
    showToast("success", "Gracias por tu reseña", pending ? "La verás cuando la tienda la apruebe." : undefined);
    onWritten(review, pending);
  };
  return { draft, form, submit, pictures, changePictures };
}
