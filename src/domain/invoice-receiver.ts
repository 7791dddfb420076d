import { CFDI_USES, findCfdiUse, NO_TAX_EFFECTS_USE, type CfdiUse } from "./cfdi-uses.ts";
import { nameWithoutLegalForm } from "./legal-form.ts";
import { findCountry } from "./countries.ts";
import { isFiscalPostalCode } from "./postal-code.ts";
import { hasValidCheckDigit, FOREIGN_RFC, isGenericRfc, isRfc, normalizeRfc, personKind } from "./rfc.ts";
import { findTaxRegime, NO_DUTIES_REGIME, TAX_REGIMES, type TaxRegime } from "./tax-regimes.ts";

/**
 * The receiver of an invoice: the five facts that CFDI 4.0 requires, spelled as SAT has them, and the country and tax
 * id of a receiver who lives abroad.
 */
export interface Receiver {
  rfc: string;
  name: string;
  /** Of the tax domicile, not of the delivery. */
  postalCode: string;
  taxRegime: string;
  cfdiUse: string;
  /** Where a receiver without Mexican RFC lives (c_Pais, "USA"). Only with the RFC of foreigners. */
  country?: string;
  /** Their tax id in that country. */
  taxId?: string;
}

export type ReceiverField = keyof Receiver;

/** All fields of a receiver. Two documents for which they are equal have the same receiver. */
export const RECEIVER_FIELDS = [
  "rfc",
  "name",
  "postalCode",
  "taxRegime",
  "cfdiUse",
  "country",
  "taxId",
] as const satisfies readonly ReceiverField[];

/** An invalid field, with a sentence that says how to correct it. */
export interface ReceiverError {
  field: ReceiverField;
  code: ReceiverErrorCode;
  sentence: string;
}

/** Advice to the customer before they continue. It does not block the invoice. */
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
  postal_code_generic: ["postalCode", "Con un RFC genérico va el código postal de la tienda: {issuePostalCode}."],
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
  country_unknown: ["country", "Elige de la lista el país donde vives."],
  country_of_foreigners: ["country", "El país solo va con el RFC de quienes viven fuera de México, XEXX010101000."],
  tax_id_invalid: ["taxId", "Ese número lleva a lo más 40 letras o números. Bórralo si no lo necesitas."],
  tax_id_digits: ["taxId", "En Estados Unidos y Canadá ese número lleva nueve dígitos. Bórralo si no lo necesitas."],
  tax_id_of_foreigners: [
    "taxId",
    "La identificación fiscal de otro país va con el país y con el RFC de quienes viven fuera de México, XEXX010101000.",
  ],
} as const satisfies Record<string, [ReceiverField, string]>;

export type ReceiverErrorCode = keyof typeof ERRORS;

export type CheckedReceiver =
  | { receiver: Receiver; hints: ReceiverHint[] }
  | { receiver: null; receiverErrors: [ReceiverError, ...ReceiverError[]] };

const GLOBAL_INVOICE_NAME = "PUBLICO EN GENERAL";
const MAX_NAME_LENGTH = 300;
const MAX_TAX_ID_LENGTH = 40;
/** The countries whose tax id has a pattern in c_Pais: nine digits. */
const COUNTRIES_WITH_NINE_DIGIT_TAX_ID = new Set(["USA", "CAN"]);
/**
 * Invisible characters (controls, direction marks, zero-width), replacement characters, and "|", the separator of SAT's
 * original string.
 */
const INVALID_CHARACTERS = /[\p{C}|\uFFFC\uFFFD]/u;

/**
 * Normalizes typed data to SAT's spelling, or returns the error of every invalid field. `issuePostalCode` is the postal
 * code of the issuer (LugarExpedicion). Only SAT knows whether the RFC exists and whether name, postal code and regime
 * belong to it (CFDI40143, 40145, 40148, 40159).
 */
export function checkReceiver(typed: Receiver, issuePostalCode: string): CheckedReceiver {
  const receiver: Receiver = {
    rfc: normalizeRfc(typed.rfc),
    name: normalizeReceiverName(typed.name),
    postalCode: typed.postalCode.trim(),
    taxRegime: typed.taxRegime.trim(),
    cfdiUse: typed.cfdiUse.trim().toUpperCase(),
    ...normalizeResidence(typed),
  };
  const codes = [
    rfcError(receiver),
    nameError(receiver),
    postalCodeError(receiver, issuePostalCode),
    regimeError(receiver),
    useError(receiver),
    countryError(receiver),
    taxIdError(receiver),
  ].filter((code) => code !== null);
  const [firstError, ...otherErrors] = codes.map((code) => toError(code, issuePostalCode));
  return firstError
    ? { receiver: null, receiverErrors: [firstError, ...otherErrors] }
    : { receiver, hints: receiverHints(receiver) };
}

/** Upper case and single blanks, as the Constancia prints a name. Accents, "&", "Ñ" and dots stay. */
export function normalizeReceiverName(typed: string): string {
  return typed.normalize("NFC").replace(/\s+/g, " ").trim().toUpperCase();
}

/** The country and the tax id of a receiver who lives abroad, without those that were left empty. */
function normalizeResidence({ country = "", taxId = "" }: Receiver): Pick<Receiver, "country" | "taxId"> {
  const code = country.trim().toUpperCase();
  const id = taxId.normalize("NFC").replace(/\s+/g, " ").trim().toUpperCase();
  return {
    ...(code && { country: code }),
    ...(id && { taxId: COUNTRIES_WITH_NINE_DIGIT_TAX_ID.has(code) ? id.replace(/[\s\p{Pd}]/gu, "") : id }),
  };
}

