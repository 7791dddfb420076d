import { CFDI_USES, findCfdiUse, NO_EFFECTS_USE, type CfdiUse } from "./cfdi-uses.ts";
import { nameWithoutCompanyForm } from "./company-form.ts";
import { stateOfPostalCode } from "./postal-code.ts";
import { fitsCheckDigit, isGenericRfc, isRfc, normalRfc, personKind } from "./rfc.ts";
import { findTaxRegime, NO_DUTIES_REGIME, TAX_REGIMES, type TaxRegime } from "./tax-regimes.ts";

/** The receiver of an invoice: the five data that CFDI 4.0 requires, as SAT has them. */
export interface Receiver {
  rfc: string;
  name: string;
  /** Of the tax domicile, not of the delivery. */
  postalCode: string;
  taxRegime: string;
  cfdiUse: string;
}

export type ReceiverField = keyof Receiver;

/** An invalid field, with a sentence that says how to correct it. */
export interface ReceiverError {
  field: ReceiverField;
  code: ReceiverErrorCode;
  sentence: string;
}

/** A question to the customer before they continue. It does not block the invoice. */
export interface ReceiverHint {
  field: ReceiverField;
  sentence: string;
  /** The value to offer instead of the typed one. */
  suggestion: string | null;
}

const ERRORS = {
  rfc_missing: ["rfc", "Escribe tu RFC."],
  rfc_invalid: [
    "rfc",
    "Revisa tu RFC: son 12 o 13 letras y números, con una fecha en medio, como está en tu constancia.",
  ],
  name_missing: ["name", "Escribe tu nombre o razón social como está en tu constancia."],
  name_too_long: [
    "name",
    "Tu nombre o razón social tiene más de 300 caracteres. Escríbelo como está en tu constancia.",
  ],
  name_characters: [
    "name",
    "Tu nombre trae caracteres que no se ven o que el SAT no acepta. Bórralo y escríbelo a mano, sin pegarlo.",
  ],
  name_reserved: [
    "name",
    "«PUBLICO EN GENERAL» es el nombre de las facturas globales de la tienda. Escribe tu nombre para tener la tuya.",
  ],
  postal_code_invalid: ["postalCode", "El código postal de tu domicilio fiscal tiene cinco números; ese no existe."],
  postal_code_generic: ["postalCode", "Con un RFC genérico va el código postal de la tienda: {place}."],
  regime_missing: ["taxRegime", "Elige tu régimen fiscal."],
  regime_unknown: ["taxRegime", "Ese régimen no está en el catálogo del SAT. Elige el que dice tu constancia."],
  regime_of_companies: [
    "taxRegime",
    "Ese régimen es de empresas y tu RFC es de una persona. Elige el de tu constancia.",
  ],
  regime_of_people: ["taxRegime", "Ese régimen es de personas y tu RFC es de una empresa. Elige el de tu constancia."],
  regime_generic: ["taxRegime", "Con un RFC genérico el régimen es «616 Sin obligaciones fiscales»."],
  use_missing: ["cfdiUse", "Elige para qué usarás la factura."],
  use_unknown: ["cfdiUse", "Ese uso no está en el catálogo del SAT. Elige uno de la lista."],
  use_not_offered: ["cfdiUse", "Ese uso no corresponde a una compra en esta tienda. Elige otro de la lista."],
  use_of_other_regime: ["cfdiUse", "Ese uso no va con tu régimen fiscal. Elige otro de la lista."],
} as const satisfies Record<string, [ReceiverField, string]>;

export type ReceiverErrorCode = keyof typeof ERRORS;

export type CheckedReceiver =
  | { receiver: Receiver; hints: ReceiverHint[] }
  | { receiver: null; faults: [ReceiverError, ...ReceiverError[]] };

const GLOBAL_NAME = "PUBLICO EN GENERAL";
const MAX_NAME = 300;
/**
 * Invisible characters (controls, direction marks, zero-width), replacement characters, and "|", the separator of SAT's
 * original string.
 */
const INVALID_IN_NAME = /[\p{C}|\uFFFC\uFFFD]/u;

/**
 * Normalizes typed data to SAT's spelling, or returns the error of every invalid field. `place` is the postal code
 * where the invoice is issued. Only SAT can tell whether the RFC exists and whether name, postal code and regime belong
 * to it (CFDI40143, 40145, 40148, 40159).
 */
export function checkReceiver(typed: Receiver, place: string): CheckedReceiver {
  const receiver: Receiver = {
    rfc: normalRfc(typed.rfc),
    name: normalReceiverName(typed.name),
    postalCode: typed.postalCode.trim(),
    taxRegime: typed.taxRegime.trim(),
    cfdiUse: typed.cfdiUse.trim().toUpperCase(),
  };
  const codes = [
    rfcError(receiver),
    nameError(receiver),
    postalCodeError(receiver, place),
    regimeError(receiver),
    useError(receiver),
  ].filter((code) => code !== null);
  const [first, ...others] = codes.map((code) => toError(code, place));
  return first ? { receiver: null, faults: [first, ...others] } : { receiver, hints: receiverHints(receiver) };
}

