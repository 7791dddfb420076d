/** How many days after its shipment a parcel arrives, at the earliest and at the latest. */
export interface DeliveryDays {
  min: number;
  max: number;
  /** Whether weekends and public holidays do not count. */
  areBusinessDays: boolean;
}

const RANGE = /(\d{1,2})\s*(?:a|y|o|-|–)\s*(\d{1,2})\s+d[ií]as(\s+h[aá]biles)?/i;
/** A single number must say 'hábiles': other sentences state days too, such as those for exchanges. */
const SINGLE_NUMBER = /(\d{1,2})\s+d[ií]as?\s+h[aá]bil(?:es)?/i;

/** The days that a carrier's description states (rule ORDER-9). Null if it states none. */
export function readDeliveryDays(description: string): DeliveryDays | null {
  const range = RANGE.exec(description);
  const singleNumber = range ? null : SINGLE_NUMBER.exec(description);
  const [from, to] = range
    ? [Number(range[1]), Number(range[2])]
    : [Number(singleNumber?.[1] ?? 0), Number(singleNumber?.[1] ?? 0)];
  if (from < 1 || to < from) return null;
  return { min: from, max: to, areBusinessDays: range ? range[3] !== undefined : true };
}

/** "de 3 a 5 días hábiles". */
export function deliveryDaysText({ min, max, areBusinessDays }: DeliveryDays): string {
  const rangeText = min === max ? `en ${max}` : `de ${min} a ${max}`;
  if (max === 1) return areBusinessDays ? "al día hábil siguiente" : "al día siguiente";
  return `${rangeText} días${areBusinessDays ? " hábiles" : ""}`;
}
