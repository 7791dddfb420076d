/**
 * What SAT's catalogues our tables (tax-regimes, cfdi-uses, payment-forms) were written from: every row of theirs has been
 * valid since `since`, and none has an end. A row that gets one needs dates of its own.
 */
export const SAT_CATALOGUE = { version: "10.14.20260806", since: "2022-01-01" } as const;
