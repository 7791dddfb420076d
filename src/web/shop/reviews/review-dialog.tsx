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
import { Star } from "./stars.tsx";

const STORED = "escaparate.review";
const EMPTY = { title: "", category: "", review: "", rate: 0 };
const MAX = 2_000;
const WORDS = ["", "No me gustó", "Podría ser mejor", "Está bien", "Me gustó", "Me encantó"];

interface Props {
  onClose: () => void;
  onWritten: (review: Review) => void;
}

/** 'Agregar Reseña': what is typed is stored in this tab until it is sent. */
export default function ReviewDialog({ onClose, onWritten }: Props) {
  const { draft, form, submit } = useReviewForm({ onClose, onWritten });
  const { errors } = form;
  return (
    <Dialog open wide onClose={onClose} title="Agregar Reseña">
      <Form form={form} onSubmit={submit}>
        <RateField rate={draft.rate} error={errors.rate} onRate={(rate) => form.change({ rate })} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...form.field("title")} label="Título" maxLength={120} />
          <TextField
            {...form.field("category")}
            label="Categoría"
            maxLength={120}
            hint="Por ejemplo: vestidos, envío, atención."
          />
        </div>
        <ReviewField review={draft.review} error={errors.review} onType={(review) => form.change({ review })} />
        <Button type="submit" wide busy={form.busy}>
          Publicar reseña
        </Button>
      </Form>
    </Dialog>
  );
}

/** What is typed, and sending it. */
function useReviewForm({ onClose, onWritten }: Props) {
  const { session } = useSession();
  const hasEnded = useEndedSession(paths.reviews);
  const showToast = useToast();
  const [draft, setDraft] = useState(() => ({ ...EMPTY, ...readDraft<typeof EMPTY>(STORED) }));
  const form = useForm(draft, (next) => {
    setDraft(next);
    writeDraft(STORED, next);
  });
  const keyOf = useIdempotencyKey();
  const submit = async (): Promise<void> => {
    const wrong = form.show({
      rate: draft.rate ? undefined : "Elige de 1 a 5 estrellas",
      title: draft.title.trim() ? undefined : "Escribe un título",
      category: draft.category.trim() ? undefined : "Escribe de qué hablas",
      review: draft.review.trim() ? undefined : "Escribe tu reseña",
    });
    if (wrong) return;
    const options = { body: draft, token: session?.token, idempotencyKey: keyOf(draft) };
    const outcome = await form.send(call("createReview", options));
    if (!outcome.ok) {
      if (!hasEnded(outcome.problem)) form.showProblem(outcome.problem);
      return;
    }
    writeDraft(STORED, null);
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

function RateField({
  rate: chosen,
  error,
  onRate,
}: {
  rate: number;
  error: string | undefined;
  onRate: (rate: number) => void;
}) {
  return (
    <fieldset aria-describedby={error ? "rate-error" : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">Calificación</legend>
      <div className="flex items-center text-warning">
        {[1, 2, 3, 4, 5].map((rate) => (
          <label
            key={rate}
            className="relative grid size-11 place-items-center rounded-box has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name="rate"
              value={rate}
              checked={chosen === rate}
              onChange={() => onRate(rate)}
              className="absolute inset-0 opacity-0"
            />
            <span className="sr-only">
              {rate === 1 ? "1 estrella" : `${rate} estrellas`}: {WORDS[rate]}
            </span>
            <Star filled={rate <= chosen} className="size-7" />
          </label>
        ))}
        <span aria-hidden className="ml-2 text-sm text-ink">
          {WORDS[chosen]}
        </span>
      </div>
      {error && (
        <p id="rate-error" className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function ReviewField({
  review,
  error,
  onType,
}: {
  review: string;
  error: string | undefined;
  onType: (review: string) => void;
}) {
  const left = MAX - review.length;
  return (
    <label className="block space-y-1.5">
      <span className="block text-sm font-semibold">Reseña</span>
      <textarea
        name="review"
        rows={5}
        required
        maxLength={MAX}
        value={review}
        aria-invalid={error ? true : undefined}
        aria-describedby="review-help"
        onChange={(event) => onType(event.target.value)}
        className={`block w-full rounded-box border bg-card px-3 py-2 ${error ? "border-error" : "border-edge"}`}
      />
      <span id="review-help" className={`block text-sm ${error ? "font-medium text-error" : "text-soft"}`}>
        {error ?? (left < 200 ? `Te quedan ${left} caracteres.` : "Cuenta qué compraste y cómo te quedó.")}
      </span>
    </label>
  );
}
