import { normalReceiverName } from "./invoice-receiver.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { isRfc } from "./rfc.ts";
import { TAX_REGIMES } from "./tax-regimes.ts";

/** What a Constancia de Situación Fiscal says that an invoice needs; empty where it could not be found. */
export interface Constancia {
  rfc: string;
  name: string;
  postalCode: string;
  /** Keys of the regimes in force, in the order they stand there. */
  taxRegimes: string[];
}

/** Where a value ends: at the next label, whichever it is. As SAT prints them since 2022. */
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
 * Reads the text of a Constancia, line by line as it stands on the page. A reprint is a picture and has no text; what is
 * something else has not SAT's title, or no RFC.
 */
export function readConstancia(text: string): Constancia | Refusal<"no_text" | "not_a_constancia"> {
  const clean = text.normalize("NFC").replace(/[^\S\n]+/g, " ");
  if (clean.trim().length < 40) return refuse("no_text");
  if (!/constancia\s+de\s+situaci[oó]n\s+fiscal/i.test(clean)) return refuse("not_a_constancia");
  const rfc = /^[A-ZÑ&\d]+/.exec(valueOf(clean, "RFC"))?.[0] ?? "";
  if (!isRfc(rfc)) return refuse("not_a_constancia");
  const company = valueOf(clean, "Denominaci[oó]n\\s*\\/\\s*Raz[oó]n\\s+Social");
  const person = ["Nombre\\s*\\(s\\)", "Primer\\s+Apellido", "Segundo\\s+Apellido"].map((label) =>
    valueOf(clean, label),
  );
  return {
    rfc,
    name: normalReceiverName(company || person.join(" ")),
    postalCode: /^\d{5}/.exec(valueOf(clean, "C[oó]digo\\s+Postal"))?.[0] ?? "",
    taxRegimes: regimesIn(valueOf(clean, "Reg[ií]menes")),
  };
}

function valueOf(text: string, label: string): string {
  const found = new RegExp(`(?:^|\\W)${label}\\s*:`, "i").exec(text);
  if (!found) return "";
  const rest = text.slice(found.index + found[0].length);
  const end = ANY_LABEL.exec(rest)?.index ?? rest.length;
  return rest.slice(0, end).replace(/\s+/g, " ").trim();
}

/** A row is a name, the day it began, and the day it ended if it has. */
function regimesIn(table: string): string[] {
  const rows = table.replace(/R[eé]gimen Fecha Inicio Fecha Fin/gi, " ").split(/(\d{2}\/\d{2}\/\d{4})/);
  const codes: string[] = [];
  for (let at = 0; at + 1 < rows.length; at += 2) {
    const [name, after] = [rows[at]!.trim(), rows[at + 2] ?? ""];
    const hasEnded = after.trim() === "" && rows[at + 3] !== undefined;
    if (name !== "" && !hasEnded) codes.push(...regimeNamed(name));
  }
  return [...new Set(codes)];
}

/** SAT's own name may have "Régimen de las" before it, and may be broken in two by its date where it is long. */
function regimeNamed(printed: string): string[] {
  const name = bareWords(printed);
  const whole = TAX_REGIMES.filter((regime) => ` ${name}`.endsWith(` ${bareWords(regime.name)}`));
  const [longest] = whole.toSorted((one, other) => other.name.length - one.name.length);
  if (longest) return [longest.code];
  const begun = TAX_REGIMES.filter((regime) => bareWords(regime.name).startsWith(`${name} `));
  return begun.length === 1 && name.split(" ").length >= 3 ? [begun[0]!.code] : [];
}

function bareWords(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z ]/g, " ")
    .split(" ")
    .filter((word) => word !== "" && !["regimen", "de", "del", "la", "las", "los", "el"].includes(word))
    .join(" ");
}
