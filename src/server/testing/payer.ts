import { expect } from "vitest";
import { listViolatedInvariants } from "./violated-invariants.ts";
import { createTestCart, createTestGuest, PLAIN_CARRIER, type Guest } from "./checkout-fixtures.ts";
import { createTestSize, type TestSize } from "./test-size.ts";
import { startWorker } from "../job-worker.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

export interface PlacedOrder {
  id: string;
  reference: string;
  /** The provider's checkout. Null for a bank transfer, or if the provider did not answer. */
  preferenceId: string | null;
  token: string;
  size: TestSize;
  /** Pesos, with the fee. */
  totalPesos: number;
}

export interface ShopWithPayer extends TestServer {
  payer: Payer;
}

/** A server with its worker and a payer. */
export async function openShopWithPayer(): Promise<ShopWithPayer> {
  const server = await startTestServer();
  const worker = startWorker(server.app);
  return {
    ...server,
    payer: new Payer(server),
    stop: async () => {
      await worker.stop();
      await server.stop();
    },
  };
}

/**
 * Places orders, each as a new guest, and pays them. The checkout calls the real API of the shop, and the payment calls
 * that of the payment sandbox.
 */
export class Payer {
  private readonly server: TestServer;

  constructor(server: TestServer) {
    this.server = server;
  }

  /** Places an order of one piece, of a new size unless `size` is given. With `isDigital` the new size is a ticket. */
  async placeOrder(
    options: { size?: TestSize; isDigital?: boolean; method?: "MP" | "TB"; shippingId?: string } = {},
  ): Promise<PlacedOrder> {
    const { app } = this.server;
    const shop = await this.server.findShop();
    const guest = await createTestGuest(app, shop, `${crypto.randomUUID()}@ejemplo.mx`);
    const size = options.size ?? (await createTestSize(app, { pieces: 1, isDigital: options.isDigital ?? false }));
    const cart = await createTestCart(app, shop, [{ ...size, pieces: 1 }]);
    const checkoutResponse = await this.checkOut(cart.id, guest, {
      method: options.method ?? "MP",
      shippingId: options.isDigital ? null : (options.shippingId ?? PLAIN_CARRIER),
    });
    expect(checkoutResponse.status, checkoutResponse.text).toBe(200);
    const { order, preferenceId } = checkoutResponse.json;
    return {
      id: order._id,
      reference: order.reference,
      preferenceId,
      token: guest.token,
      size,
      totalPesos: order.total,
    };
  }

  private checkOut(
    cartId: string,
    guest: Guest,
    { method, shippingId }: { method: "MP" | "TB"; shippingId: string | null },
  ) {
    return this.server.call("POST", `/api/v1/carts/${cartId}/checkout`, {
      token: guest.token,
      headers: { "Idempotency-Key": crypto.randomUUID() },
      body: {
        customerId: guest.customerId,
        addressId: shippingId === null ? null : guest.addressId,
        shippingId,
        secured: false,
        payment_method: method,
        termsVersion: "prueba",
      },
    });
  }

  /**
   * Pays on the provider's hosted page. The outcomes are Mercado Pago's test names: approved, rejected, pending.
   * Returns the payment's id.
   */
  async pay(preferenceId: string | null, outcome: "APRO" | "OTHE" | "CONT", installments = 1): Promise<number> {
    const response = await this.server.call("POST", "/sandbox/mp/checkout/v1/pay", {
      body: { pref_id: preferenceId, outcome, installments },
    });
    expect(response.status, response.text).toBeLessThan(300);
    return response.json.payment_id;
  }

  /** Changes how the payment sandbox behaves, such as its faults. */
  async controlSandbox(body: object): Promise<void> {
    const response = await this.server.call("POST", "/sandbox/mp/control", { body });
    expect(response.status, response.text).toBe(200);
  }

  async readOrder({ id, token }: PlacedOrder) {
    return (await this.server.call("GET", `/api/v1/orders/${id}`, { token })).json;
  }

  /** Waits until a webhook or the polling of payments has moved the order to this status. */
  async waitForStatus(order: PlacedOrder, status: string, timeoutMs = 20_000): Promise<void> {
    await expect
      .poll(async () => (await this.readOrder(order)).status, { timeout: timeoutMs, interval: 50 })
      .toBe(status);
  }

  paymentsOf({ id }: PlacedOrder) {
    return this.server.app.db
      .selectFrom("payments")
      .selectAll()
      .where("order_id", "=", id)
      .orderBy("created_at")
      .execute();
  }

  async listFlags(order: PlacedOrder): Promise<string[]> {
    const flags = await this.server.app.db
      .selectFrom("order_flags")
      .select("flag")
      .where("order_id", "=", order.id)
      .where("closed_at", "is", null)
      .orderBy("flag")
      .execute();
    return flags.map(({ flag }) => flag);
  }

  /** Checks that every invariant holds, and that the shop and the provider agree on the money of these orders. */
  async expectConsistent(...orders: PlacedOrder[]): Promise<void> {
    const violatedInvariants = await listViolatedInvariants(this.server.app);
    expect(violatedInvariants).toEqual([]);
    for (const { id } of orders) {
      const { json } = await this.server.call("GET", `/sandbox/mp/state.json?external_reference=${id}`);
      const providerCents = (
        json.payments as { status: string; transaction_amount: number; transaction_amount_refunded: number }[]
      )
        .filter(({ status }) => status === "approved")
        .reduce(
          (sum, payment) => sum + Math.round((payment.transaction_amount - payment.transaction_amount_refunded) * 100),
          0,
        );
      const { paidCents } = await this.server.app.db
        .selectFrom("payments")
        .select((eb) => eb.fn.sum<string | null>(eb("cents", "-", eb.ref("refunded_cents"))).as("paidCents"))
        .where("order_id", "=", id)
        .where("provider", "=", "mercadopago")
        .where("state", "=", "APPROVED")
        .executeTakeFirstOrThrow();
      expect(Number(paidCents ?? 0)).toBe(providerCents);
    }
  }
}
