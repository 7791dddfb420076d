/** What an owner does before a shop sells, in the recommended order. */
export const FIRST_STEPS = [
  "company",
  "theme",
  "shipping",
  "payment",
  "product",
  "legal",
  "testOrder",
  "open",
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Steps that are also done if the owner confirms the default, because no data shows that they agreed to it. */
export const CONFIRMABLE_STEPS = ["theme", "legal"] as const;
export type ConfirmableStep = (typeof CONFIRMABLE_STEPS)[number];

/** The facts about a shop that decide its first steps. */
export interface OpeningFacts {
  kind: "headOffice" | "branch";
  /** The shop has its own name, and the company's name, address and contact are set. */
  hasCompanyData: boolean;
  /** The shop has its own logo, banner or colour. */
  hasOwnTheme: boolean;
  isThemeConfirmed: boolean;
  /** Number of carriers that this shop offers. */
  carriers: number;
  /** 0 if no published product needs a parcel. */
  parcelProducts: number;
  /** 0 if no product of any kind is published. */
  goods: number;
  /** Transfers are offered and a bank account is set. */
  takesTransfers: boolean;
  takesOnlinePayments: boolean;
  /** All three legal texts are the owner's own. */
  hasOwnLegalTexts: boolean;
  isLegalConfirmed: boolean;
  /** 0 if the shop has no order. */
  orders: number;
  isOpened: boolean;
}

/**
 * A branch shares products and carriers with the head office, and its checkout was tested there. Its own steps are its
 * name, theme, payment account, legal texts and opening.
 */
const BRANCH_STEPS: ReadonlySet<FirstStep> = new Set(["company", "theme", "payment", "legal", "open"]);

const IS_DONE: Record<FirstStep, (shop: OpeningFacts) => boolean> = {
  company: (shop) => shop.hasCompanyData,
  theme: (shop) => shop.hasOwnTheme || shop.isThemeConfirmed,
  // Tickets are sent by email: a shop that sells only tickets needs no carrier.
  shipping: (shop) => shop.carriers > 0 || (shop.goods > 0 && shop.parcelProducts === 0),
  payment: (shop) => shop.takesTransfers || shop.takesOnlinePayments,
  product: (shop) => shop.goods > 0,
  legal: (shop) => shop.hasOwnLegalTexts || shop.isLegalConfirmed,
  testOrder: (shop) => shop.orders > 0,
  open: (shop) => shop.isOpened,
};

/** The steps of a shop, and which of them are done. */
export function firstSteps(shop: OpeningFacts): { step: FirstStep; isDone: boolean }[] {
  const steps = FIRST_STEPS.filter((step) => shop.kind === "headOffice" || BRANCH_STEPS.has(step));
  return steps.map((step) => ({ step, isDone: IS_DONE[step](shop) }));
}

/** The steps without which no customer can buy, so that a shop does not open before they are done. */
const REQUIRED_STEPS = ["shipping", "payment", "product"] as const satisfies readonly FirstStep[];

export function stepsMissingToOpen(shop: OpeningFacts): FirstStep[] {
  return REQUIRED_STEPS.filter((step) => !IS_DONE[step](shop));
}
