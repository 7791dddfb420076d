import { plainText } from "./plain-text.ts";
import { isRefusal, refuse, type Refusal } from "./refusal.ts";

/** A fibre of a garment and its share in whole percent, as the label declares it (NOM-004-SE-2021). */
export interface FiberShare {
  fiber: string;
  percent: number;
}

export const MAX_FIBERS = 10;
const MAX_FIBER_LENGTH = 60;

/** Usual fibres, to choose from. Any other name may be typed. */
export const COMMON_FIBERS: readonly string[] = [
  "Algodón",
  "Poliéster",
  "Elastano",
  "Viscosa",
  "Rayón",
  "Lino",
  "Lana",
  "Seda",
  "Poliamida",
  "Acrílico",
  "Modal",
  "Lyocell",
  "Cachemira",
  "Cáñamo",
  "Poliuretano",
  "Piel",
];

export type CompositionRefusal = Refusal<
  | "composition_sum"
  | "composition_percent"
  | "composition_fiber_missing"
  | "composition_fiber_long"
  | "composition_fiber_twice"
  | "composition_too_many"
  | "composition_malformed"
>;

/** The fibres if they are a whole composition: each once, in whole percents that sum to 100. */
export function checkComposition(fibers: readonly FiberShare[]): readonly FiberShare[] | CompositionRefusal {
  if (fibers.length > MAX_FIBERS) return refuse("composition_too_many");
  if (fibers.some(({ fiber }) => fiber === "")) return refuse("composition_fiber_missing");
  if (fibers.some(({ fiber }) => fiber.length > MAX_FIBER_LENGTH)) return refuse("composition_fiber_long");
  if (fibers.some(({ percent }) => !Number.isInteger(percent) || percent < 1 || percent > 100)) {
    return refuse("composition_percent");
  }
  if (new Set(fibers.map(({ fiber }) => plainText(fiber))).size < fibers.length) {
    return refuse("composition_fiber_twice");
  }
  return sumOfPercents(fibers) === 100 ? fibers : refuse("composition_sum");
}

export function sumOfPercents(fibers: readonly Pick<FiberShare, "percent">[]): number {
  return fibers.reduce((sum, { percent }) => sum + percent, 0);
}

/**
 * A typed composition: "95 % algodón, 5 % elastano" or "Algodón 95%, elastano 5%". If each fibre comes after its
 * percent and the sign %, its name may have digits and commas, as in "95 % nylon 6,6, 5 % elastano".
 */
export function readComposition(typed: string): readonly FiberShare[] | CompositionRefusal {
  const fibers: FiberShare[] = [];
  const separator = /^\s*\d{1,3}\s*%/.test(typed) ? /[,;/\n](?=\s*\d{1,3}\s*%)/ : /[,;/\n]/;
  for (const part of typed.split(separator).map((each) => each.trim())) {
    if (part === "") continue;
    const share = readShare(part);
    if (isRefusal(share)) return share;
    fibers.push(share);
  }
  return fibers.length === 0 ? refuse("composition_malformed") : checkComposition(fibers);
}

function readShare(part: string): FiberShare | Refusal<"composition_malformed"> {
  const match =
    /^(?<before>\d{1,3})\s*(?:%\s*(?:de\s+)?(?<fiber>[^%]+)|(?:de\s+)?(?<bare>\D+))$|^(?<name>\D+?)\s*:?\s*(?<after>\d{1,3})\s*%?$/iu.exec(
      part,
    )?.groups;
  const fiber = (match?.fiber ?? match?.bare ?? match?.name ?? "").replaceAll(/[%:]/g, "").trim();
  if (!match || fiber === "") return refuse("composition_malformed");
  return { fiber: capitalize(fiber), percent: Number(match.before ?? match.after) };
}

function capitalize(fiber: string): string {
  return fiber.slice(0, 1).toLocaleUpperCase("es-MX") + fiber.slice(1);
}

/** The fibres by their names as stored, in a form that `readComposition` reads: "95 % Algodón, 5 % Elastano". */
export function writeComposition(fibers: readonly FiberShare[]): string {
  return fibers.map(({ fiber, percent }) => `${percent} % ${fiber}`).join(", ");
}

/** "95 % algodón, 5 % elastano". */
export function formatComposition(fibers: readonly FiberShare[]): string {
  return fibers.map(({ fiber, percent }) => `${percent} % ${fiber.toLocaleLowerCase("es-MX")}`).join(", ");
}
