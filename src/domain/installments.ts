import { formatMoney, toCents, type Cents } from "./money.ts";

/** The numbers of months that Mercado Pago offers without interest in Mexico. */
export const INSTALLMENT_MONTHS = [3, 6, 9, 12, 18, 24] as const;

/** The smallest monthly payment (rule MSI-2). */
export const MIN_INSTALLMENT_CENTS: Cents = 100_00;

/** A number of months without interest, and the smallest total that can be paid in them, in centavos. */
export interface InstallmentPlan {
  months: number;
  fromCents: Cents;
}

/** A payment in months without interest: `amountCents` is one monthly payment, rounded down to the centavo. */
export interface Installments {
  months: number;
  amountCents: Cents;
}

/**
 * The plans that a shop offers, from its settings, which are in pesos: none unless it takes payments online without a
 * fee and its owner has confirmed that the provider offers months without interest (rules MSI-1 and MSI-3).
 */
export function offeredPlans({
  enabled,
  fee,
  base,
  installments,
}: {
  enabled: boolean;
  fee: number;
  base: number;
  installments: { confirmed: boolean; plans: readonly { months: number; from: number }[] };
}): InstallmentPlan[] {
  if (!enabled || fee > 0 || base > 0 || !installments.confirmed) return [];
  return installments.plans.map(({ months, from }) => ({ months, fromCents: toCents(from) }));
}

/**
 * The most months without interest in which a total can be paid (rule MSI-2): its plan's minimum is reached, and one
 * monthly payment is at least $100. Null if no plan applies. The monthly payment is rounded down, so that the months
 * together never exceed the total; the bank adds the remaining centavos to one of them.
 */
export function bestInstallments(plans: readonly InstallmentPlan[], totalCents: Cents): Installments | null {
  const applicableMonths = plans
    .filter(({ months, fromCents }) => totalCents >= fromCents && totalCents >= months * MIN_INSTALLMENT_CENTS)
    .map(({ months }) => months);
  if (applicableMonths.length === 0) return null;
  const months = Math.max(...applicableMonths);
  return { months, amountCents: Math.floor(totalCents / months) };
}

/**
 * The most monthly payments that the provider may offer for an order (rule MSI-4). Null if the shop has no plans: then
 * the provider's own settings decide. 1 if no plan applies: the shop does not pay for months below its
 * minimum.
 */
export function maxInstallments(plans: readonly InstallmentPlan[], totalCents: Cents): number | null {
  return plans.length === 0 ? null : (bestInstallments(plans, totalCents)?.months ?? 1);
}

/** "Hasta 6 meses sin intereses de $216.50". "desde" if the total does not divide evenly (rule MSI-2). */
export function installmentsText({ months, amountCents }: Installments, totalCents: Cents): string {
  const preposition = months * amountCents === totalCents ? "de" : "desde";
  return `Hasta ${months} meses sin intereses ${preposition} ${formatMoney(amountCents)}`;
}
