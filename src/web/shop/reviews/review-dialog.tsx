import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Review } from "../../../contract/reviews.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { Star } from "./stars.tsx";

const DRAFT = "escaparate.review";
const MAX = 2_000;
const WORDS = ["", "No me gustó", "Podría ser mejor", "Está bien", "Me gustó", "Me encantó"];

interface Draft {
  title: string;
  category: string;
  review: string;
  rate: number;
}

/** 'Agregar Reseña': what is written is kept in this tab until it is sent. */
export default function ReviewDialog({
  onClose,
  onWritten,
}: {
  onClose: () => void;
  onWritten: (review: Review) => void;
}) {
  const { session, close } = useSession();
  const navigate = useNavigate();
  const say = useToast();
  const { form, errors, general, show, showProblem, clear } = useFormErrors();
  const [draft, setDraft] = useState(readDraft);
  const [busy, setBusy] = useState(false);
  const key = useRef({ data: "", id: "" });
  const change = (part: Partial<Draft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    writeDraft(next);
    Object.keys(part).forEach(clear);
  };
  const submit = async (): Promise<void> => {
    const wrong = show({
      rate: draft.rate ? undefined : "Elige de 1 a 5 estrellas",
      title: draft.title.trim() ? undefined : "Escribe un título",
      category: draft.category.trim() ? undefined : "Escribe de qué hablas",
      review: draft.review.trim() ? undefined : "Escribe tu reseña",
    });
    if (wrong) return;
    const data = JSON.stringify(draft);
    if (key.current.data !== data) key.current = { data, id: crypto.randomUUID() };
    setBusy(true);
    const outcome = await call("createReview", { body: draft, token: session?.token, idempotencyKey: key.current.id });
    setBusy(false);
    if (!outcome.ok) {
      if (outcome.problem.status !== 401) return showProblem(outcome.problem);
      close();
      void navigate(`${paths.login(paths.reviews)}&fin=1`);
      return;
    }
    writeDraft(null);
    say(
      "good",
      "Tu reseña ha sido registrada",
      outcome.data.pending ? "La verás aquí cuando la tienda la apruebe." : undefined,
    );
    if (outcome.data.pending) onClose();
    else onWritten(outcome.data.review);
  };
  const left = MAX - draft.review.length;
  return (
    <Dialog open wide onClose={onClose} title="Agregar Reseña">
      <form
        ref={form}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        {general && <Notice mood="bad" alert title={general} />}
        <fieldset aria-describedby={errors.rate ? "rate-error" : undefined}>
          <legend className="mb-1.5 text-sm font-semibold">Calificación</legend>
          <div className="flex items-center text-warn">
            {[1, 2, 3, 4, 5].map((rate) => (
              <label
                key={rate}
                className="relative grid size-11 place-items-center rounded-box has-focus-visible:outline-2"
              >
                <input
                  type="radio"
                  name="rate"
                  value={rate}
                  checked={draft.rate === rate}
                  onChange={() => change({ rate })}
                  className="absolute inset-0 opacity-0"
                />
                <span className="sr-only">
                  {rate === 1 ? "1 estrella" : `${rate} estrellas`}: {WORDS[rate]}
                </span>
                <Star filled={rate <= draft.rate} className="size-7" />
              </label>
            ))}
            <span aria-hidden className="ml-2 text-sm text-ink">
              {WORDS[draft.rate]}
            </span>
          </div>
          {errors.rate && (
            <p id="rate-error" className="text-sm font-medium text-bad">
              {errors.rate}
            </p>
          )}
        </fieldset>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Título"
            name="title"
            maxLength={120}
            value={draft.title}
            error={errors.title}
            onChange={(event) => change({ title: event.target.value })}
          />
          <TextField
            label="Categoría"
            name="category"
            maxLength={120}
            hint="Por ejemplo: vestidos, envío, atención."
            value={draft.category}
            error={errors.category}
            onChange={(event) => change({ category: event.target.value })}
          />
        </div>
        <label className="block space-y-1.5">
          <span className="block text-sm font-semibold">Reseña</span>
          <textarea
            name="review"
            rows={5}
            required
            maxLength={MAX}
            value={draft.review}
            aria-invalid={errors.review ? true : undefined}
            aria-describedby="review-help"
            onChange={(event) => change({ review: event.target.value })}
            className={`block w-full rounded-box border bg-card px-3 py-2 ${errors.review ? "border-bad" : "border-edge"}`}
          />
          <span id="review-help" className={`block text-sm ${errors.review ? "font-medium text-bad" : "text-soft"}`}>
            {errors.review ?? (left < 200 ? `Te quedan ${left} caracteres.` : "Cuenta qué compraste y cómo te quedó.")}
          </span>
        </label>
        <Button type="submit" wide busy={busy}>
          Publicar reseña
        </Button>
      </form>
    </Dialog>
  );
}

function readDraft(): Draft {
  const empty = { title: "", category: "", review: "", rate: 0 };
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(DRAFT) ?? "{}") as Partial<Draft>) };
  } catch {
    return empty;
  }
}

function writeDraft(draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(DRAFT, JSON.stringify(draft));
    else sessionStorage.removeItem(DRAFT);
  } catch {
    // A full or closed storage costs a reload's worth of typing, nothing else.
  }
}
