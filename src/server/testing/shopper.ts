import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import type { Cart } from "../cart/queries.ts";
import type { CheckoutInput } from "../checkout/check-out.ts";
import { insertAddress } from "../customers/queries.ts";
import { registerCustomer } from "../sign-in/register-customer.ts";
import { demoId } from "../../../demo/load/demo-id.ts";
import { NO_CODE } from "../presale-access/access-code-verifier.ts";
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

export async function newGuest(
  app: App,
  shop: Shop,
  email: string | null = null,
  phone = "5511112222",
): Promise<Guest> {
  const registered = await registerCustomer(app, shop, {
    name: "Lucía",
    lastName: "Prueba",
    phone,
    username: null,
    password: null,
    email,
    rfc: null,
  });
  if (isRefusal(registered)) throw new Error(registered.refused);
  const addressId = (await insertAddress(app.db, registered.customer.id, {
    street: "Calle 1",
    neighborhood: "Centro",
    postalCode: "06000",
    city: "Cuauhtémoc",
    state: "Ciudad de México",
  }))!;
  return { customerId: registered.customer.id, addressId, token: registered.session.token };
}

/** A new cart with these pieces. Throws if any of them could not be added. */
export async function newCart(app: App, shop: Shop, lines: (TestSize & { pieces: number })[]): Promise<Cart> {
  const added = await addToCart(app, shop, { cartId: null, presaleId: null, lines });
  if (isRefusal(added)) throw new Error(added.refused);
  if (!added.cart || added.failed.length > 0) throw new Error(JSON.stringify(added.failed));
  return added.cart;
}

export function checkoutInput(cart: Cart, guest: Guest, changes: Partial<CheckoutInput> = {}): CheckoutInput {
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
    readAccess: async () => NO_CODE,
    assistedBy: null,
    checkoutKey: null,
    ...changes,
  };
}
