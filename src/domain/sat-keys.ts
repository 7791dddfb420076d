/** What SAT calls a thing on an invoice: its key in c_ClaveProdServ, its unit in c_ClaveUnidad, and the unit in words. */
export interface SatKeys {
  /** Eight digits; those of the class end in 00, which is enough (filling guide 4.0, p. 21). */
  productKey: string;
  unitKey: string;
  /** At most 20 characters. */
  unitName: string;
}

/** What somebody set, as a whole or in part; what is missing comes from the next wider place. */
export type ChosenSatKeys = Partial<Pick<SatKeys, "productKey" | "unitKey">>;

/** The units a shop for clothes and tickets needs (c_ClaveUnidad). */
export const UNIT_NAMES: Record<string, string> = {
  H87: "Pieza",
  PR: "Par",
  SET: "Conjunto",
  E48: "Servicio",
  ACT: "Actividad",
};

/** "No existe en el catálogo": what SAT offers where nobody has chosen anything better. */
export const UNCLASSIFIED_PRODUCT_KEY = "01010101";

/** The keys of a line: the product's own, else its category's, else the shop's, else none in particular, a piece. */
export function resolveSatKeys(...chosen: (ChosenSatKeys | null | undefined)[]): SatKeys {
  const productKey = chosen.find((keys) => keys?.productKey)?.productKey ?? UNCLASSIFIED_PRODUCT_KEY;
  const unitKey = chosen.find((keys) => keys?.unitKey)?.unitKey ?? "H87";
  return { productKey, unitKey, unitName: UNIT_NAMES[unitKey] ?? unitKey };
}

export type ChargeKind = "shipping" | "extraShipping" | "insurance" | "packaging" | "onlineFee";

const service = (productKey: string): SatKeys => ({ productKey, unitKey: "E48", unitName: UNIT_NAMES.E48! });

/**
 * The keys of what an order costs beside its products; the shop's accountant may set others. Shipping and the fee as
 * public integrations and a stamped CFDI have them; insurance and packaging by the class of the UNSPSC tree.
 */
export const CHARGE_SAT_KEYS: Record<ChargeKind, SatKeys> = {
  shipping: service("78102203"),
  extraShipping: service("78102203"),
  insurance: service("84131500"),
  packaging: service("78121500"),
  onlineFee: service("80141628"),
};

/** An order inside a global invoice: SAT prescribes key, unit and the word "Venta" (filling guide of the global CFDI). */
export const GLOBAL_SALE_KEYS: SatKeys = {
  productKey: UNCLASSIFIED_PRODUCT_KEY,
  unitKey: "ACT",
  unitName: "Actividad",
};

/** A credit note's only line: SAT's guide has "Servicios de facturación", an activity. */
export const CREDIT_NOTE_KEYS: SatKeys = { productKey: "84111506", unitKey: "ACT", unitName: "Actividad" };

export function isProductKey(text: string): boolean {
  return /^\d{8}$/.test(text);
}

export function isUnitKey(text: string): boolean {
  return Object.hasOwn(UNIT_NAMES, text);
}
