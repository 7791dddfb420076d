import { useState } from "react";
import type { Review } from "../../../contract/reviews.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useEndedSession } from "../login/use-ended-session.ts";
import { readDraft, writeDraft } from "../tab-draft.ts";
import { useIdempotencyKey } from "../use-idempotency-key.ts";
import { RatingField } from "./rating-field.tsx";
import { ReviewField } from "./review-field.tsx";

const DRAFT_NAME = "escaparate.review";
const EMPTY_DRAFT = { title: "", category: "", review: "", rate: 0 };

interface Props {
  onClose: () => void;
  /** Called with a review that is shown at once. For one that the shop approves first, `onClose` is called. */
  onWritten: (review: Review) => void;
}

/** 'Agregar Reseña': a review of the shop. The typed values are stored in this tab until the review is sent. */
export default function ReviewDialog({ onClose, onWritten }: Props) {
  const { draft, form, submit } = useReviewForm({ onClose, onWritten });
  const { errors } = form;
  return (
    <Dialog open wide onClose={onClose} title="Agregar Reseña">
      <Form form={form} onSubmit={submit}>
        <RatingField
          name="rate"
          rating={draft.rate}
          error={errors.rate}
          onRatingChange={(rate) => form.change({ rate })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...form.field("title")} label="Título" maxLength={120} />
          <TextField
            {...form.field("category")}
            label="Categoría"
            maxLength={120}
            hint="Por ejemplo: vestidos, envío, atención."
          />
        </div>
        <ReviewField
          name="review"
          review={draft.review}
          error={errors.review}
          onType={(review) => form.change({ review })}
        />
        <Button type="submit" wide busy={form.busy}>
          Publicar reseña
        </Button>
      </Form>
    </Dialog>
  );
}

/** The draft of a review, and the function that sends it. */
function useReviewForm({ onClose, onWritten }: Props) {
  const { session } = useSession();
  const handleEndedSession = useEndedSession(paths.reviews);
  const showToast = useToast();
  const [draft, setDraft] = useState(() => ({ ...EMPTY_DRAFT, ...readDraft<typeof EMPTY_DRAFT>(DRAFT_NAME) }));
  const form = useForm(draft, (nextDraft) => {
    setDraft(nextDraft);
    writeDraft(DRAFT_NAME, nextDraft);
  });
  const idempotencyKeyOf = useIdempotencyKey();
  const submit = async (): Promise<void> => {
    const hasErrors = form.showErrors({
      rate: draft.rate ? undefined : "Elige de 1 a 5 estrellas",
      title: draft.title.trim() ? undefined : "Escribe un título",
      category: draft.category.trim() ? undefined : "Escribe de qué hablas",
      review: draft.review.trim() ? undefined : "Escribe tu reseña",
    });
    if (hasErrors) return;
    const options = { body: draft, token: session?.token, idempotencyKey: idempotencyKeyOf(draft) };
    const outcome = await form.waitFor(call("createReview", options));
    if (!outcome.ok) {
      if (!handleEndedSession(outcome.problem)) form.showProblem(outcome.problem);
      return;
    }
    writeDraft(DRAFT_NAME, null);
    showToast(
      "success",
      "Tu reseña ha sido registrada",
      outcome.data.pending ? "La verás aquí cuando la tienda la apruebe." : undefined,
    );
    if (outcome.data.pending) onClose();
    else onWritten(outcome.data.review);
  };
  return { draft, form, submit };
}
