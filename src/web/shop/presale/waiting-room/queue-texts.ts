import { format24HourTime } from "../../../../domain/dates.ts";
import { formatDeadline } from "../../../../domain/long-date.ts";
import type { RoomPlace } from "./room-client.ts";

const NUMBER_FORMAT = new Intl.NumberFormat("es-MX");

export function formatCount(count: number): string {
  return NUMBER_FORMAT.format(count);
}

/** "unos 4 minutos", or "unas 2 horas" from 90 minutes on. */
export function formatWait(minutes: number): string {
  if (minutes <= 1) return "cerca de 1 minuto";
  if (minutes < 90) return `unos ${minutes} minutos`;
  return `unas ${Math.round(minutes / 60)} horas`;
}

/** "1:05:09" or "4:07". */
export function formatCountdown(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const minutesAndSeconds = `${String(minutes).padStart(hours > 0 ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours > 0 ? `${hours}:${minutesAndSeconds}` : minutesAndSeconds;
}

/** The text for screen readers about the visitor's place. It changes seldom, not at each poll (ANNOUNCED_AHEAD). */
export function placeAnnouncement({ state, ahead, waitMinutes, opensOn, piecesBackOn }: RoomPlace): string {
  if (state === "EARLY") return `Estás en la sala de espera. La preventa abre el ${formatDeadline(new Date(opensOn))}`;
  if (state === "SOLD_OUT") return "Agotado. Se vendieron todas las piezas.";
  if (state === "ENDED") return "Tu turno terminó.";
  const announcedAhead = ANNOUNCED_AHEAD.find((candidate) => ahead >= candidate) ?? 0;
  const piecesBackText = piecesBackOn
    ? ` La primera pieza puede volver a las ${format24HourTime(new Date(piecesBackOn))}.`
    : "";
  if (announcedAhead === 0) return `Eres la siguiente persona.${piecesBackText}`;
  const wait = announcedAhead === ahead && waitMinutes ? ` Faltan ${formatWait(waitMinutes)}.` : "";
  const aheadText = announcedAhead === 1 ? "Va 1 persona" : `Van ${formatCount(announcedAhead)} personas`;
  return `${aheadText} o más antes de ti.${wait}${piecesBackText}`;
}

/** The number of people ahead is announced rounded down to one of these, so that the text changes seldom. */
const ANNOUNCED_AHEAD = [2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 1];
