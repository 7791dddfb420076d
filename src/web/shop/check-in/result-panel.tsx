import { useEffect } from "react";
import { formatEventTime } from "../../../domain/dates.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon, PathIcon } from "../../ui/icon.tsx";
import { CHECK_IN_ICONS } from "./icons.ts";
import { explainAnswer, ANSWER_STYLE } from "./answers.ts";
import type { Scan } from "./scan.ts";
import { giveScanFeedback } from "../../ui/scan-feedback.ts";

/** How long a valid ticket's result is shown. Any other result stays until staff dismiss it. */
const VALID_SHOWN_MS = 4_000;

/** The result over the whole viewfinder, with large text, sound, vibration and text for screen readers. */
export function ResultPanel({
  result,
  onDismiss,
  onUndo,
  onLetIn,
}: {
  result: Scan | null;
  onDismiss: () => void;
  onUndo: (() => void) | null;
  /** Lets in the holder of a ticket for another day. Null for other results. */
  onLetIn: (() => void) | null;
}) {
  useEffect(() => {
    if (!result) return;
    giveScanFeedback(result.answer === "valid");
    if (result.answer !== "valid") return;
    const timer = setTimeout(onDismiss, VALID_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result, onDismiss]);
  return (
    <div aria-live="assertive" aria-atomic="true" className="contents">
      {result && <Panel key={result.id} result={result} onDismiss={onDismiss} onUndo={onUndo} onLetIn={onLetIn} />}
    </div>
  );
}

function Panel({
  result,
  onDismiss,
  onUndo,
  onLetIn,
}: {
  result: Scan;
  onDismiss: () => void;
  onUndo: (() => void) | null;
  onLetIn: (() => void) | null;
}) {
  const { label, icon, panelClasses } = ANSWER_STYLE[result.answer];
  const { ticket } = result;
  const reason = explainAnswer(result);
  return (
    <section
      aria-label="Resultado"
      data-answer={result.answer}
      className={cx("absolute inset-0 z-10 flex flex-col rounded-lg p-5 sm:p-7", panelClasses)}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto before:mt-auto after:mb-auto">
        <p className="flex items-center gap-3 text-2xl font-extrabold uppercase leading-none sm:text-3xl">
          <Icon name={icon} className="size-14 shrink-0 stroke-[2.5] sm:size-16" />
          <span className="min-w-0 break-words">{label}</span>
        </p>
        {ticket?.seat && <p className="text-xl font-bold">{ticket.seat}</p>}
        {reason && <p className="text-lg font-semibold">{reason}</p>}
        {ticket && (
          <p className="text-sm sm:text-base">
            {ticket.holder && <span className="block">{ticket.holder}</span>}
            <span className="block">{ticket.event}</span>
            <span className="block first-letter:uppercase">
              {[ticket.startsOn && formatEventTime(new Date(ticket.startsOn)), ticket.place]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3 pt-3">
        <button
          type="button"
          onClick={onDismiss}
          className="min-h-12 flex-1 rounded-box bg-white px-4 text-base font-bold text-ink"
        >
          {onLetIn ? "No entra" : "Siguiente"}
        </button>
        {onLetIn && (
          <button
            type="button"
            onClick={onLetIn}
            className="min-h-12 flex-1 rounded-box border-2 border-paper px-4 text-base font-bold text-paper"
          >
            Dejar entrar hoy
          </button>
        )}
        {onUndo && (
          <button
            type="button"
            onClick={onUndo}
            className="inline-flex min-h-12 items-center gap-2 rounded-box border-2 border-paper px-4 text-base font-bold text-paper"
          >
            <PathIcon path={CHECK_IN_ICONS.undo} /> Deshacer
          </button>
        )}
      </div>
    </section>
  );
}
