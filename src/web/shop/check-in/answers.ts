import { formatEventTime, formatTime } from "../../../domain/dates.ts";
import type { IconName } from "../../ui/icon.tsx";
import type { ScannerAnswer } from "./verify-offline.ts";
import type { Reading } from "./reading.ts";

interface Look {
  word: string;
  icon: IconName;
  /** Text and background: a contrast of at least 4.5 to 1. */
  panel: string;
  badge: string;
}

const STOP = { panel: "bg-error text-paper", badge: "bg-error text-paper" };
const CARE = { panel: "bg-warning text-paper", badge: "bg-warning text-paper" };

/** Colour, text and icon: staff who do not distinguish the colours read the text. */
export const RESULT_STYLE: Record<ScannerAnswer, Look> = {
  valid: { word: "Válido", icon: "check", panel: "bg-success text-paper", badge: "bg-success text-paper" },
  used: { word: "Ya se usó", icon: "clock", ...CARE },
  void: { word: "Anulado", icon: "close", ...STOP },
  other_day: { word: "Es para otro día", icon: "clock", ...CARE },
  other_event: { word: "De otro evento", icon: "close", ...STOP },
  unknown: { word: "Desconocido", icon: "close", ...STOP },
  unchecked: { word: "Sin comprobar", icon: "info", panel: "bg-ink text-paper", badge: "bg-ink text-paper" },
};

/** The reason, and what to do. */
export function explain({ answer, ticket, isWaiting }: Reading): string {
  if (answer === "valid") return isWaiting && ticket?.seat === null ? "Se vendió hace poco: lo confirma su firma." : "";
  if (answer === "used") {
    if (!ticket?.usedOn) return "Con este boleto ya entró alguien.";
    return `Ya entró alguien a las ${formatTime(new Date(ticket.usedOn))}${ticket.usedBy ? ` por ${ticket.usedBy}` : ""}.`;
  }
  if (answer === "void") return "Su pedido se canceló o se devolvió su pago.";
  if (answer === "other_day") {
    const when = ticket?.startsOn ? `Es para el ${formatEventTime(new Date(ticket.startsOn))}. ` : "";
    return `${when}No se ha usado: tú decides si entra hoy.`;
  }
  if (answer === "other_event") return "Este boleto es bueno, pero no para esta puerta.";
  if (answer === "unknown") return "La tienda no emitió este boleto. Puede ser una copia alterada o de otro lado.";
  return "Sin conexión no se puede saber: no está en la lista de este teléfono. Revisa el código e intenta de nuevo.";
}