/**
 * The regimes to choose from: those for the RFC's kind of person, and only 616 for a generic RFC. All of them while the
 * RFC is incomplete.
 */
export function offeredRegimes(typedRfc: string): readonly TaxRegime[] {
  const rfc = normalizeRfc(typedRfc);
  if (isGenericRfc(rfc)) return TAX_REGIMES.filter(({ code }) => code === NO_DUTIES_REGIME);
  return isRfc(rfc) ? TAX_REGIMES.filter(({ personKinds }) => personKinds.includes(personKind(rfc))) : TAX_REGIMES;
}

/**
 * The uses to choose from: those of a purchase that the regime and the RFC's kind of person allow, and only S01 for a
 * generic RFC. None before a regime is chosen.
 */
export function offeredUses(typedRfc: string, taxRegime: string): readonly CfdiUse[] {
  const rfc = normalizeRfc(typedRfc);
  const allowedUses = CFDI_USES.filter((use) => use.isOffered && use.regimes.includes(taxRegime));
  if (isGenericRfc(rfc)) return allowedUses.filter(({ code }) => code === NO_TAX_EFFECTS_USE);
  return isRfc(rfc) ? allowedUses.filter(({ personKinds }) => personKinds.includes(personKind(rfc))) : allowedUses;
}

function rfcError({ rfc }: Receiver): ReceiverErrorCode | null {
  if (rfc === "") return "rfc_missing";
  return isRfc(rfc) ? null : "rfc_invalid";
}

function nameError({ name }: Receiver): ReceiverErrorCode | null {
  if (name === "") return "name_missing";
  if (INVALID_CHARACTERS.test(name)) return "name_characters";
  if (Array.from(name).length > MAX_NAME_LENGTH) return "name_too_long";
  return isGlobalInvoiceName(name) ? "name_reserved" : null;
}

/**
 * Whether this is the name of global invoices, with or without its accent. A CFDI with that name is a global one
 * (CFDI40130).
 */
function isGlobalInvoiceName(name: string): boolean {
  return name.normalize("NFD").replace(/\p{M}/gu, "") === GLOBAL_INVOICE_NAME;
}

function postalCodeError({ rfc, postalCode }: Receiver, issuePostalCode: string): ReceiverErrorCode | null {
  if (!isFiscalPostalCode(postalCode)) return "postal_code_invalid";
  return isGenericRfc(rfc) && postalCode !== issuePostalCode ? "postal_code_generic" : null;
}

function regimeError({ rfc, taxRegime }: Receiver): ReceiverErrorCode | null {
  if (taxRegime === "") return "regime_missing";
  const regime = findTaxRegime(taxRegime);
  if (!regime) return "regime_unknown";
  if (isGenericRfc(rfc)) return taxRegime === NO_DUTIES_REGIME ? null : "regime_generic";
  if (!isRfc(rfc) || regime.personKinds.includes(personKind(rfc))) return null;
  return personKind(rfc) === "person" ? "regime_of_companies" : "regime_of_people";
}

function useError({ rfc, taxRegime, cfdiUse }: Receiver): ReceiverErrorCode | null {
  if (cfdiUse === "") return "use_missing";
  const use = findCfdiUse(cfdiUse);
  if (!use) return "use_unknown";
  if (!use.isOffered) return "use_not_offered";
  if (findTaxRegime(taxRegime) && !use.regimes.includes(taxRegime)) return "use_of_other_regime";
  return isGenericRfc(rfc) && cfdiUse !== NO_TAX_EFFECTS_USE ? "use_of_other_regime" : null;
}

function countryError({ rfc, country }: Receiver): ReceiverErrorCode | null {
  if (country === undefined) return null;
  if (rfc !== FOREIGN_RFC) return "country_of_foreigners"; // CFDI40151
  return findCountry(country) ? null : "country_unknown";
}

function taxIdError({ rfc, country, taxId }: Receiver): ReceiverErrorCode | null {
  if (taxId === undefined) return null;
  if (rfc !== FOREIGN_RFC || country === undefined) return "tax_id_of_foreigners"; // CFDI40153, CFDI40154
  if (COUNTRIES_WITH_NINE_DIGIT_TAX_ID.has(country)) return /^\d{9}$/.test(taxId) ? null : "tax_id_digits"; // CFDI40156
  return INVALID_CHARACTERS.test(taxId) || Array.from(taxId).length > MAX_TAX_ID_LENGTH ? "tax_id_invalid" : null;
}

function toError(code: ReceiverErrorCode, issuePostalCode: string): ReceiverError {
  const [field, sentence] = ERRORS[code];
  return { field, code, sentence: sentence.replace("{issuePostalCode}", issuePostalCode) };
}

/** Hints about the RFC and name as they are typed. None while the RFC is incomplete. */
export function receiverHints(typed: Pick<Receiver, "rfc" | "name">): ReceiverHint[] {
  const [rfc, name] = [normalizeRfc(typed.rfc), normalizeReceiverName(typed.name)];
  if (!isRfc(rfc)) return [];
  const hints: ReceiverHint[] = [];
  if (!hasValidCheckDigit(rfc)) {
    hints.push({ field: "rfc", sentence: "Revisa tu RFC: su último dígito no es el usual.", suggestion: null });
  }
  const shorterName = personKind(rfc) === "company" ? nameWithoutLegalForm(name) : null;
  if (shorterName !== null) {
    hints.push({
      field: "name",
      sentence: `El SAT tiene el nombre de las empresas sin su tipo de sociedad. ¿Es «${shorterName}»?`,
      suggestion: shorterName,
    });
  }
  return hints;
}

export function isSameReceiver(a: Receiver, b: Receiver): boolean {
  return RECEIVER_FIELDS.every((field) => a[field] === b[field]);
}
