/** SAT's codes of an invoice line: its key in c_ClaveProdServ, its unit in c_ClaveUnidad, and the unit's name. */
export interface SatKeys {
  /** Eight digits. A key that ends in 00 names the whole class, which is precise enough (filling guide 4.0, p. 21). */
  productKey: string;
  unitKey: string;
  /** At most 20 characters. */
  unitName: string;
}

/** Keys set for a product, a category or the shop. A missing key comes from the next wider level. */
export type ChosenSatKeys = Partial<Pick<SatKeys, "productKey" | "unitKey">>;

/** The units that a shop for clothes and tickets needs (c_ClaveUnidad). */
export const UNIT_NAMES: Record<string, string> = {
  H87: "Pieza",
  PR: "Par",
  SET: "Conjunto",
  E48: "Servicio",
  ACT: "Actividad",
};

/** "No existe en el catálogo": SAT's key for a product without a chosen key. */
export const UNCLASSIFIED_PRODUCT_KEY = "01010101";

/**
 * The keys of a line: the product's own, else its category's, else the shop's, else the unclassified key and a piece.
 */
export function resolveSatKeys(...chosen: (ChosenSatKeys | null | undefined)[]): SatKeys {
  const productKey = chosen.find((keys) => keys?.productKey)?.productKey ?? UNCLASSIFIED_PRODUCT_KEY;
  const unitKey = chosen.find((keys) => keys?.unitKey)?.unitKey ?? "H87";
  return { productKey, unitKey, unitName: UNIT_NAMES[unitKey] ?? unitKey };
}

export type ChargeKind = "shipping" | "extraShipping" | "insurance" | "packaging" | "onlineFee";

const service = (productKey: string): SatKeys => ({ productKey, unitKey: "E48", unitName: UNIT_NAMES.E48! });

/**
 * The keys of an order's charges. The shop's accountant may set others. Shipping and the fee are as in public
 * integrations and a stamped CFDI. Insurance and packaging are classes of the UNSPSC tree.
 */
export const CHARGE_SAT_KEYS: Record<ChargeKind, SatKeys> = {
  shipping: service("78102203"),
  extraShipping: service("78102203"),
  insurance: service("84131500"),
  packaging: service("78121500"),
  onlineFee: service("80141628"),
};

/** An order in a global invoice: SAT prescribes key, unit and the word "Venta" (filling guide of the global CFDI). */
export const GLOBAL_SALE_KEYS: SatKeys = {
  productKey: UNCLASSIFIED_PRODUCT_KEY,
  unitKey: "ACT",
  unitName: "Actividad",
};

/** The only line of a credit note: SAT's guide prescribes "Servicios de facturación", unit activity. */
export const CREDIT_NOTE_KEYS: SatKeys = { productKey: "84111506", unitKey: "ACT", unitName: "Actividad" };

export function isProductKey(text: string): boolean {
  return /^\d{8}$/.test(text);
}

export function isUnitKey(text: string): boolean {
  return Object.hasOwn(UNIT_NAMES, text);
}
