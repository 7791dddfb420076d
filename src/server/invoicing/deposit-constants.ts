/**
 * SAT's payment form "Aplicación de anticipos": of the egreso that applies a deposit, and of the invoice of a sale that
 * its deposit pays completely.
 */
export const DEPOSIT_APPLICATION_PAYMENT_FORM = "30";

/** The text that SAT requires for the one line of a deposit (filling guide 4.0, appendix 6). */
export const DEPOSIT_DESCRIPTION = "Anticipo del bien o servicio";
