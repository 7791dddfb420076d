import { CFDI_USES, findCfdiUse, NO_EFFECTS_USE, type CfdiUse } from "./cfdi-uses.ts";
import { nameWithoutCompanyForm } from "./company-form.ts";
import { stateOfPostalCode } from "./postal-code.ts";
import { fitsCheckDigit, isGenericRfc, isRfc, normalRfc, personKind } from "./rfc.ts";
import { findTaxRegime, NO_DUTIES_REGIME, TAX_REGIMES, type TaxRegime } from "./tax-regimes.ts";

/** Who an invoice is for: the five facts a CFDI 4.0 needs, as SAT has them. */
export interface Receiver {
  rfc: string;
  name: string;
  /** Of the tax domicile, not of the delivery. */
  postalCode: string;
  taxRegime: string;
  cfdiUse: string;
}

export type ReceiverField = keyof Receiver;

/** A field that cannot be, with what to do about it. */
export interface ReceiverFault {
  field: ReceiverField;
  code: ReceiverFaultCode;
  sentence: string;
}

/** Something to ask again before going on; it stops nobody. */
export interface ReceiverHint {
  field: ReceiverField;
  sentence: string;
  /** What to offer in place of what was typed. */
  suggestion: string | null;
}

const FAULTS = {
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

export type ReceiverFaultCode = keyof typeof FAULTS;

export type CheckedReceiver =
  | { receiver: Receiver; hints: ReceiverHint[] }
  | { receiver: null; faults: [ReceiverFault, ...ReceiverFault[]] };

const GLOBAL_NAME = "PUBLICO EN GENERAL";
const MAX_NAME = 300;
/** What shows nothing (controls, marks of direction, zero-width) or nobody agrees on; and "|", which SAT's seal is made with. */
const NEVER_IN_A_NAME = /[\p{C}|\uFFFC\uFFFD]/u;

/**
 * What somebody typed as SAT has it, or every field that cannot be so. `place` is the postal code the invoice is issued at.
 * Whether the RFC exists and name, code and regime are that taxpayer's only SAT can say (CFDI40143, 40145, 40148, 40159).
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
    rfcFault(receiver),
    nameFault(receiver),
    postalCodeFault(receiver, place),
    regimeFault(receiver),
    useFault(receiver),
  ].filter((code) => code !== null);
  const [first, ...others] = codes.map((code) => toFault(code, place));
  return first ? { receiver: null, faults: [first, ...others] } : { receiver, hints: receiverHints(receiver) };
}

/** Upper case, one blank where there were several: how the Constancia prints it. Accents, "&", "Ñ" and dots stay. */
export function normalReceiverName(typed: string): string {
  return typed.normalize("NFC").replace(/\s+/g, " ").trim().toUpperCase();
}

/** The regimes to choose from: those of the RFC's kind of person; all of them while it is not complete. */
export function offeredRegimes(typedRfc: string): readonly TaxRegime[] {
  const rfc = normalRfc(typedRfc);
  if (isGenericRfc(rfc)) return TAX_REGIMES.filter(({ code }) => code === NO_DUTIES_REGIME);
  return isRfc(rfc) ? TAX_REGIMES.filter(({ people }) => people.includes(personKind(rfc))) : TAX_REGIMES;
}

/** The uses to choose from: those of a purchase that go with the regime; none before one is chosen. */
export function offeredUses(typedRfc: string, taxRegime: string): readonly CfdiUse[] {
  const rfc = normalRfc(typedRfc);
  const fits = CFDI_USES.filter((use) => use.isOffered && use.regimes.includes(taxRegime));
  if (isGenericRfc(rfc)) return fits.filter(({ code }) => code === NO_EFFECTS_USE);
  return isRfc(rfc) ? fits.filter(({ people }) => people.includes(personKind(rfc))) : fits;
}

function rfcFault({ rfc }: Receiver): ReceiverFaultCode | null {
  if (rfc === "") return "rfc_missing";
  return isRfc(rfc) ? null : "rfc_invalid";
}

function nameFault({ name }: Receiver): ReceiverFaultCode | null {
  if (name === "") return "name_missing";
  if (NEVER_IN_A_NAME.test(name)) return "name_characters";
  if (Array.from(name).length > MAX_NAME) return "name_too_long";
  return isGlobalName(name) ? "name_reserved" : null;
}

/** With or without its accent: with that name a CFDI is a global one (CFDI40130). */
function isGlobalName(name: string): boolean {
  return name.normalize("NFD").replace(/\p{M}/gu, "") === GLOBAL_NAME;
}

function postalCodeFault({ rfc, postalCode }: Receiver, place: string): ReceiverFaultCode | null {
  // 00 belongs to Mexico City for the post office; SAT's list begins with 01.
  if (postalCode.startsWith("00") || stateOfPostalCode(postalCode) === null) return "postal_code_invalid";
  return isGenericRfc(rfc) && postalCode !== place ? "postal_code_generic" : null;
}

function regimeFault({ rfc, taxRegime }: Receiver): ReceiverFaultCode | null {
  if (taxRegime === "") return "regime_missing";
  const regime = findTaxRegime(taxRegime);
  if (!regime) return "regime_unknown";
  if (isGenericRfc(rfc)) return taxRegime === NO_DUTIES_REGIME ? null : "regime_generic";
  if (!isRfc(rfc) || regime.people.includes(personKind(rfc))) return null;
  return personKind(rfc) === "person" ? "regime_of_companies" : "regime_of_people";
}

function useFault({ rfc, taxRegime, cfdiUse }: Receiver): ReceiverFaultCode | null {
  if (cfdiUse === "") return "use_missing";
  const use = findCfdiUse(cfdiUse);
  if (!use) return "use_unknown";
  if (!use.isOffered) return "use_not_offered";
  if (findTaxRegime(taxRegime) && !use.regimes.includes(taxRegime)) return "use_of_other_regime";
  return isGenericRfc(rfc) && cfdiUse !== NO_EFFECTS_USE ? "use_of_other_regime" : null;
}

function toFault(code: ReceiverFaultCode, place: string): ReceiverFault {
  const [field, sentence] = FAULTS[code];
  return { field, code, sentence: sentence.replace("{place}", place) };
}

/** What to ask about RFC and name as they are typed; nothing while the RFC is not whole. */
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
