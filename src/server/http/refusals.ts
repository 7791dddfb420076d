import { formatMoney, type Cents } from "../../domain/money.ts";
import type { Refusal } from "../../domain/refusal.ts";
import { refusalText, type RefusalName } from "../../domain/refusal-text.ts";

/** Each refusal on the wire: its status and its code. Its sentence is in `refusal-text.ts`. */
export const REFUSALS = {
  not_found: [404, "NOT_FOUND"],
  cart_not_found: [404, "CART_NOT_FOUND"],
  cart_not_active: [409, "CART_NOT_ACTIVE"],
  cart_mixed: [409, "CART_MIXED"],
  code_invalid: [401, "CODE_INVALID"],
  code_missing: [401, "CODE_INVALID"],
  code_over: [401, "CODE_INVALID"],
  presale_early: [401, "CODE_INVALID"],
  room_closed: [404, "ROOM_CLOSED"],
  room_place_not_found: [404, "ROOM_PLACE_NOT_FOUND"],
  room_code_full: [409, "ROOM_CODE_FULL"],
  room_address_full: [409, "ROOM_ADDRESS_FULL"],
  grant_missing: [403, "GRANT_MISSING"],
  grant_invalid: [403, "GRANT_INVALID"],
  grant_over: [403, "GRANT_OVER"],
  grant_taken: [403, "GRANT_TAKEN"],
  presale_cap: [409, "PRESALE_CAP"],
  selling_disabled: [409, "SELLING_DISABLED"],
  customer_not_found: [404, "CUSTOMER_NOT_FOUND"],
  address_not_found: [404, "ADDRESS_NOT_FOUND"],
  postal_code_malformed: [422, "VALIDATION_FAILED"],
  postal_code_unknown: [404, "NOT_FOUND"],
  too_many_addresses: [409, "TOO_MANY_ADDRESSES"],
  wishlist_full: [409, "WISHLIST_FULL"],
  wishlist_nothing_sold: [404, "NOT_FOUND"],
  sign_in_again: [403, "SIGN_IN_AGAIN"],
  coupon_invalid: [409, "COUPON_INVALID"],
  coupon_of_another: [409, "COUPON_INVALID"],
  coupon_expired: [409, "COUPON_EXPIRED"],
  coupon_used_up: [409, "COUPON_USED_UP"],
  coupon_used_by_customer: [409, "COUPON_USED_UP"],
  coupon_not_applicable: [409, "COUPON_NOT_APPLICABLE"],
  coupon_not_combined: [409, "COUPON_NOT_APPLICABLE"],
  customer_tag_lost: [409, "TOTAL_CHANGED"],
  first_purchase_over: [409, "TOTAL_CHANGED"],
  address_missing: [422, "ADDRESS_MISSING"],
  carrier_not_found: [404, "CARRIER_NOT_FOUND"],
  carrier_missing: [422, "CARRIER_MISSING"],
  payment_method_disabled: [409, "PAYMENT_METHOD_DISABLED"],
  guest_not_allowed: [409, "GUEST_NOT_ALLOWED"],
  total_changed: [409, "TOTAL_CHANGED"],
  username_taken: [409, "USERNAME_TAKEN"],
  username_invalid: [422, "USERNAME_INVALID"],
  password_missing: [422, "PASSWORD_MISSING"],
  password_short: [422, "PASSWORD_SHORT"],
  password_common: [422, "PASSWORD_COMMON"],
  password_wrong: [422, "PASSWORD_WRONG"],
  login_failed: [401, "LOGIN_FAILED"],
  assisted_login_failed: [401, "LOGIN_FAILED"],
  reset_invalid: [422, "RESET_INVALID"],
  assisted_not_allowed: [403, "ASSISTED_NOT_ALLOWED"],
  already_reviewed: [409, "ALREADY_REVIEWED"],
  product_reviewed: [409, "ALREADY_REVIEWED"],
  not_bought: [409, "NOT_BOUGHT"],
  invitation_not_found: [404, "INVITATION_NOT_FOUND"],
  review_picture_missing: [422, "PICTURE_MISSING"],
  review_pictures_full: [409, "TOO_MANY_PICTURES"],
  picture_unreadable: [422, "PICTURE_UNREADABLE"],
  picture_heic: [422, "PICTURE_HEIC"],
  picture_too_heavy: [413, "PICTURE_TOO_HEAVY"],
  picture_too_large: [422, "PICTURE_TOO_LARGE"],
  picture_too_small: [422, "PICTURE_TOO_SMALL"],
  picture_too_long: [422, "PICTURE_TOO_LONG"],
  too_many_requests: [429, "TOO_MANY_REQUESTS"],
  order_not_found: [404, "ORDER_NOT_FOUND"],
  return_not_found: [404, "RETURN_NOT_FOUND"],
  return_not_delivered: [409, "NOT_DELIVERED"],
  return_window_over: [409, "RETURN_WINDOW_OVER"],
  not_returnable: [409, "NOT_RETURNABLE"],
  too_many_pieces: [409, "TOO_MANY_PIECES"],
  exchange_not_sold: [409, "EXCHANGE_NOT_SOLD"],
  difference_paid: [409, "DIFFERENCE_PAID"],
  exchange_sold_out: [409, "EXCHANGE_SOLD_OUT"],
  cancel_too_late: [409, "CANCEL_TOO_LATE"],
  pickup_point_not_found: [404, "PICKUP_POINT_NOT_FOUND"],
  pickup_too_late: [409, "PICKUP_TOO_LATE"],
  address_too_late: [409, "ADDRESS_TOO_LATE"],
  return_changed: [409, "RETURN_CHANGED"],
  return_picture_unreadable: [422, "RETURN_PICTURE_UNREADABLE"],
  return_picture_too_heavy: [413, "RETURN_PICTURE_TOO_HEAVY"],
  return_pictures_full: [409, "RETURN_PICTURES_FULL"],
  guide_wrong: [422, "VALIDATION_FAILED"],
  order_not_payable: [409, "ORDER_NOT_PAYABLE"],
  payment_unavailable: [503, "PAYMENT_UNAVAILABLE"],
  nothing_to_cancel: [409, "NOTHING_TO_CANCEL"],
  transfer_not_expected: [409, "TRANSFER_NOT_EXPECTED"],
  receipt_missing: [422, "RECEIPT_MISSING"],
  receipt_unreadable: [422, "RECEIPT_UNREADABLE"],
  receipt_too_heavy: [413, "RECEIPT_TOO_HEAVY"],
  receipt_too_many: [409, "RECEIPT_TOO_MANY"],
  invoicing_paused: [409, "INVOICING_PAUSED"],
  invoice_order_not_found: [404, "ORDER_NOT_FOUND"],
  nothing_to_invoice: [404, "ORDER_NOT_FOUND"],
  in_global_invoice: [409, "IN_GLOBAL_INVOICE"],
  invoice_in_progress: [409, "INVOICE_IN_PROGRESS"],
  invoice_elsewhere: [409, "INVOICE_IN_PROGRESS"],
  invoice_too_late: [409, "INVOICE_TOO_LATE"],
  invoiced_already: [409, "INVOICED_ALREADY"],
  receiver_invalid: [422, "VALIDATION_FAILED"],
  invoice_refused: [422, "INVOICE_REFUSED"],
  invoice_pending: [503, "INVOICE_PENDING"],
  still_there: [409, "STILL_THERE"],
  place_not_found: [404, "PLACE_NOT_FOUND"],
  offer_over: [409, "OFFER_OVER"],
  door_closed: [401, "DOOR_CLOSED"],
  scan_not_found: [404, "SCAN_NOT_FOUND"],
  undo_too_late: [409, "UNDO_TOO_LATE"],
  product_not_found: [404, "PRODUCT_NOT_FOUND"],
  mailbox_code_wrong: [422, "MAILBOX_CODE_WRONG"],
  mailbox_code_over: [409, "MAILBOX_CODE_OVER"],
  cart_full_guest: [409, "CART_LIMIT"],
  cart_full: [409, "CART_LIMIT"],
  address_full: [409, "ADDRESS_LIMIT"],
  device_full: [409, "DEVICE_LIMIT"],
  unpaid_transfers_full: [409, "UNPAID_TRANSFERS_LIMIT"],
  unpaid_transfers_full_here: [409, "UNPAID_TRANSFERS_LIMIT"],
  unpaid_full_guest: [409, "UNPAID_LIMIT"],
  unpaid_full: [409, "UNPAID_LIMIT"],
  address_unpaid_full: [409, "ADDRESS_UNPAID_LIMIT"],
} as const satisfies Partial<Record<RefusalName, readonly [status: number, code: string]>>;

