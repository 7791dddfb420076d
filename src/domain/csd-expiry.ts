import { formatDateTime } from "./dates.ts";

/** A shop is warned this many days before its CSD expires. SAT takes some days to issue a new one. */
export const CSD_WARNING_DAYS = [60, 30, 7] as const;

/** The last of `CSD_WARNING_DAYS` that was reached, or "expired" from the CSD's end on. Null if none was reached. */
export function csdStage(endsAt: Date, now: Date): (typeof CSD_WARNING_DAYS)[number] | "expired" | null {
  if (endsAt <= now) return "expired";
  return CSD_WARNING_DAYS.findLast((days) => daysLeft(endsAt, now) <= days) ?? null;
}

/** The warning as a sentence for staff, or null. */
export function csdWarning(endsAt: Date, now: Date): string | null {
  const stage = csdStage(endsAt, now);
  if (stage === null) return null;
  if (stage === "expired")
    return `El sello venció el ${formatDateTime(endsAt)}: nadie puede facturar hasta que subas uno vigente.`;
  const days = Math.floor(daysLeft(endsAt, now));
  const when = days === 0 ? "en menos de un día" : days === 1 ? "en un día" : `en ${days} días`;
  return `El sello vence ${when}, el ${formatDateTime(endsAt)} Pide otro al SAT (Certifica) y súbelo antes.`;
}

function daysLeft(endsAt: Date, now: Date): number {
  return (endsAt.getTime() - now.getTime()) / 86_400_000;
}
