import { format24HourTime } from "../../../domain/dates.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Conflict } from "./scanner.ts";

const formatInstant = (instant: string): string => format24HourTime(new Date(instant));

/**
 * Entries made offline that the server contradicts. An entry appears on all phones of the event after the phone that
 * allowed it has reported it.
 */
export function Conflicts({ conflicts, onDismiss }: { conflicts: readonly Conflict[]; onDismiss: () => void }) {
  if (conflicts.length === 0) return null;
  const title =
    conflicts.length === 1 ? "Alguien entró y no debía" : `${conflicts.length} personas entraron y no debían`;
  return (
    <Notice tone="error" alert title={title}>
      <ul className="space-y-1">
        {conflicts.map((conflict) => (
          <li key={conflict._id}>{conflictSentence(conflict)}</li>
        ))}
      </ul>
      <Button variant="secondary" className="mt-3" onClick={onDismiss}>
        Entendido
      </Button>
    </Notice>
  );
}

function conflictSentence({ reason, seat, event, device, scannedOn, first }: Conflict): string {
  const scanText = `${device}, ${formatInstant(scannedOn)}`;
  const subject = seat ?? "Un código";
  if (reason === "used") {
    return `${subject} entró dos veces: ${first ? `${first.device}, ${formatInstant(first.scannedOn)}, y ` : ""}${scanText}.`;
  }
  if (reason === "void") return `${subject} está anulado: ${scanText}.`;
  if (reason === "other_day") return `${subject} es de otro día (${event}): ${scanText}.`;
  if (reason === "other_event") return `${subject} es de otro evento (${event}): ${scanText}.`;
  return `${subject} no es de la tienda: ${scanText}.`;
}
