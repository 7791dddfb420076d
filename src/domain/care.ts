import { plainText } from "./plain-text.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** The groups of care symbols, in the order of a label (ISO 3758). A label has at most one symbol of each. */
export const CARE_GROUPS = ["wash", "bleach", "tumble", "dry", "iron", "dryclean", "wetclean"] as const;
export type CareGroup = (typeof CARE_GROUPS)[number];

export const CARE_GROUP_LABEL: Record<CareGroup, string> = {
  wash: "Lavado",
  bleach: "Blanqueo",
  tumble: "Secado en secadora",
  dry: "Secado natural",
  iron: "Planchado",
  dryclean: "Limpieza en seco",
  wetclean: "Limpieza profesional en húmedo",
};

/** Each symbol of ISO 3758 and its text. A code begins with its group. */
export const CARE_TEXT = {
  "wash-95": "Lavar a máximo 95 °C",
  "wash-70": "Lavar a máximo 70 °C",
  "wash-60": "Lavar a máximo 60 °C",
  "wash-60-mild": "Lavar a máximo 60 °C, ciclo suave",
  "wash-50": "Lavar a máximo 50 °C",
  "wash-50-mild": "Lavar a máximo 50 °C, ciclo suave",
  "wash-40": "Lavar a máximo 40 °C",
  "wash-40-mild": "Lavar a máximo 40 °C, ciclo suave",
  "wash-40-very-mild": "Lavar a máximo 40 °C, ciclo muy suave",
  "wash-30": "Lavar a máximo 30 °C",
  "wash-30-mild": "Lavar a máximo 30 °C, ciclo suave",
  "wash-30-very-mild": "Lavar a máximo 30 °C, ciclo muy suave",
  "wash-hand": "Lavar a mano",
  "wash-no": "No lavar",
  "bleach-any": "Se puede usar blanqueador",
  "bleach-oxygen": "Usar solo blanqueador sin cloro",
  "bleach-no": "No usar blanqueador",
  "tumble-normal": "Secar en secadora, temperatura normal",
  "tumble-low": "Secar en secadora, temperatura baja",
  "tumble-no": "No secar en secadora",
  "dry-line": "Secar tendida",
  "dry-line-drip": "Secar tendida, sin exprimir",
  "dry-line-shade": "Secar tendida a la sombra",
  "dry-line-drip-shade": "Secar tendida a la sombra, sin exprimir",
  "dry-flat": "Secar en plano",
  "dry-flat-drip": "Secar en plano, sin exprimir",
  "dry-flat-shade": "Secar en plano a la sombra",
  "dry-flat-drip-shade": "Secar en plano a la sombra, sin exprimir",
  "iron-200": "Planchar a máximo 200 °C",
  "iron-150": "Planchar a máximo 150 °C",
  "iron-110": "Planchar a máximo 110 °C, sin vapor",
  "iron-no": "No planchar",
  "dryclean-p": "Limpiar en seco (P)",
  "dryclean-p-mild": "Limpiar en seco (P), ciclo suave",
  "dryclean-f": "Limpiar en seco (F)",
  "dryclean-f-mild": "Limpiar en seco (F), ciclo suave",
  "dryclean-no": "No limpiar en seco",
  "wetclean-normal": "Limpieza profesional en húmedo",
  "wetclean-mild": "Limpieza profesional en húmedo, ciclo suave",
  "wetclean-very-mild": "Limpieza profesional en húmedo, ciclo muy suave",
  "wetclean-no": "Sin limpieza profesional en húmedo",
} as const satisfies Record<`${CareGroup}-${string}`, string>;

export type CareCode = keyof typeof CARE_TEXT;

export function isCareCode(text: string): text is CareCode {
  return Object.hasOwn(CARE_TEXT, text);
}

/** All symbols in the order of a label. */
export const CARE_CODES: readonly CareCode[] = Object.keys(CARE_TEXT).filter(isCareCode);

export function careGroup(code: CareCode): CareGroup {
  return CARE_GROUPS.find((group) => code.startsWith(`${group}-`))!;
}

export function careCodesOf(group: CareGroup): CareCode[] {
  return CARE_CODES.filter((code) => careGroup(code) === group);
}

export type CareRefusal = Refusal<"care_unknown" | "care_twice">;

/** The symbols in the order of a label, at most one of each group. */
export function checkCare(codes: readonly string[]): CareCode[] | CareRefusal {
  const careCodes = codes.filter(isCareCode);
  if (careCodes.length < codes.length) return refuse("care_unknown");
  if (new Set(careCodes.map(careGroup)).size < careCodes.length) return refuse("care_twice");
  return careCodes.toSorted((a, b) => CARE_CODES.indexOf(a) - CARE_CODES.indexOf(b));
}

/** The symbols with their texts. A code that is not known any more is left out. */
export function describeCare(codes: readonly string[]): { code: CareCode; text: string }[] {
  return codes.filter(isCareCode).map((code) => ({ code, text: CARE_TEXT[code] }));
}

const CODE_OF_TEXT = new Map(CARE_CODES.map((code) => [plainText(CARE_TEXT[code]), code]));

/**
 * Symbols typed by their texts or codes, separated by "|", semicolons, commas or line breaks: "Lavar a mano | No
 * planchar", "wash-hand; iron-no". A comma does not separate texts that have commas of their own.
 */
export function readCare(typed: string): CareCode[] | CareRefusal {
  const parts = typed.split(/[|;\n]/).flatMap((part) => (toCareCode(part) ? [part] : part.split(",")));
  const codes = parts.filter((part) => part.trim() !== "").map((part) => toCareCode(part) ?? "");
  return checkCare(codes);
}

function toCareCode(typed: string): CareCode | undefined {
  const text = plainText(typed).trim().replaceAll(/\s+/g, " ");
  return isCareCode(text) ? text : CODE_OF_TEXT.get(text);
}

/** The texts of the symbols, in a form that `readCare` reads. */
export function writeCare(codes: readonly string[]): string {
  return codes.map((code) => (isCareCode(code) ? CARE_TEXT[code] : code)).join(" | ");
}