export type WireRefusalName = keyof typeof REFUSALS;

/** The field that a refusal is about, where its sentence is shown. */
export const REFUSED_FIELD: Partial<Record<WireRefusalName, string>> = {
  username_taken: "username",
  username_invalid: "username",
  sign_in_again: "username",
  postal_code_malformed: "code",
  password_missing: "password",
  password_short: "password",
  password_common: "password",
  password_wrong: "current",
  coupon_invalid: "code",
  coupon_of_another: "code",
  coupon_expired: "code",
  coupon_used_up: "code",
  coupon_used_by_customer: "code",
  coupon_not_applicable: "code",
  coupon_not_combined: "code",
  address_missing: "addressId",
  carrier_missing: "shippingId",
  guide_wrong: "guide",
  mailbox_code_wrong: "code",
  mailbox_code_over: "code",
  review_picture_missing: "pictures",
  review_pictures_full: "pictures",
  picture_unreadable: "pictures",
  picture_heic: "pictures",
  picture_too_heavy: "pictures",
  picture_too_large: "pictures",
  picture_too_small: "pictures",
  picture_too_long: "pictures",
};

/** The nouns of numbers in sentences, singular and plural. */
const COUNTED_NOUNS: Record<string, readonly [one: string, many: string]> = {
  pieces: ["pieza", "piezas"],
  lines: ["talla distinta", "tallas distintas"],
  orders: ["pedido", "pedidos"],
};

/** "$20.00 más" or "$20.00 menos", of an amount in centavos. */
function differenceText(cents: Cents): string {
  return `${formatMoney(Math.abs(cents))} ${cents > 0 ? "más" : "menos"}`;
}

/**
 * The sentence of a refusal. A name in braces, such as `{pieces}`, is replaced by the property of the refusal that has
 * this name, as a number with its noun ("60 piezas") or as a difference in pesos. Names without such a number stay: the
 * caller replaces them.
 */
export function refusalSentence({ refused, ...numbers }: Refusal): string {
  const values = numbers as Record<string, unknown>;
  return refusalText(refused as WireRefusalName, "customer").replaceAll(/\{(\w+)\}/g, (name, key: string) => {
    const [number, nouns] = [values[key], COUNTED_NOUNS[key]];
    if (typeof number !== "number") return name;
    if (key === "difference") return differenceText(number);
    if (!nouns) return name;
    return `${number.toLocaleString("es-MX")} ${number === 1 ? nouns[0] : nouns[1]}`;
  });
}
