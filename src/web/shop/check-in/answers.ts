import { formatEventTime, format24HourTime } from "../../../domain/dates.ts";
import type { IconName } from "../../ui/icon.tsx";
import type { ScannerAnswer } from "./verify-offline.ts";
import type { Scan } from "./scan.ts";

interface AnswerStyle {
  label: string;
  icon: IconName;
  /** The classes of the text and background colours of the result panel, with a contrast of at least 4.5 to 1. */
  panelClasses: string;
  badgeClasses: string;
}

const REFUSED_COLORS = { panelClasses: "bg-error text-paper", badgeClasses: "bg-error text-paper" };
const DOUBTFUL_COLORS = { panelClasses: "bg-warning text-paper", badgeClasses: "bg-warning text-paper" };

/** Each answer has a text and an icon besides its colour, for staff who do not distinguish the colours. */
export const ANSWER_STYLE: Record<ScannerAnswer, AnswerStyle> = {
  valid: {
    label: "Válido",
    icon: "check",
    panelClasses: "bg-success text-paper",
    badgeClasses: "bg-success text-paper",
  },
  used: { label: "Ya se usó", icon: "clock", ...DOUBTFUL_COLORS },
  void: { label: "Anulado", icon: "close", ...REFUSED_COLORS },
  other_day: { label: "Es para otro día", icon: "clock", ...DOUBTFUL_COLORS },
  other_event: { label: "De otro evento", icon: "close", ...REFUSED_COLORS },
  unknown: { label: "Desconocido", icon: "close", ...REFUSED_COLORS },
  unchecked: {
    label: "Sin comprobar",
    icon: "info",
    panelClasses: "bg-ink text-paper",
    badgeClasses: "bg-ink text-paper",
  },
};

/** A sentence that explains the answer to a scan and what staff can do. Empty if there is nothing to explain. */
export function explainAnswer({ answer, ticket, isWaiting }: Scan): string {
  if (answer === "valid") return isWaiting && ticket?.seat === null ? "Se vendió hace poco: lo confirma su firma." : "";
  if (answer === "used") {
    if (!ticket?.usedOn) return "Con este boleto ya entró alguien.";
    return `Ya entró alguien a las ${format24HourTime(new Date(ticket.usedOn))}${ticket.usedBy ? ` por ${ticket.usedBy}` : ""}.`;
  }
  if (answer === "void") return "Su pedido se canceló o se devolvió su pago.";
  if (answer === "other_day") {
    const when = ticket?.startsOn ? `Es para el ${formatEventTime(new Date(ticket.startsOn))} ` : "";
    return `${when}No se ha usado: tú decides si entra hoy.`;
  }
  if (answer === "other_event") return "Este boleto es bueno, pero no para esta puerta.";
  if (answer === "unknown") return "La tienda no emitió este boleto. Puede ser una copia alterada o de otro lado.";
  return "Sin conexión no se puede saber: no está en la lista de este teléfono. Revisa el código e intenta de nuevo.";
}
