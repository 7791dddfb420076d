/**
 * The version of SAT's catalogues that our tables (tax-regimes, cfdi-uses, payment-forms) were written from. Every row
 * has been valid since `since` and none has an end date. Once a row gets an end date, the rows of its table need dates.
 */
export const SAT_CATALOGUE = { version: "10.14.20260806", since: "2022-01-01" } as const;
