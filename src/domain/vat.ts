import type { Cents } from "./money.ts";

/** The general VAT rate, and the reduced rate of shops in the northern and southern border regions, in basis points. */
export const VAT_RATES_BPS = [1600, 800] as const;
export type VatRateBps = (typeof VAT_RATES_BPS)[number];

/**
 * How VAT applies to something that is sold: the issuer's general rate, 0 %, exempt (TipoFactor Exento), not subject to
 * VAT (ObjetoImp 01), or subject to VAT that need not be itemised (ObjetoImp 03).
 */
export const VAT_TREATMENTS = ["general", "zero", "exempt", "notSubject", "notItemised"] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];

/** The Spanish names of treatments, some with SAT's code of the tax object. "inherit": no treatment of its own. */
export const VAT_LABEL: Record<VatTreatment | "inherit", string> = {
  general: "IVA general",
  zero: "Tasa 0 %",
  exempt: "Exento",
  notSubject: "No es objeto de IVA (01)",
  notItemised: "Con IVA sin desglosar (03)",
  inherit: "Sin IVA propio",
};

/** The treatment of a line, with its rate. Without itemised tax the rate is 0. */
export type Vat =
  | { treatment: "general"; rateBps: VatRateBps }
  | { treatment: Exclude<VatTreatment, "general">; rateBps: 0 };

/** The part of an amount to which one treatment applies, in centavos with VAT. */
export interface VatPart {
  vat: Vat;
  cents: Cents;
}

/** A treatment from a day on ("2026-11-01") until the next one begins. With "inherit" the next wider level counts. */
export interface VatPeriod {
  validFrom: string;
  treatment: VatTreatment | "inherit";
}

/** The general rate of an issuer from a day on. */
export interface GeneralRatePeriod {
  validFrom: string;
  rateBps: VatRateBps;
}

/** The first day on which a treatment may begin, and the day from which a new issuer's first rate is valid. */
export const FIRST_VAT_DAY = "2000-01-01";
/** How many days from today a treatment may begin: two years. */
export const MAX_VAT_DAYS_AHEAD = 731;

/** The general rate on a day. 16 % if none of the issuer's rates has begun. */
export function generalVatOn(day: string, rates: readonly GeneralRatePeriod[]): Vat {
  return { treatment: "general", rateBps: findPeriodOn(day, rates)?.rateBps ?? 1600 };
}

/**
 * The treatment of a product on the day of its sale. `levels` are the periods of the product, then those of its
 * categories, nearest first. The first level that has a treatment on that day counts, else the general rate.
 */
export function vatOn(day: string, levels: readonly (readonly VatPeriod[])[], generalVat: Vat): Vat {
  const treatment = levels
    .map((periods) => findPeriodOn(day, periods)?.treatment ?? "inherit")
    .find((candidate) => candidate !== "inherit");
  return treatment === undefined || treatment === "general" ? generalVat : { treatment, rateBps: 0 };
}

/** The last of the periods that have begun on that day. Days compare as texts. */
export function findPeriodOn<Period extends { validFrom: string }>(
  day: string,
  periods: readonly Period[],
): Period | undefined {
  return periods
    .filter(({ validFrom }) => validFrom <= day)
    .reduce<Period | undefined>(
      (last, period) => (last && last.validFrom > period.validFrom ? last : period),
      undefined,
    );
}

/** Each period with its last day, in the order given. The last period has none. */
export function withLastDays<Period extends { validFrom: string }>(
  periods: readonly Period[],
): (Period & { validUntil?: string })[] {
  return periods.map((period) => {
    const [next] = periods
      .map(({ validFrom }) => validFrom)
      .filter((day) => day > period.validFrom)
      .toSorted();
    return next === undefined ? period : { ...period, validUntil: dayBefore(next) };
  });
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** Whether the invoice shows this treatment's tax (ObjetoImp 02), even at 0 % or as exempt. */
export function isItemised({ treatment }: Pick<Vat, "treatment">): boolean {
  return treatment === "general" || treatment === "zero" || treatment === "exempt";
}

/** Adds up the parts that have the same treatment and rate. Sorted by `compareVat`. */
export function sumVatParts(parts: readonly VatPart[]): VatPart[] {
  const sums = new Map<string, VatPart>();
  for (const { vat, cents } of parts) {
    const key = vatKey(vat);
    sums.set(key, { vat, cents: (sums.get(key)?.cents ?? 0) + cents });
  }
  return [...sums.values()].toSorted((a, b) => compareVat(a.vat, b.vat));
}

/** The parts minus the subtracted ones, by treatment. A part that is not above zero is left out. */
export function subtractVatParts(parts: readonly VatPart[], subtractedParts: readonly VatPart[]): VatPart[] {
  const subtractedCents = new Map(sumVatParts(subtractedParts).map(({ vat, cents }) => [vatKey(vat), cents]));
  return sumVatParts(parts)
    .map(({ vat, cents }) => ({ vat, cents: cents - (subtractedCents.get(vatKey(vat)) ?? 0) }))
    .filter(({ cents }) => cents > 0);
}

/** Splits an amount in the proportion of the parts, to the centavo. Parts that get nothing are left out. */
export function splitByVat(cents: Cents, parts: readonly VatPart[]): VatPart[] {
  if (cents === 0) return [];
  const total = BigInt(parts.reduce((sum, part) => sum + part.cents, 0));
  let partCentsSoFar = 0n;
  let assignedCentsSoFar = 0n;
  return parts
    .map(({ vat, cents: partCents }) => {
      partCentsSoFar += BigInt(partCents);
      const assignedCentsWithThisPart = (BigInt(cents) * partCentsSoFar) / total;
      const assignedCents = Number(assignedCentsWithThisPart - assignedCentsSoFar);
      assignedCentsSoFar = assignedCentsWithThisPart;
      return { vat, cents: assignedCents };
    })
    .filter((part) => part.cents > 0);
}

export function vatKey({ treatment, rateBps }: Vat): string {
  return `${treatment} ${rateBps}`;
}

/** The highest rate first, then in the order of `VAT_TREATMENTS`. */
export function compareVat(a: Vat, b: Vat): number {
  return b.rateBps - a.rateBps || VAT_TREATMENTS.indexOf(a.treatment) - VAT_TREATMENTS.indexOf(b.treatment);
}
