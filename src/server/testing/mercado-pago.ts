import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { MercadoPagoConfig, Payment, PaymentRefund, Preference } from "mercadopago";
import type { PreferenceRequest } from "mercadopago/dist/clients/preference/commonTypes";
import type { Options } from "mercadopago/dist/types";
import { Agent } from "undici";
import { SANDBOX_ACCESS_TOKEN } from "../adapters/payments/sandbox/credentials.ts";

const SANDBOX_PATH = "/sandbox/mp";

/**
 * A configuration of the official SDK that sends its calls to the sandbox. Each call needs a new one, because the SDK
 * stores the options of a call in its configuration.
 */
export function createSdkConfig(
  origin: string,
  options: Options = {},
  accessToken = SANDBOX_ACCESS_TOKEN,
): MercadoPagoConfig {
  const dispatcher = new Agent({ headersTimeout: 2_000, bodyTimeout: 1_000 }).compose(
    (dispatch) => (call, handler) => dispatch({ ...call, origin, path: SANDBOX_PATH + call.path }, handler),
  );
  const sandboxOptions = { timeout: 5_000, maxRetries: 0, ...options, dispatcher };
  return new MercadoPagoConfig({ accessToken, options: sandboxOptions as unknown as Options });
}

/** Functions that create the SDK's three clients for a sandbox, each with a new configuration. */
export function createMercadoPagoClients(origin: string, options?: Options) {
  const config = () => createSdkConfig(origin, options);
  return {
    preference: () => new Preference(config()),
    payment: () => new Payment(config()),
    refund: () => new PaymentRefund(config()),
  };
}

type PreferenceBody = PreferenceRequest & { external_reference: string };

/** A preference of $249.50 with a new `external_reference`. */
export function makePreferenceBody(change: Partial<PreferenceBody> = {}): PreferenceBody {
  return {
    items: [{ id: "SKU", title: "Playera · M x 2", quantity: 1, unit_price: 249.5, currency_id: "MXN" }],
    external_reference: `matriz:${randomUUID()}`,
    back_urls: {
      success: "http://norte.localhost:3000/orders/1?mp=success",
      pending: "http://norte.localhost:3000/orders/1?mp=pending",
      failure: "http://norte.localhost:3000/orders/1?mp=failure",
    },
    ...change,
  };
}

export interface ReceivedWebhook {
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any response
  body: any;
}

/** Starts a server that stores the webhooks it receives. */
export async function startWebhookReceiver() {
  const receivedWebhooks: ReceivedWebhook[] = [];
  let status = 200;
  const server = createServer((req, res) => {
    let text = "";
    req.on("data", (chunk: Buffer) => (text += chunk.toString()));
    req.on("end", () => {
      receivedWebhooks.push({
        query: new URL(req.url!, "http://localhost").searchParams,
        headers: req.headers,
        body: JSON.parse(text),
      });
      res.writeHead(status).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    webhooks: receivedWebhooks,
    /** Its host is a `*.localhost` name, so that tests prove that the sandbox reaches it without resolving it. */
    url: `http://norte.localhost:${port}/notifications?source_news=webhooks`,
    urlWithoutSourceNews: `http://127.0.0.1:${port}/notifications`,
    respondWith: (nextStatus: number) => (status = nextStatus),
    stop: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
