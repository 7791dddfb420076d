import { randomInt, randomUUID } from "node:crypto";
import type { Connection } from "./connection.ts";
import type { SizeToBuy } from "./fill-catalog.ts";
import { randomIp, formatRequest } from "./request.ts";

/** The data a guest needs to buy. */
export interface Guest {
  customerId: string;
  phone: string;
  token: string;
  addressId: string;
}

/** A cart and the guest who may order it. */
export interface FilledCart {
  cartId: string;
  guest: Guest;
}

/** Makes the calls of guests who buy one after the other, with the idempotency keys that a browser sends. */
export class Shopper {
  private readonly connection: Connection;
  private readonly carrierId: string;
  private ip = randomIp();

  constructor(connection: Connection, carrierId: string) {
    this.connection = connection;
    this.carrierId = carrierId;
  }

  /**
   * Makes a complete purchase with six calls, and returns the order's id. The request for carriers is omitted, because
   * its answer is cached.
   */
  async buy(sizes: readonly SizeToBuy[]): Promise<string> {
    const cartId = await this.fillCart(sizes);
    const guest = await this.registerGuest();
    const query = `shippingId=${this.carrierId}&secured=false&payment_method=TB`;
    const quote = await this.call<{ grandTotal: number }>("GET", `/api/v1/carts/${cartId}/quote?${query}`);
    const orderId = await this.checkOut(cartId, guest, quote.grandTotal);
    await this.call("GET", `/api/v1/orders/${orderId}`, { token: guest.token });
    return orderId;
  }

  /** Creates a cart with one piece of each size, as a new visitor. Returns its id. */
  async fillCart(sizes: readonly SizeToBuy[]): Promise<string> {
    this.ip = randomIp();
    const products = sizes.map(({ sizeId, productId }) => ({ attributeId: sizeId, productId, quantity: 1 }));
    const addAnswer = await this.call<{ cart: { _id: string }; failed: unknown[] }>("POST", "/api/v1/carts", {
      body: { products },
      idempotencyKey: randomUUID(),
    });
    if (addAnswer.failed.length > 0) throw new Error(`not added: ${JSON.stringify(addAnswer.failed)}`);
    return addAnswer.cart._id;
  }

  async registerGuest(): Promise<Guest> {
    // Each guest has another phone number: the unpaid orders of one number are counted under a lock (decision 29).
    const phone = `55${randomInt(10_000_000, 100_000_000)}`;
    const session = await this.call<{ customer: { _id: string }; access_token: string }>("POST", "/api/v1/customers", {
      body: { name: "Ana", lastName: "Prueba Sánchez", phone },
      idempotencyKey: randomUUID(),
    });
    const token = session.access_token;
    const customer = await this.call<{ _id: string; addresses: { _id: string }[] }>(
      "POST",
      `/api/v1/customers/${session.customer._id}/address`,
      { body: ADDRESS, token },
    );
    return { customerId: customer._id, phone, token, addressId: customer.addresses[0]!._id };
  }

  async checkOut(cartId: string, guest: Guest, expectedTotal?: number): Promise<string> {
    const body = {
      customerId: guest.customerId,
      addressId: guest.addressId,
      shippingId: this.carrierId,
      secured: false,
      payment_method: "TB",
      expectedTotal,
    };
    const { order } = await this.call<{ order: { _id: string } }>("POST", `/api/v1/carts/${cartId}/checkout`, {
      body,
      token: guest.token,
      idempotencyKey: randomUUID(),
    });
    return order._id;
  }

  private async call<AnswerBody>(
    method: string,
    path: string,
    parts: Parameters<typeof formatRequest>[2] = {},
  ): Promise<AnswerBody> {
    const { status, body } = await this.connection.send(formatRequest(method, path, { ...parts, ip: this.ip }));
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${body.toString()}`);
    return JSON.parse(body.toString()) as AnswerBody;
  }
}

const ADDRESS = {
  street: "Av. Juárez 100",
  neigh: "Centro",
  postalCode: "06010",
  city: "Ciudad de México",
  state: "Ciudad de México",
};
