import { formatDay } from "./format-day.ts";
import { formatMexicoTime } from "./mexico-time.ts";
import { formatMoney } from "./money.ts";
import { ruleText } from "./promotion-rule.ts";
import { weekdaysText, type Promotion } from "./promotion-terms.ts";

/** The names of what a promotion applies to. Four empty lists mean the whole shop. */
export interface NamesInPromotion {
  products: readonly string[];
  styles: readonly string[];
  categories: readonly string[];
  brands: readonly string[];
  /** The gift's name; null for other rules. */
  gift: string | null;
}

type DescribedPromotion = Omit<Promotion, "id" | "name" | "scope" | "giftProductId" | "shopId" | "priority">;

/**
 * The conditions of a promotion as customers read them, a sentence each: rule, scope, period, limits and what it
 * excludes (rule PROMO-20).
 */
export function conditionsOf(promotion: DescribedPromotion, names: NamesInPromotion): string[] {
  return [
    `${ruleText(promotion)}.`,
    ruleDetail(promotion, names.gift),
    scopeText(names),
    periodText(promotion),
    promotion.weekdays.length > 0 && `Sólo en ${weekdaysText(promotion.weekdays)}.`,
    promotion.firstPurchaseOnly && "Sólo en tu primera compra.",
    promotion.customerTag !== null && `Sólo para clientes del grupo «${promotion.customerTag}».`,
    promotion.needsCode && "Con un cupón.",
    promotion.perCustomer !== null && perCustomerText(promotion.perCustomer),
    exclusionText(promotion),
    promotion.combines ? "Se suma a otras promociones que también se combinan." : "No se suma a otras promociones.",
  ].filter((sentence): sentence is string => Boolean(sentence));
}

function ruleDetail({ rule, fromCents }: DescribedPromotion, gift: string | null): string | null {
  switch (rule.kind) {
    case "bundle":
      return "Cuenta por grupos completos: el descuento es el de las piezas de menor precio de cada grupo.";
    case "gift":
      return `De regalo: ${gift ?? "un producto"}. Tu carrito te lo ofrece con tu compra${
        fromCents > 0 ? ` de ${formatMoney(fromCents)} o más` : ""
      }.`;
    case "amount":
      return "Una vez por compra.";
    default:
      return null;
  }
}

const LIST_FORMAT = new Intl.ListFormat("es-MX", { type: "conjunction" });

/** "En Blusas, Vestidos y la marca Luma."; "En toda la tienda." */
export function scopeText({ products, styles, categories, brands }: Omit<NamesInPromotion, "gift">): string {
  const parts = [
    ...categories,
    ...brands.map((name) => `la marca ${name}`),
    ...styles.map((code) => `el modelo ${code}`),
    ...products,
  ];
  return parts.length === 0 ? "En toda la tienda." : `En ${LIST_FORMAT.format(parts)}.`;
}

/** "Del 20 de noviembre de 2026 al 23 de noviembre de 2026."; without an end: "Desde el …, hasta que la terminemos." */
export function periodText({ startsAt, endsAt }: Pick<Promotion, "startsAt" | "endsAt">): string {
  const [startDay, startTime] = dayAndTime(startsAt);
  const from = `${formatDay(startDay)}${startTime === "00:00" ? "" : `, ${startTime} h,`}`;
  if (endsAt === null) return `Desde el ${from.replace(/,$/, "")}, hasta que la terminemos.`;
  return `Del ${from} al ${endText(endsAt)}.`;
}

/** An end at midnight is the end of the day before. */
function endText(endsAt: Date): string {
  const [day, time] = dayAndTime(endsAt);
  if (time === "00:00") return formatDay(dayAndTime(new Date(endsAt.getTime() - 1))[0]);
  return time === "23:59" ? formatDay(day) : `${formatDay(day)}, ${time} h`;
}

function dayAndTime(instant: Date): [day: string, time: string] {
  const [day, time] = formatMexicoTime(instant).split("T") as [string, string];
  return [day, time];
}

function perCustomerText(times: number): string {
  return times === 1 ? "Una vez por cliente." : `Hasta ${times} veces por cliente.`;
}

function exclusionText({ withWholesale, withPresale, withTickets, withOffers }: DescribedPromotion): string | null {
  const exclusions = [
    !withWholesale && "precios de mayoreo",
    !withPresale && "preventas",
    !withTickets && "boletos",
    !withOffers && "productos en oferta",
  ].filter((word): word is string => word !== false);
  if (exclusions.length === 0) return null;
  const lastExclusion = exclusions.at(-1)!;
  const otherExclusions = exclusions.slice(0, -1).join(", ");
  return `No aplica a ${otherExclusions === "" ? lastExclusion : `${otherExclusions} ni ${lastExclusion}`}.`;
}

/**
 * Whether consumer law counts a promotion as unlimited: it states neither an end nor a number of uses (LFPC, article
 * 48). A promotion with codes states a number of uses if each code is limited.
 */
export function isUnlimited(promotion: Pick<Promotion, "endsAt" | "needsCode">, areAllCodesLimited: boolean): boolean {
  return promotion.endsAt === null && !(promotion.needsCode && areAllCodesLimited);
}
