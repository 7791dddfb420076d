import type { TrackedGuide } from "./carrier-provider.ts";

/** Envia's codes of the Mexican states: ISO 3166-2:MX, except Nuevo León (docs.envia.com, Core Workflow). */
const MEXICAN_STATE_CODES: Readonly<Record<string, string>> = {
  Aguascalientes: "AGU",
  "Baja California": "BCN",
  "Baja California Sur": "BCS",
  Campeche: "CAM",
  Chiapas: "CHP",
  Chihuahua: "CHH",
  "Ciudad de México": "CMX",
  Coahuila: "COA",
  Colima: "COL",
  Durango: "DUR",
  "Estado de México": "MEX",
  Guanajuato: "GUA",
  Guerrero: "GRO",
  Hidalgo: "HID",
  Jalisco: "JAL",
  Michoacán: "MIC",
  Morelos: "MOR",
  Nayarit: "NAY",
  "Nuevo León": "NL",
  Oaxaca: "OAX",
  Puebla: "PUE",
  Querétaro: "QUE",
  "Quintana Roo": "ROO",
  "San Luis Potosí": "SLP",
  Sinaloa: "SIN",
  Sonora: "SON",
  Tabasco: "TAB",
  Tamaulipas: "TAM",
  Tlaxcala: "TLA",
  Veracruz: "VER",
  Yucatán: "YUC",
  Zacatecas: "ZAC",
};

/** An unknown state is sent unchanged, and Envia refuses it with a message. */
export function mexicanStateCode(state: string): string {
  return MEXICAN_STATE_CODES[state] ?? state;
}

/** Envia's statuses, in English or Spanish. The first that matches counts. */
const STATUS_PATTERNS: readonly [RegExp, TrackedGuide["state"]][] = [
  [/cancel|created|creado|information|pending|pendiente/i, null],
  [/returned|devuelto/i, "RETURNED"],
  [
    /undeliver|not (?:be )?deliver|attempt|intento|fail|exception|address error|lost|damaged|reject|no entregado/i,
    "FAILED",
  ],
  [/out for delivery|en reparto|en ruta de entrega/i, "OUT_FOR_DELIVERY"],
  [/delivered|entregado/i, "DELIVERED"],
  [/transit|shipped|picked|pick ?up|enviado|tr[aá]nsito|recolectado|delay/i, "IN_TRANSIT"],
];

export function parcelStateOfStatus(status: string): TrackedGuide["state"] {
  return STATUS_PATTERNS.find(([pattern]) => pattern.test(status))?.[1] ?? null;
}

/**
 * Reads a time of Envia. It has no zone and is in central Mexico's time, which has been six hours behind UTC all year
 * since 2022. A day without a time counts as noon. Null if it cannot be read.
 */
export function readEnviaTime(text: string | null | undefined): Date | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?/.exec(text ?? "") ?? [];
  if (!day) return null;
  const at = new Date(`${day}T${time ?? "12:00"}-06:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}
