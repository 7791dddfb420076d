import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import type { Cart } from "../cart/queries.ts";
import type { CheckoutInput } from "../checkout/check-out.ts";
import { insertAddress } from "../customers/queries.ts";
import { registerCustomer } from "../sign-in/register-customer.ts";
import { demoId } from "../../../demo/load/demo-id.ts";
import { CODE_MISSING } from "../presale-access/access-code-verifier.ts";
import type { Shop } from "../shops/shop.ts";
import type { TestSize } from "./test-size.ts";

export const PLAIN_CARRIER = demoId("carrier", "plain");
export const INSURED_CARRIER = demoId("carrier", "insured");
export const PIECES_FEE_CARRIER = demoId("carrier", "pieces");

export interface Guest {
  customerId: string;
  addressId: string;
  token: string;
}

export async function createTestGuest(
  app: App,
  shop: Shop,
  email: string | null = null,
  phone = "5511112222",
): Promise<Guest> {
  const registration = await registerCustomer(app, shop, {
    name: "Lucía",
    lastName: "Prueba",
    phone,
    username: null,
    password: null,
    email,
    rfc: null,
  });
  if (isRefusal(registration)) throw new Error(registration.refused);
  const addressId = (await insertAddress(app.db, registration.customer.id, {
    street: "Calle 1",
    neighborhood: "Centro",
    postalCode: "06000",
    city: "Cuauhtémoc",
    state: "Ciudad de México",
  }))!;
  return { customerId: registration.customer.id, addressId, token: registration.session.token };
}

/** A new cart with these pieces. Throws if any of them could not be added. */
export async function createTestCart(app: App, shop: Shop, lines: (TestSize & { pieces: number })[]): Promise<Cart> {
  const addResult = await addToCart(app, shop, { cartId: null, presaleId: null, lines });
  if (isRefusal(addResult)) throw new Error(addResult.refused);
  if (!addResult.cart || addResult.failed.length > 0) throw new Error(JSON.stringify(addResult.failed));
  return addResult.cart;
}

export function makeCheckoutInput(cart: Cart, guest: Guest, changes: Partial<CheckoutInput> = {}): CheckoutInput {
  return {
    cartId: cart.id,
    customerId: guest.customerId,
    addressId: guest.addressId,
    carrierId: PLAIN_CARRIER,
    insured: false,
    paymentMethod: "TB",
    expectedTotalCents: null,
    termsVersion: "prueba",
    email: null,
    readAccess: async () => CODE_MISSING,
    assistedBy: null,
    checkoutKey: null,
    ...changes,
  };
}
