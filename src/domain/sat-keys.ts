import { classifyProductKey } from "./sat-product-keys.ts";

/** SAT's codes of an invoice line: its key in c_ClaveProdServ, its unit in c_ClaveUnidad, and the unit's name. */
export interface SatKeys {
  /** Eight digits. A key that ends in 00 names the whole class, which is precise enough (filling guide 4.0, p. 21). */
  productKey: string;
  unitKey: string;
  /** `Unidad`, at most 20 characters. Null where SAT's guides have no such attribute. */
  unitName: string | null;
}

/** Keys set for a product, a category or the shop. A missing key comes from the next wider level. */
export type ChosenSatKeys = Partial<Pick<SatKeys, "productKey" | "unitKey">>;

/** The units that a shop for clothes and tickets needs, with SAT's names (c_ClaveUnidad, see `SAT_CATALOGUE`). */
export const UNIT_NAMES: Record<string, string> = {
  H87: "Pieza",
  PR: "Par",
  SET: "Conjunto",
  KT: "Kit",
  XPK: "Paquete",
  MTR: "Metro",
  E48: "Unidad de servicio",
  ACT: "Actividad",
};

/** "No existe en el catálogo": SAT's key for a product without a chosen key. */
export const UNCLASSIFIED_PRODUCT_KEY = "01010101";

/**
 * The keys of a line: the product's own, else its category's, else the shop's, else the unclassified key and a piece.
 */
export function resolveSatKeys(...chosenKeys: (ChosenSatKeys | null | undefined)[]): SatKeys {
  const productKey = chosenKeys.find((keys) => keys?.productKey)?.productKey ?? UNCLASSIFIED_PRODUCT_KEY;
  const unitKey = chosenKeys.find((keys) => keys?.unitKey)?.unitKey ?? "H87";
  return { productKey, unitKey, unitName: UNIT_NAMES[unitKey] ?? unitKey };
}

export type ChargeKind = "shipping" | "extraShipping" | "insurance" | "packaging" | "onlineFee";

const serviceKeys = (productKey: string): SatKeys => ({ productKey, unitKey: "E48", unitName: UNIT_NAMES.E48! });

/**
 * The keys of an order's charges (decision 34): "Servicios de envío, recogida o entrega de correo", which other shops
 * use too, "Seguros de carga", "Empaque", and "Servicios de transferencia de fondos" for the fee of paying online.
 */
export const CHARGE_SAT_KEYS: Record<ChargeKind, SatKeys> = {
  shipping: serviceKeys("78102203"),
  extraShipping: serviceKeys("78102203"),
  insurance: serviceKeys("84131504"),
  packaging: serviceKeys("78121500"),
  onlineFee: serviceKeys("84121600"),
};

/**
 * An order in a global invoice: SAT prescribes key, unit and the word "Venta", and has no `Unidad` (filling guide of
 * the global CFDI).
 */
export const GLOBAL_SALE_KEYS: SatKeys = {
  productKey: UNCLASSIFIED_PRODUCT_KEY,
  unitKey: "ACT",
  unitName: null,
};

/**
 * A line that is for money and not for pieces, of a credit note or a deposit: SAT's guides prescribe "Servicios de
 * facturación", unit activity, no `Unidad`.
 */
export const BILLING_SERVICE_KEYS: SatKeys = { productKey: "84111506", unitKey: "ACT", unitName: null };

/** Whether a key is in our list of SAT's catalogue. Staff must confirm any other key, which must be well-formed. */
export function isListedProductKey(text: string): boolean {
  return classifyProductKey(text) === "listed";
}

export function isUnitKey(text: string): boolean {
  return Object.hasOwn(UNIT_NAMES, text);
}
