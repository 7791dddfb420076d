import { format24HourTime } from "../../../domain/dates.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon, PathIcon } from "../../ui/icon.tsx";
import { CHECK_IN_ICONS } from "./icons.ts";
import { ANSWER_STYLE } from "./answers.ts";
import type { Scan } from "./scan.ts";

const MAX_LISTED_SCANS = 20;

/** The latest scans of this phone, newest first. An entry can be undone here for a minute. */
export function RecentScans({
  scans,
  canUndo,
  onUndo,
}: {
  scans: readonly Scan[];
  canUndo: (scan: Scan) => boolean;
  onUndo: (id: string) => void;
}) {
  return (
    <section aria-labelledby="recent" className="space-y-2">
      <h2 id="recent" className="font-sans text-base font-semibold">
        Últimas lecturas
      </h2>
      {scans.length === 0 && <p className="text-sm text-soft">Aún no se lee ningún boleto en este teléfono.</p>}
      <ul className="divide-y divide-line">
        {scans.slice(0, MAX_LISTED_SCANS).map((scan) => (
          <li key={scan.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span
              className={cx(
                "inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-bold",
                scan.undoneAt ? "bg-sand text-ink" : ANSWER_STYLE[scan.answer].badgeClasses,
              )}
            >
              {scan.undoneAt ? (
                <PathIcon path={CHECK_IN_ICONS.undo} className="size-4 stroke-[2.5]" />
              ) : (
                <Icon name={ANSWER_STYLE[scan.answer].icon} className="size-4 stroke-[2.5]" />
              )}
              {labelOf(scan)}
            </span>
            <span className="min-w-36 flex-1 font-semibold">{scan.ticket?.seat ?? shortenCode(scan.text)}</span>
            <span className="tabular text-sm text-soft">
              {scan.isWaiting && "por sincronizar · "}
              {format24HourTime(new Date(scan.at))}
            </span>
            {canUndo(scan) && (
              <button
                type="button"
                onClick={() => onUndo(scan.id)}
                aria-label={`Deshacer la entrada de ${scan.ticket?.seat ?? "este boleto"}`}
                className="inline-flex min-h-9 items-center gap-1 px-1 text-sm font-semibold underline underline-offset-4"
              >
                Deshacer
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function labelOf({ answer, isAnyDay, undoneAt }: Scan): string {
  if (undoneAt) return "Deshecho";
  return answer === "valid" && isAnyDay ? "Entró, de otro día" : ANSWER_STYLE[answer].label;
}

/** A typed code in capitals. The text of a QR code is shortened, because staff cannot read it. */
function shortenCode(text: string): string {
  return text.length > 16 ? `${text.slice(0, 14)}…` : text.toUpperCase();
}
