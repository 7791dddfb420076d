import { normalizeReceiverName } from "./invoice-receiver.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { isRfc } from "./rfc.ts";
import { TAX_REGIMES } from "./tax-regimes.ts";

/** The values of a Constancia de Situación Fiscal that an invoice needs. A value that was not found is empty. */
export interface Constancia {
  rfc: string;
  name: string;
  postalCode: string;
  /** Codes of the regimes in force, in the order of the document. */
  taxRegimes: string[];
}

/** The labels as SAT prints them since 2022. A value ends at the next label. */
const LABELS = [
  "RFC",
  "CURP",
  "Nombre\\s*\\(s\\)",
  "Primer Apellido",
  "Segundo Apellido",
  "Denominaci[oó]n\\s*\\/\\s*Raz[oó]n Social",
  "R[eé]gimen (?:de )?Capital",
  "Nombre Comercial",
  "Fecha (?:de )?inicio de operaciones",
  "Estatus en el padr[oó]n",
  "Fecha de [uú]ltimo cambio de estado",
  "C[oó]digo Postal",
  "Tipo de Vialidad",
  "Nombre de Vialidad",
  "N[uú]mero (?:Exterior|Interior)",
  "Datos de[l ][^:\\n]{1,40}",
  "Actividades Econ[oó]micas",
  "Reg[ií]menes",
  "Obligaciones",
].map((label) => label.replaceAll(" ", "\\s+"));
const ANY_LABEL = new RegExp(`(?:${LABELS.join("|")})\\s*:`, "i");

/**
 * Reads the text of a Constancia. Its lines must be in the order of the page. Refuses a scan, which is an image without
 * text (`no_text`), and a document without SAT's title or a valid RFC (`not_a_constancia`).
 */
export function readConstancia(text: string): Constancia | Refusal<"no_text" | "not_a_constancia"> {
  const cleanText = text.normalize("NFC").replace(/[^\S\n]+/g, " ");
  if (cleanText.trim().length < 40) return refuse("no_text");
  if (!/constancia\s+de\s+situaci[oó]n\s+fiscal/i.test(cleanText)) return refuse("not_a_constancia");
  const rfc = /^[A-ZÑ&\d]+/.exec(readLabelledValue(cleanText, "RFC"))?.[0] ?? "";
  if (!isRfc(rfc)) return refuse("not_a_constancia");
  const companyName = readLabelledValue(cleanText, "Denominaci[oó]n\\s*\\/\\s*Raz[oó]n\\s+Social");
  const personNames = ["Nombre\\s*\\(s\\)", "Primer\\s+Apellido", "Segundo\\s+Apellido"].map((label) =>
    readLabelledValue(cleanText, label),
  );
  return {
    rfc,
    name: normalizeReceiverName(companyName || personNames.join(" ")),
    postalCode: /^\d{5}/.exec(readLabelledValue(cleanText, "C[oó]digo\\s+Postal"))?.[0] ?? "",
    taxRegimes: readRegimeCodes(readLabelledValue(cleanText, "Reg[ií]menes")),
  };
}

function readLabelledValue(text: string, label: string): string {
  const match = new RegExp(`(?:^|\\W)${label}\\s*:`, "i").exec(text);
  if (!match) return "";
  const remainingText = text.slice(match.index + match[0].length);
  const end = ANY_LABEL.exec(remainingText)?.index ?? remainingText.length;
  return remainingText.slice(0, end).replace(/\s+/g, " ").trim();
}

/** A row is a regime's name, its start date, and its end date if it has ended. */
function readRegimeCodes(table: string): string[] {
  const namesAndDates = table.replace(/R[eé]gimen Fecha Inicio Fecha Fin/gi, " ").split(/(\d{2}\/\d{2}\/\d{4})/);
  const codes: string[] = [];
  for (let index = 0; index + 1 < namesAndDates.length; index += 2) {
    const [name, nextText] = [namesAndDates[index]!.trim(), namesAndDates[index + 2] ?? ""];
    const hasEnded = nextText.trim() === "" && namesAndDates[index + 3] !== undefined;
    if (name !== "" && !hasEnded) codes.push(...findRegimeCodesByName(name));
  }
  return [...new Set(codes)];
}

/** SAT may print "Régimen de las" before the catalogue's name. A long name may be split in two by its date. */
function findRegimeCodesByName(printedName: string): string[] {
  const name = significantWords(printedName);
  const suffixMatches = TAX_REGIMES.filter((regime) => ` ${name}`.endsWith(` ${significantWords(regime.name)}`));
  const [longestMatch] = suffixMatches.toSorted((a, b) => b.name.length - a.name.length);
  if (longestMatch) return [longestMatch.code];
  const prefixMatches = TAX_REGIMES.filter((regime) => significantWords(regime.name).startsWith(`${name} `));
  return prefixMatches.length === 1 && name.split(" ").length >= 3 ? [prefixMatches[0]!.code] : [];
}

function significantWords(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z ]/g, " ")
    .split(" ")
    .filter((word) => word !== "" && !["regimen", "de", "del", "la", "las", "los", "el"].includes(word))
    .join(" ");
}
