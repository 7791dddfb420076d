import type { PaymentMethod } from "../../domain/payment-window.ts";
import type { Quote } from "../../domain/quote.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { StaffDiscount, StaffDiscountRefusal } from "../../domain/staff-discount.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import { checkOut, type CheckoutRefusal } from "../checkout/check-out.ts";
import { findOrderOfCart } from "../checkout/queries.ts";
import { deleteCustomer, insertAddress, insertCustomer, type AddressFields } from "../customers/queries.ts";
import { transact } from "../db/transact.ts";
import { CODE_MISSING } from "../presale-access/access-code-verifier.ts";
import type { Shop } from "../shops/shop.ts";
import { quotePhoneOrder } from "./quote-phone-order.ts";

interface NewCustomer {
  name: string;
  lastName: string;
  phone: string;
  email: string | null;
}

export interface PhoneOrderInput {
  cartId: string;
  /** The id of a known customer, or the data of a new one. */
  customer: string | NewCustomer;
  /** The id of an address of the customer, a new address, or null if no parcel is sent. */
  address: string | AddressFields | null;
  carrierId: string | null;
  insured: boolean;
  paymentMethod: PaymentMethod;
  /** The total that staff told the customer. The order is refused if the total has changed since. */
  expectedTotalCents: number;
  /** A discount that the member of staff gives. */
  staffDiscount?: StaffDiscount | null;
}

export interface RefusedPhoneOrder {
  refusal: CheckoutRefusal | StaffDiscountRefusal | Refusal<"too_many_addresses">;
  /** The customer and the address, also if this attempt created them. The next attempt uses them. */
  customerId: string | null;
  addressId: string | null;
  /** The current figures. Null if there are none. */
  quote: Quote | null;
}

/**
 * Places an order taken by phone, with the same checkout and the same rules as in the shop, except that carriers have
 * their own prices, not live ones (rule CARRIER-5). A new customer becomes a guest, because only customers themselves
 * can register. A repeated call returns the same order: the cart's id is the idempotency key.
 */
export async function takeOrder(
  app: App,
  shop: Shop,
  input: PhoneOrderInput,
  by: Actor,
): Promise<{ orderId: string } | RefusedPhoneOrder> {
  const ids = {
    customerId: typeof input.customer === "string" ? input.customer : null,
    addressId: typeof input.address === "string" ? input.address : null,
  };
  const quote = await quotePhoneOrder(app, shop, input.cartId, input);
  if (isRefusal(quote)) {
    const orderId = quote.refused === "cart_not_active" ? await findEarlierOrderId(app, input.cartId) : undefined;
    return orderId ? { orderId } : { refusal: quote, ...ids, quote: null };
  }
  const customerId = typeof input.customer === "string" ? input.customer : await createGuest(app, input.customer);
  const addressId = await createAddressIfNew(app, customerId, input.address);
  if (isRefusal(addressId)) return { refusal: addressId, ...ids, customerId, quote };
  const checkoutResult = await checkOutPhoneOrder(app, shop, { ...input, customerId, addressId }, by);
  if (!isRefusal(checkoutResult)) return { orderId: checkoutResult.orderId };
  const orderId =
    checkoutResult.refused === "cart_not_active" ? await findEarlierOrderId(app, input.cartId) : undefined;
  if (!orderId) return { refusal: checkoutResult, customerId, addressId, quote };
  // A concurrent call placed the order, for the customer that it created.
  if (typeof input.customer !== "string") await deleteCustomer(app.genericPlanDb, customerId);
  return { orderId };
}

/** The order that an earlier call placed from this cart. */
async function findEarlierOrderId(app: App, cartId: string): Promise<string | undefined> {
  const order = await findOrderOfCart(app.genericPlanDb, cartId);
  return order?.checkout_key === cartId ? order.id : undefined;
}

function createGuest(app: App, customer: NewCustomer): Promise<string> {
  return transact(app.genericPlanDb, async (tx) => {
    const guest = { ...customer, username: null, passwordHash: null, rfc: null };
    return (await insertCustomer(tx, guest))!;
  });
}

async function createAddressIfNew(
  app: App,
  customerId: string,
  address: PhoneOrderInput["address"],
): Promise<string | null | Refusal<"too_many_addresses">> {
  if (address === null || typeof address === "string") return address;
  return (await insertAddress(app.genericPlanDb, customerId, address)) ?? refuse("too_many_addresses");
}

function checkOutPhoneOrder(
  app: App,
  shop: Shop,
  input: Omit<PhoneOrderInput, "customer" | "address"> & { customerId: string; addressId: string | null },
  by: Actor,
): Promise<{ orderId: string } | CheckoutRefusal> {
  return checkOut(app, shop, input.customerId, {
    ...input,
    termsVersion: null,
    email: null,
    readAccess: async () => CODE_MISSING,
    assistedBy: by.name,
    by,
    checkoutKey: input.cartId,
  });
}