/** Upper case and single blanks, as the Constancia prints a name. Accents, "&", "Ñ" and dots stay. */
export function normalReceiverName(typed: string): string {
  return typed.normalize("NFC").replace(/\s+/g, " ").trim().toUpperCase();
}

/** The regimes to choose from: those for the RFC's kind of person. All of them while the RFC is incomplete. */
export function offeredRegimes(typedRfc: string): readonly TaxRegime[] {
  const rfc = normalRfc(typedRfc);
  if (isGenericRfc(rfc)) return TAX_REGIMES.filter(({ code }) => code === NO_DUTIES_REGIME);
  return isRfc(rfc) ? TAX_REGIMES.filter(({ people }) => people.includes(personKind(rfc))) : TAX_REGIMES;
}

/** The uses to choose from: those of a purchase that the regime allows. None before a regime is chosen. */
export function offeredUses(typedRfc: string, taxRegime: string): readonly CfdiUse[] {
  const rfc = normalRfc(typedRfc);
  const allowed = CFDI_USES.filter((use) => use.isOffered && use.regimes.includes(taxRegime));
  if (isGenericRfc(rfc)) return allowed.filter(({ code }) => code === NO_EFFECTS_USE);
  return isRfc(rfc) ? allowed.filter(({ people }) => people.includes(personKind(rfc))) : allowed;
}

function rfcError({ rfc }: Receiver): ReceiverErrorCode | null {
  if (rfc === "") return "rfc_missing";
  return isRfc(rfc) ? null : "rfc_invalid";
}

function nameError({ name }: Receiver): ReceiverErrorCode | null {
  if (name === "") return "name_missing";
  if (INVALID_IN_NAME.test(name)) return "name_characters";
  if (Array.from(name).length > MAX_NAME) return "name_too_long";
  return isGlobalName(name) ? "name_reserved" : null;
}

/** The global invoice's name, with or without its accent. A CFDI with that name is a global one (CFDI40130). */
function isGlobalName(name: string): boolean {
  return name.normalize("NFD").replace(/\p{M}/gu, "") === GLOBAL_NAME;
}

function postalCodeError({ rfc, postalCode }: Receiver, place: string): ReceiverErrorCode | null {
  // The post office assigns 00 to Mexico City. SAT's list begins with 01.
  if (postalCode.startsWith("00") || stateOfPostalCode(postalCode) === null) return "postal_code_invalid";
  return isGenericRfc(rfc) && postalCode !== place ? "postal_code_generic" : null;
}

function regimeError({ rfc, taxRegime }: Receiver): ReceiverErrorCode | null {
  if (taxRegime === "") return "regime_missing";
  const regime = findTaxRegime(taxRegime);
  if (!regime) return "regime_unknown";
  if (isGenericRfc(rfc)) return taxRegime === NO_DUTIES_REGIME ? null : "regime_generic";
  if (!isRfc(rfc) || regime.people.includes(personKind(rfc))) return null;
  return personKind(rfc) === "person" ? "regime_of_companies" : "regime_of_people";
}

function useError({ rfc, taxRegime, cfdiUse }: Receiver): ReceiverErrorCode | null {
  if (cfdiUse === "") return "use_missing";
  const use = findCfdiUse(cfdiUse);
  if (!use) return "use_unknown";
  if (!use.isOffered) return "use_not_offered";
  if (findTaxRegime(taxRegime) && !use.regimes.includes(taxRegime)) return "use_of_other_regime";
  return isGenericRfc(rfc) && cfdiUse !== NO_EFFECTS_USE ? "use_of_other_regime" : null;
}

function toError(code: ReceiverErrorCode, place: string): ReceiverError {
  const [field, sentence] = ERRORS[code];
  return { field, code, sentence: sentence.replace("{place}", place) };
}

/** Hints about the RFC and name as they are typed. None while the RFC is incomplete. */
export function receiverHints(typed: Pick<Receiver, "rfc" | "name">): ReceiverHint[] {
  const [rfc, name] = [normalRfc(typed.rfc), normalReceiverName(typed.name)];
  if (!isRfc(rfc)) return [];
  const hints: ReceiverHint[] = [];
  if (!fitsCheckDigit(rfc)) {
    hints.push({ field: "rfc", sentence: "Revisa tu RFC: su último dígito no es el usual.", suggestion: null });
  }
  const shorter = personKind(rfc) === "company" ? nameWithoutCompanyForm(name) : null;
  if (shorter !== null) {
    hints.push({
      field: "name",
      sentence: `El SAT tiene el nombre de las empresas sin su tipo de sociedad. ¿Es «${shorter}»?`,
      suggestion: shorter,
    });
  }
  return hints;
}
