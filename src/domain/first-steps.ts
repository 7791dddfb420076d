/** What there is to do until a shop sells, in the order in which it is best done. */
export const FIRST_STEPS = ["company", "look", "shipping", "payment", "product", "legal", "testOrder", "open"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Steps that only a person can tick: no data show that a text was read. */
export const CONFIRMED_STEPS = ["look", "legal"] as const;
export type ConfirmedStep = (typeof CONFIRMED_STEPS)[number];

/** What a shop has, as far as its first steps need it. */
export interface OpeningFacts {
  kind: "headOffice" | "branch";
  /** It has a name of its own, and says who sells, from where, and how to reach them. */
  isCompanyNamed: boolean;
  /** A logo, a banner or a colour of its own. */
  hasOwnTheme: boolean;
  isThemeConfirmed: boolean;
  /** Carriers that this shop offers. */
  carriers: number;
  /** Published goods that need a parcel. */
  parcelGoods: number;
  /** Published goods of any kind. */
  goods: number;
  /** An account to transfer to, with transfers offered. */
  takesTransfers: boolean;
  takesOnlinePayments: boolean;
  /** All three legal texts are the owner's own. */
  hasOwnLegalTexts: boolean;
  isLegalConfirmed: boolean;
  orders: number;
  isOpened: boolean;
}

/**
 * A branch shares goods and carriers with the head office, and its checkout was tried there: its own are its name, its
 * look, where its money goes, its legal texts and its opening.
 */
const OF_BRANCH: ReadonlySet<FirstStep> = new Set(["company", "look", "payment", "legal", "open"]);

const IS_DONE: Record<FirstStep, (shop: OpeningFacts) => boolean> = {
  company: (shop) => shop.isCompanyNamed,
  look: (shop) => shop.hasOwnTheme || shop.isThemeConfirmed,
  // Tickets travel by mail: who sells nothing else needs no carrier.
  shipping: (shop) => shop.carriers > 0 || (shop.goods > 0 && shop.parcelGoods === 0),
  payment: (shop) => shop.takesTransfers || shop.takesOnlinePayments,
  product: (shop) => shop.goods > 0,
  legal: (shop) => shop.hasOwnLegalTexts || shop.isLegalConfirmed,
  testOrder: (shop) => shop.orders > 0,
  open: (shop) => shop.isOpened,
};

/** The steps of a shop, and which of them are done. */
export function firstSteps(shop: OpeningFacts): { step: FirstStep; isDone: boolean }[] {
  const steps = FIRST_STEPS.filter((step) => shop.kind === "headOffice" || OF_BRANCH.has(step));
  return steps.map((step) => ({ step, isDone: IS_DONE[step](shop) }));
}

/** Without these nobody could buy anything: a shop does not open before they are done. */
const NEEDED = ["shipping", "payment", "product"] as const satisfies readonly FirstStep[];

export function missingToOpen(shop: OpeningFacts): FirstStep[] {
  return NEEDED.filter((step) => !IS_DONE[step](shop));
}
